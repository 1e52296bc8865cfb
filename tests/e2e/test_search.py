"""/search as members of a group use it: words in two scripts, typos, names, pages, buttons."""

from __future__ import annotations

import pytest
from talk import USERNAME, Bot, Room, labels, numbered

from playground.client import Playground

WATERMARK = "Robust Multi-bit Text Watermark with LLM-based Paraphrasers"
SU_BING = {
    "Rethinking the Bias of Foundation Model under Long-tailed Distribution",
    "Large Language-Geometry Model: When LLM meets Equivariance",
    "SPACE: Your Genomic Profile Predictor is a Powerful DNA Foundation Model",
}
DIFFUSION = {
    "DiTAR: Diffusion Transformer Autoregressive Modeling for Speech Generation",
    "Expert Race: A Flexible Routing Strategy for Scaling Diffusion Transformer with Mixture of Experts",
}
PROTEIN_DESIGN = {
    "Elucidating the Design Space of Multimodal Protein Language Models",
    "An All-Atom Generative Model for Designing Protein Complexes",
}
CYCLIC = {
    "Zero-Shot Cyclic Peptide Design via Composable Geometric Constraints",
    "Designing Cyclic Peptides via Harmonic SDE with Atom-Bond Modeling",
}


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("diffusion", DIFFUSION),
        ("扩散", DIFFUSION),
        ("protien desing", PROTEIN_DESIGN),
        ("蛋白质设计", {"An All-Atom Generative Model for Designing Protein Complexes"}),
        ("苏冰", SU_BING),
        ("su bing", SU_BING),
        ("Bing Su", SU_BING),
        ("subing", SU_BING),
        ("作者:苏冰", SU_BING),
        ("author:subing", SU_BING),
        ("水印", {WATERMARK}),
        ("watermark", {WATERMARK}),
        ("icml 2025 watermark", {WATERMARK}),
        ("有没有设计环状多肽的论文", CYCLIC),
    ],
)
async def test_the_right_papers_come_first(room: Room, words: str, first: set[str]) -> None:
    """Whatever the script and the spelling, the papers that are meant head the list."""
    answer = await room.asks(f"/search {words}")
    titles = numbered(answer) or [answer.text]
    assert first <= set(titles[: len(first)]) or any(title in titles[0] for title in first)


async def test_a_mended_spelling_is_said(room: Room) -> None:
    """A corrected query names what it was really asked as."""
    answer = await room.asks("/search protien desing")
    assert "“protein design”" in answer.text


async def test_one_clear_hit_is_its_card(room: Room) -> None:
    """Exactly one paper: no list, its card."""
    answer = await room.asks(f'/search "{WATERMARK}"')
    assert "https://icml.cc/virtual/2025/poster/46008" in {button.url for button in answer.buttons}


async def test_all_papers_are_reached_by_paging(room: Room) -> None:
    """A wide query and /latest both lead to all 34 papers, page by page, to the last one."""
    for words in ("/search year:2025", "/latest"):
        page = await room.asks(words)
        seen = numbered(page)
        while "›" in labels(page):
            page = await room.turned(page, "›")
            seen += numbered(page)
        assert (len(seen), len(set(seen))) == (34, 34)
        assert "7/7" in labels(page)


async def test_number_then_back(room: Room) -> None:
    """A tapped number opens the card in the same message; back leads to the same page."""
    page = await room.turned(await room.asks("/search diffusion"), "›")
    title = numbered(page)[0]
    card = await room.turned(page, labels(page)[0])
    assert title in card.text
    again = await room.turned(card, next(label for label in labels(card) if label.startswith("«")))
    assert (again.text, labels(again)) == (page.text, labels(page))


async def test_pages_belong_to_who_asked(room: Room) -> None:
    """Another member's press gets a toast, and the list stays as it is."""
    page = await room.asks("/search diffusion")
    pressed = await room.taps(page, "›", by=room.bo)
    assert pressed.toast
    assert (await room.now(page)).text == page.text


async def test_an_answer_replies_to_its_question(room: Room) -> None:
    """In a group the answer is threaded to the message that asked."""
    said = await room.playground.say(room.chat, room.ann, "/search moe", wait=20)
    assert said.answer.reply_to == said.message.id


@pytest.mark.parametrize("command", ["/SEARCH@{bot} diffusion", "/search@{bot} diffusion"])
async def test_the_own_name_is_case_blind(room: Room, command: str) -> None:
    """A command with the bot's name in any case is for it."""
    assert numbered(await room.asks(command.format(bot=USERNAME.upper())))


@pytest.mark.parametrize(
    "command", ["/search@other_bot moe", f"/search@{USERNAME}x moe", "/frobnicate", "moe"]
)
async def test_what_is_not_for_the_bot_is_left_alone(room: Room, command: str) -> None:
    """Groups hold other bots, and people who talk to each other."""
    assert await room.silence(command)


async def test_an_edited_command_is_not_answered_again(room: Room) -> None:
    """Mending a typo by editing does not post a second answer."""
    said = await room.playground.say(room.chat, room.ann, "/search difusion", wait=20)
    edited = await room.playground.edit(room.chat, said.message.id, "/search diffusion", wait=20)
    assert edited.answers == []


async def test_a_mention_asks_where_it_is_heard(room: Room, playground: Playground) -> None:
    """With privacy mode off a mention is a search; its words may stand around it, after an emoji too."""
    assert await room.silence(f"@{USERNAME} 水印")
    await playground.privacy(on=False)
    room = await Room.made(playground, "en")  # the switch counts from when the bot joins
    answer = await room.asks(f"🔥🔥 @{USERNAME} 水印")
    assert WATERMARK in answer.text
    assert await room.silence("水印 is a fine word")


async def test_an_admin_bot_hears_mentions(room: Room, playground: Playground) -> None:
    """A bot that is an admin gets every message, privacy mode or not."""
    await playground.member(room.chat, "bot", "administrator", by=room.ann)
    assert WATERMARK in (await room.asks(f"@{USERNAME} 水印")).text


async def test_a_reply_to_the_bot_asks(room: Room) -> None:
    """Answering a message of the bot is talking to it, privacy mode or not."""
    answer = await room.asks("/search diffusion")
    assert WATERMARK in (await room.asks("水印", reply_to=answer.id)).text


@pytest.mark.parametrize("words", ["你好", "Hello!", "谢谢", "thank you"])
async def test_small_talk_is_no_question(room: Room, words: str) -> None:
    """A greeting is greeted back with what the bot does, not answered with papers."""
    answer = await room.asks_alone(words)
    assert answer.text.count("/search") > 2


async def test_plain_text_asks_in_private(room: Room) -> None:
    """In a private chat any text is a search."""
    assert WATERMARK in (await room.asks_alone("水印")).text


@pytest.mark.parametrize(
    "words",
    [
        "", "   ", '"', "*", "(", ")", "NOT", "AND", "a OR", "NEAR(", "^", "-x", "{a b}:c", "title:x", "100%",
        "\\", "' or 1=1 --", "<b>attention & co", "</b>&lt;", "🔥", "👩‍👩‍👧‍👦", "\u202eabc", "\u200b\u200d",
        "界" * 4000, "x" * 4000, "a " * 2000, "author:", "year:abc", "year:99999999999999999999",
        "topic:nothing",
    ],
)  # fmt: skip
async def test_bad_input_gets_a_helpful_answer(room: Room, words: str) -> None:
    """FTS syntax, HTML, emoji, endless text: always an answer that Telegram takes, never a traceback."""
    answer = await room.asks(f"/search {words}")
    assert len(answer.text) > 10


async def test_typed_html_is_shown_as_typed(room: Room) -> None:
    """The echo of the query is its very text, nothing of it bold."""
    answer = await room.asks("/search <b>zzqqxx & co")
    assert "<b>zzqqxx & co" in answer.text


async def test_nothing_found_offers_something_to_tap(room: Room) -> None:
    """A title that is nearly one of ours is offered as a button, and asked when tapped."""
    answer = await room.asks("/search author:苏冰 watermark")
    assert "author:苏冰" in answer.text or "作者" in answer.text or labels(answer)


@pytest.mark.parametrize(
    "data",
    ["t1:999999:0", "t1:-1:0", "t1:1:99999999999999999999", "old-format|17", "v1:p:17:2", "o1:1:0:zzzzzz",
     "g1:1:77", "s1:zzzzzz", "c1:999999:push:off", "c1:1:zone:../../etc",
     "c1:1:zone:Foo/Bar", "d1:424242", "x", "界"],
)  # fmt: skip
async def test_forged_and_stale_buttons_get_a_toast(room: Room, data: str) -> None:
    """Whatever comes back as a button, the press is answered and the message stays."""
    page = await room.asks("/search diffusion")
    pressed = await room.taps(page, data)
    assert pressed.toast
    assert (await room.now(page)).text == page.text


async def test_a_late_press_still_turns_the_page(room: Room, playground: Playground) -> None:
    """Telegram refuses to answer an old press; the page is turned all the same."""
    page = await room.asks("/search diffusion")
    await playground.fault(
        "answerCallbackQuery", "400", times=1,
        description="Bad Request: query is too old and response timeout expired or query ID is invalid",
    )  # fmt: skip
    await playground.tap(page, room.ann, "›", wait=1)
    await playground.quiet()
    assert "2/2" in labels(await room.now(page))


async def test_pages_work_after_a_restart(room: Room, bot: Bot) -> None:
    """Killed and started again, the bot still turns the pages of yesterday's answers."""
    page = await room.asks("/search 基于大语言模型的多智能体协作推理与规划方法研究综述 diffusion year:2025")
    wide = await room.asks("/search year:2025")
    bot.kill()
    bot.start()
    assert "2/7" in labels(await room.turned(wide, "›"))
    assert page.text
