"""Every command in a group and in private, in Chinese and English, with its buttons."""

from __future__ import annotations

import re

import pytest
from talk import USERNAME, Room, labels, numbered

from handlers.replies import texts
from playground.client import Playground

EVERY = [
    "/start", "/help", "/search diffusion", "/paper https://icml.cc/virtual/2025/poster/46008", "/daily",
    "/topics", "/subscribe diffusion", "/unsubscribe diffusion", "/subscriptions", "/settings", "/privacy",
    "/forget", "/saved", "/latest",
]  # fmt: skip


@pytest.mark.parametrize("privacy", [True, False])
@pytest.mark.parametrize("command", EVERY)
async def test_every_command_answers_in_a_group(
    playground: Playground, language: str, command: str, *, privacy: bool
) -> None:
    """With privacy mode on or off, an admin's command gets one answer, in the group's language."""
    await playground.privacy(on=privacy)
    room = await Room.made(playground, language)
    answer = await room.asks(command)
    assert speaks(answer.text) == language


@pytest.mark.parametrize("command", EVERY)
async def test_every_command_answers_in_private(either: Room, command: str) -> None:
    """The same in a person's own chat, before anything else was said there."""
    answer = await either.asks_alone(command)
    assert speaks(answer.text) == either.language
    assert answer.text != texts.of(either.language)("start.unknown_command")


async def test_the_welcome_says_when_the_paper_comes(either: Room) -> None:
    """Added to a group, the bot greets once, names the next paper's time, and offers to change it."""
    posted = [message for message in await either.playground.messages(either.chat) if message.by_bot]
    assert len(posted) == 1
    assert "09:00" in posted[0].text
    assert len(labels(posted[0])) == 3


async def test_start_offers_examples_and_the_way_into_a_group(either: Room) -> None:
    """Three examples to copy, and a button that adds the bot to a group."""
    answer = await either.asks_alone("/start")
    assert len(re.findall(r"^/search .+$", answer.text, re.MULTILINE)) == 3
    assert any("startgroup" in button.url for button in answer.buttons)


async def test_help_says_what_privacy_mode_hides(either: Room) -> None:
    """With privacy mode on, /help says that mentions do not arrive; with it off, that they do."""
    on = await either.asks("/help")
    t = texts.of(either.language)
    assert t("help.mention_off") in on.text


async def test_the_menu_speaks_the_persons_language(either: Room) -> None:
    """Commands stand in the menu with descriptions in the language of the one who looks."""
    menu = {
        str(c["command"]): c["description"] for c in await either.playground.commands(either.chat, either.bo)
    }
    assert menu["search"] == texts.of(either.language)("command.search")
    assert "settings" not in menu
    admins = {str(c["command"]) for c in await either.playground.commands(either.chat, either.ann)}
    assert "settings" in admins


async def test_an_unknown_command_gets_a_hint_in_private_only(room: Room) -> None:
    """Alone with the bot a slip is answered; a group holds other bots."""
    assert "/help" in (await room.asks_alone("/serach diffusion")).text
    assert await room.silence("/serach diffusion")


@pytest.mark.parametrize("name", ["", "no-such-paper", "https://arxiv.org/abs/9999.99999", "<b>"])
async def test_an_unknown_paper_is_said_with_what_to_do(room: Room, name: str) -> None:
    """/paper without a paper says how to name one."""
    assert "/" in (await room.asks(f"/paper {name}")).text


async def test_an_empty_reading_list_says_how_to_fill_it(either: Room) -> None:
    """Nothing saved is no search that found nothing."""
    assert (await either.asks_alone("/saved")).text == texts.of(either.language)("empty.saved")


@pytest.mark.parametrize("name", ["2412.99999", "https://arxiv.org/abs/2412.99999v2", "10.1000/nobody"])
async def test_an_identifier_that_is_not_here_is_said(room: Room, name: str) -> None:
    """A link or id of a paper that was never imported: no talk of shorter words."""
    for command in ("/search", "/paper"):
        answer = await room.asks(f"{command} {name}")
        assert answer.text == texts.of("en")("paper.unknown", asked=name)


async def test_a_deep_link_opens_a_card(room: Room) -> None:
    """The share link of a card leads to the same card in private."""
    card = await room.asks("/paper https://icml.cc/virtual/2025/poster/46008")
    share = next(str(e["url"]) for e in card.entities if "start=p_" in str(e.get("url", "")))
    said = await room.playground.open(room.bo, share.partition("start=")[2], wait=20)
    assert said.answer.text.split("\n")[0] == card.text.split("\n")[0]


async def test_topics_lead_to_their_papers(room: Room) -> None:
    """A topic's button lists exactly as many papers as it says."""
    topics = await room.asks("/topics")
    label = labels(topics)[0]
    pressed = await room.taps(topics, label)
    assert label.rsplit(" ", 1)[1] in pressed.answers[0].text.split("\n")[0]
    assert "2/3" in labels(await room.turned(topics, "›"))


async def test_a_person_subscribes_in_private(either: Room) -> None:
    """/subscribe in private follows at once, by a misspelt topic; the list ends it with one tap."""
    done = await either.asks_alone("/subscribe difusion models")
    topic = "扩散模型" if either.language == "zh" else "Diffusion and flow models"
    assert topic in done.text
    assert "09:00" in done.text
    kept = await either.asks_alone("/subscriptions")
    assert topic in " ".join((kept.text, *labels(kept)))
    left = await either.turned(kept, labels(kept)[0])
    assert topic not in " ".join((left.text, *labels(left)))


async def test_a_group_subscribes_by_its_admin(room: Room) -> None:
    """Only an admin's press counts for the group; a member gets a toast that says so."""
    offer = await room.asks("/subscribe protein folding", by=room.bo)
    here, _ = labels(offer)
    refused = await room.taps(offer, here, by=room.bo)
    assert refused.alert
    done = await room.turned(offer, here, by=room.ann)
    assert "protein folding" in done.text
    assert "protein folding" in " ".join(labels(await room.asks("/subscriptions")))
    ended = await room.asks("/unsubscribe protein folding")
    assert "protein folding" in ended.text
    assert "protein folding" not in (await room.asks("/subscriptions")).text


async def test_for_me_is_a_link_until_the_person_has_started(room: Room) -> None:
    """The bot may not write first: "for me" leads to Start; afterwards it works at once."""
    offer = await room.asks("/subscribe cyclic peptides", by=room.bo)
    link = next(button.url for button in offer.buttons if button.url)
    assert link.startswith(f"https://t.me/{USERNAME}?start=")
    said = await room.playground.open(room.bo, link.partition("start=")[2], wait=20)
    assert "cyclic peptides" in said.answer.text
    again = await room.asks("/subscribe author:苏冰", by=room.bo)
    pressed = await room.taps(again, labels(again)[1], by=room.bo)
    assert "苏冰" in (pressed.toast or "")
    kept = await room.asks_alone("/subscriptions", by=room.bo)
    assert [word for word in ("cyclic peptides", "苏冰") if word not in kept.text] == []


async def test_settings_by_words(either: Room) -> None:
    """Hour and zone typed: the answer names the zone and the next time."""
    answer = await either.asks("/settings 21:30 UTC+8")
    assert "21:30" in answer.text
    assert "UTC+08:00" in answer.text


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("zone CST", "Asia/Shanghai"),
        ("zone ../../etc/passwd", "/settings zone"),
        ("25:99", "/settings 09:00"),
        ("make it nice", "/settings"),
    ],
)
async def test_unclear_settings_say_what_to_type(room: Room, words: str, hint: str) -> None:
    """An ambiguous zone is asked back, a wrong hour or word answered with an example."""
    answer = await room.asks(f"/settings {words}")
    assert hint in " ".join((answer.text, *labels(answer)))


async def test_settings_by_buttons(room: Room) -> None:
    """One message, edited in place: hour, zone, off and on, language; any admin may go on with it."""
    panel = await room.asks("/settings")
    hours = await room.turned(panel, "Change hour")
    panel = await room.turned(hours, next(label for label in labels(hours) if "21:00" in label))
    assert "21:00" in panel.text
    panel = await room.turned(panel, "Turn the daily paper off")
    assert "off" in panel.text
    panel = await room.turned(panel, "Turn the daily paper on")
    panel = await room.turned(panel, "中文")
    assert speaks(panel.text) == "zh"


async def test_members_may_not_change_settings(room: Room) -> None:
    """A member's command gets a short note that removes itself; a member's press a toast."""
    note = await room.asks("/settings", by=room.bo)
    assert note.text == texts.of("en")("refused.admins_only")
    panel = await room.asks("/settings")
    pressed = await room.taps(panel, "Turn the daily paper off", by=room.bo)
    assert pressed.alert
    assert (await room.now(panel)).text == panel.text
    event = await room.playground.clock(advance=40)
    assert event
    await room.playground.quiet(timeout=10, settle=3)
    assert note.id not in {message.id for message in await room.playground.messages(room.chat)}


async def test_an_admin_who_stops_being_one_is_refused_at_once(room: Room) -> None:
    """Rights are asked for anew at each press."""
    await room.playground.member(room.chat, room.bo, "administrator", by=room.ann)
    panel = await room.asks("/settings", by=room.bo)
    await room.playground.member(room.chat, room.bo, "member", by=room.ann)
    assert (await room.taps(panel, "Turn the daily paper off", by=room.bo)).alert


async def test_the_anonymous_admin_counts_and_channels_do_not(room: Room, playground: Playground) -> None:
    """Speaking as the group itself is an admin's right; speaking as a channel is not."""
    await playground.member(room.chat, room.ann, "creator", anonymous=True)
    said = await playground.say(room.chat, room.ann, "/settings off", speaker="anonymous", wait=20)
    assert "off" in said.answer.text
    channel = await playground.new_chat("channel", "News", room.ann)
    refused = await playground.say(room.chat, room.ann, "/settings on", speaker=channel, wait=20)
    assert refused.answer.text == texts.of("en")("refused.admins_only")


async def test_forget_deletes_in_private(either: Room) -> None:
    """After a yes, the subscriptions are gone; after a no, they are there."""
    await either.asks_alone("/subscribe diffusion")
    ask = await either.asks_alone("/forget")
    await either.turned(ask, labels(ask)[1])
    assert labels(await either.asks_alone("/subscriptions")) != []
    ask = await either.asks_alone("/forget")
    gone = await either.turned(ask, labels(ask)[0])
    assert gone.text == texts.of(either.language)("forget.done")
    assert texts.of(either.language)("follow.none") in (await either.asks_alone("/subscriptions")).text


async def test_members_cannot_forget_the_group(room: Room) -> None:
    """Even where everyone may change settings, only an admin deletes what the group has."""
    await room.turned(await room.asks("/settings"), "Let everyone change")
    await room.asks("/settings 21:30", by=room.bo)
    ask = await room.asks("/forget", by=room.bo)
    pressed = await room.taps(ask, labels(ask)[0], by=room.bo)
    assert pressed.toast == texts.of("en")("forget.own")
    assert "21:30" in (await room.asks("/settings")).text


async def test_save_bibtex_and_related_under_a_card(room: Room) -> None:
    """Each button does what its words say; a second press on save takes the paper off the list."""
    card = await room.asks("/paper https://icml.cc/virtual/2025/poster/46008")
    assert (await room.taps(card, "Save", by=room.bo)).toast
    kept = await room.asks_alone("/saved", by=room.bo)
    assert "Robust Multi-bit Text Watermark" in kept.text
    bibtex = (await room.taps(card, "BibTeX")).answers[0]
    assert "title" in bibtex.text
    assert "Robust Multi-bit Text Watermark" in bibtex.text
    related = (await room.taps(card, "Related")).answers[0]
    assert numbered(related)
    await room.taps(card, "Save", by=room.bo)
    assert "Robust Multi-bit" not in (await room.asks_alone("/saved", by=room.bo)).text


async def test_answers_stay_in_their_forum_topic(playground: Playground) -> None:
    """Asked in a topic, answered in it, pages too; asked in General, answered there."""
    room = await Room.made(playground, "en")
    forum = await playground.new_chat("supergroup", "Forum", room.ann, forum=True)
    await playground.member(forum, "bot", "member", by=room.ann)
    topic = await playground.new_topic(forum, "Papers")
    said = await playground.say(forum, room.ann, "/search diffusion", thread=topic, wait=20)
    assert said.answer.thread == topic
    assert numbered(await room.turned(said.answer, "›"))
    general = await playground.say(forum, room.ann, "/search diffusion", wait=20)
    assert general.answer.thread in (None, 1)


async def test_a_topic_has_settings_of_its_own(playground: Playground) -> None:
    """/settings in a topic sets that topic's place; the rest of the forum keeps its own."""
    room = await Room.made(playground, "en")
    forum = await playground.new_chat("supergroup", "Forum", room.ann, forum=True)
    await playground.member(forum, "bot", "member", by=room.ann)
    topic = await playground.new_topic(forum, "Papers")
    await playground.say(forum, room.ann, "/settings 06:45 language zh", thread=topic, wait=20)
    inside = (await playground.say(forum, room.ann, "/settings", thread=topic, wait=20)).answer
    outside = (await playground.say(forum, room.ann, "/settings", wait=20)).answer
    assert ("06:45" in inside.text, speaks(inside.text)) == (True, "zh")
    assert ("06:45" in outside.text, speaks(outside.text)) == (False, "en")


async def test_removed_and_added_again(room: Room, playground: Playground) -> None:
    """Removal is met with silence; on return the settings are as they were."""
    await room.asks("/settings 21:30")
    before = len(await playground.calls())
    await playground.member(room.chat, "bot", "kicked", by=room.ann)
    await playground.quiet()
    sent = [call for call in (await playground.calls())[before:] if str(call["method"]).startswith("send")]
    assert sent == []
    await playground.member(room.chat, "bot", "member", by=room.ann)
    await playground.quiet()
    assert "21:30" in (await room.asks("/settings")).text


def speaks(text: str) -> str:
    """The language of an answer, by its first line: lists hold titles and names in both scripts."""
    return "zh" if re.search(r"[\u4e00-\u9fff]", text.partition("\n")[0]) else "en"
