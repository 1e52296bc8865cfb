"""Texts are read as Telegram reads them: compared with its own library, and with the reference's examples."""
# ruff: noqa: E501 - tables of pieces

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from playground.automatic import found
from playground.entities import Entity, html, units
from playground.formatted import formatted
from playground.links import checked
from playground.markdown import version_1, version_2
from playground.mending import mended
from playground.wire import Refusal

Ask = Callable[[dict[str, Any]], dict[str, Any]]
NAMES = {
    "Bold": "bold", "Italic": "italic", "Underline": "underline", "Strikethrough": "strikethrough",
    "Spoiler": "spoiler", "BlockQuote": "blockquote", "ExpandableBlockQuote": "expandable_blockquote",
    "Code": "code", "Pre": "pre", "PreCode": "pre", "TextUrl": "text_link", "MentionName": "text_mention",
    "CustomEmoji": "custom_emoji", "DateTime": "date_time", "BotCommand": "bot_command", "Hashtag": "hashtag",
    "Cashtag": "cashtag", "Mention": "mention", "Url": "url", "EmailAddress": "email",
}  # fmt: skip
UNTOLD = {"BankCardNumber", "MediaTimestamp"}
PREFIX = "Can't parse entities: "
EXAMPLES = int(os.environ.get("PLAYGROUND_EXAMPLES", "400"))
FAST = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


def told(answer: dict[str, Any]) -> list[tuple[str, int, int, str]]:
    """The entities of Telegram's answer, in our words."""
    rows = []
    for one in answer["entities"]:
        kind = one["type"]["@type"].removeprefix("textEntityType")
        if kind not in UNTOLD:
            what = one["type"]
            argument = (
                what.get("url") or what.get("language") or what.get("user_id") or what.get("custom_emoji_id")
            )
            rows.append((NAMES[kind], one["offset"], one["length"], str(argument or "")))
    return rows


def ours(entities: list[Entity]) -> list[tuple[str, int, int, str]]:
    """Our entities in the same form."""
    return [(one.kind, one.offset, one.length, one.argument) for one in entities]


def read(text: str, reader: Callable[[str], tuple[str, list[Entity]]] = html) -> tuple[str, object]:
    """What our parser makes of a text: text and entities, or Telegram's sentence."""
    try:
        plain, entities = reader(text)
    except Refusal as refusal:
        return "refused", refusal.description.removeprefix("Bad Request: can't parse entities: ")
    return plain, ours(entities)


HTML = {"@type": "textParseModeHTML"}


def read_by_telegram(ask: Ask, text: str, mode: dict[str, Any] = HTML) -> tuple[str, object]:
    """What Telegram's parser makes of a text."""
    answer = ask({"@type": "parseTextEntities", "text": text, "parse_mode": mode})
    if answer["@type"] == "error":
        return "refused", answer["message"].removeprefix(PREFIX)
    return answer["text"], told(answer)


PIECES = [
    "<b>", "</b>", "<i>", "</i>", "<a href='http://Ex.com'>", '<a href="x.y/?q=1&amp;z">', "</a>", "<code>",
    "</code>", "<pre>", "</pre>", '<code class="language-py">', "<blockquote>", "<blockquote expandable>",
    "<blockquote expandable=''>", "</blockquote>", "<tg-spoiler>", "</tg-spoiler>",
    "<span class='tg-spoiler'>", "<span>", "</span>", "<u>", "</u>", "<s>", "</s>", "</>", "<", ">", "&", "&lt;",
    "&amp", "&#65;", "&#x1F600;", "&#xD800;", "&nbsp;", "a", "b c", "\n", " ", "é", "中", "😀", "<B>", "</B>",
    "<b x=1>", "<b x>", "<b x", "<b x=", "<b x='a", "<a>", "<a href>", "<a href='tg://user?id=5'>",
    "<a href='tg:resolve?domain=x'>", "<a href=''>", "<tg-emoji emoji-id='55'>", "</tg-emoji>", "<foo>", "<b/>",
    "<em >", "</em >", "</ em>", "<strong>", "</strong>", "<a href='http://u:p@H.com:080/ a b'>",
    "<a href='ftp://x.com'>", "<a href='localhost'>", "<a href='[::1]'>", "<a href='x.y:99999'>", "=", "'", '"',
]  # fmt: skip
OPENING = [
    piece for piece in PIECES if piece.startswith("<") and piece.endswith(">") and "/" not in piece[:2]
]


@st.composite
def nested(draw: st.DrawFn) -> str:
    """HTML whose tags mostly close."""
    out, stack = [], []
    for _ in range(draw(st.integers(1, 8))):
        piece = draw(st.sampled_from([*OPENING, "a", "中", "😀", " ", "&lt;"]))
        out.append(piece)
        if piece.startswith("<"):
            stack.append(piece[1:-1].split()[0].lower())
        if stack and draw(st.booleans()):
            out.append(f"x</{stack.pop()}>")
    out.extend(f"y</{tag}>" for tag in reversed(stack))
    return "".join(out)


@FAST
@given(text=st.one_of(st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map("".join), nested()))
def test_html_reads_as_telegram_reads_it(telegram: Ask, text: str) -> None:
    """Text, entities and refusals of any HTML are those of Telegram's parser."""
    assert read(text) == read_by_telegram(telegram, text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<foo>x</foo>", 'Unsupported start tag "foo" at byte offset 0'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ("</b>", "Unexpected end tag at byte offset 0"),
        ("<i>a</i", "Unclosed end tag at byte offset 4"),
        ("<br>", 'Unsupported start tag "br" at byte offset 0'),
    ],
)
def test_html_is_refused_in_telegrams_words(text: str, sentence: str) -> None:
    """The refusals of the facts page, word for word, with byte offsets."""
    assert read(text) == ("refused", sentence)


MARKS = [
    "*", "_", "__", "~", "||", "`", "```", "[", "]", "(", ")", "](b.c)", "](tg://user?id=5)", "![",
    "](tg://emoji?id=5)", ">", "\n>", "**>", "\n**>", "||\n", "\n", "\\", "a", "b c", "中", "😀", " ", "py\n", "py ",
    ".", "!", "|", "\\*", "\\_", "\\.", "\\\n", "(x", "\r", "\r\n", "*a*", "_b_", "__c__", "~d~", "||e||", "`f`",
    "[g](h.i)", ">q", "\n>r||", "```js\nx```", "\\>", "\\)",
]  # fmt: skip


@FAST
@given(
    text=st.lists(st.sampled_from(MARKS), min_size=1, max_size=7).map("".join),
    version=st.sampled_from([1, 2]),
)
def test_markdown_reads_as_telegram_reads_it(telegram: Ask, text: str, version: int) -> None:
    """Text, entities and refusals of MarkdownV2 and Markdown are those of Telegram's parser."""
    mode = {"@type": "textParseModeMarkdown", "version": version}
    reader = version_2 if version == 2 else version_1
    assert read(text, reader) == read_by_telegram(telegram, text, mode)


WORDS = [
    "/start", "/", "@", "bot", "foo_bot", "#", "tag", "тег", "中文", "1", "12", "$", "USD", "A", "1INCH", ".", "com",
    "org", "a", "b-c", "_", "http://", "https://", "ftp://", "shttp://", "tg://", "resolve?x", "/path", "?q=1",
    "#f", ":80", ":99999", ":", "@x.com", "me@", "mailto:", " ", "\n", ",", "!", "(", ")", "[", "]", "<", ">", '"',
    "«", "»", "😀", "·", "\u200c", "é", "É", "192.168.0.1", "300.1.1.1", "4111111111111111", "12:30", "xn--p1ai",
    "рф", "РФ", "COM", "-", "+", "~", "'", "`", "t.me", "@gif", "arxiv.org/abs/2501.00001", "cs.LG", "e.g.",
    "\u2014", "\u2003", "{", "}", "%20", "&", "=", "*", "/help@foo_bot", "/a/b", "#a@gif", "4111 1111 1111 1111",
]  # fmt: skip


@FAST
@given(text=st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map("".join))
def test_automatic_entities_are_telegrams(telegram: Ask, text: str) -> None:
    """Commands, mentions, tags, links and addresses are found where Telegram finds them."""
    answer = telegram({"@type": "getTextEntities", "text": text})
    assert [row[:3] for row in ours(found(text))] == [row[:3] for row in told(answer)]


KINDS = ["bold", "italic", "underline", "strikethrough", "spoiler", "blockquote", "expandable_blockquote", "code",
         "pre", "text_link"]  # fmt: skip
BACK = {ours: theirs for theirs, ours in NAMES.items() if theirs != "PreCode"}


@st.composite
def marked(draw: st.DrawFn) -> tuple[str, list[Entity]]:
    """A text and entities anywhere over it."""
    text = draw(st.text("ab 中😀\n", min_size=1, max_size=12).filter(str.strip))
    places = [units(text[:at]) for at in range(len(text) + 1)]
    entities = []
    for _ in range(draw(st.integers(1, 5))):
        begin, end = sorted(draw(st.lists(st.sampled_from(places), min_size=2, max_size=2)))
        kind = draw(st.sampled_from(KINDS))
        if end > begin:
            entities.append(Entity(kind, begin, end - begin, "http://e.x/" if kind == "text_link" else ""))
    return text, sorted(entities, key=Entity.rank)


@FAST
@given(both=marked())
def test_entities_are_mended_as_telegram_mends_them(telegram: Ask, both: tuple[str, list[Entity]]) -> None:
    """Nested and crossing entities are cut, joined and dropped as Telegram's library does it."""
    text, entities = both
    rows = []
    for one in entities:
        what = {"@type": f"textEntityType{BACK[one.kind]}"} | ({"url": one.argument} if one.argument else {})
        rows.append({"@type": "textEntity", "offset": one.offset, "length": one.length, "type": what})
    request = {"@type": "parseMarkdown", "text": {"@type": "formattedText", "text": text, "entities": rows}}
    assert ours(mended(entities)) == told(telegram(request))


@FAST
@given(text=st.text(max_size=40), styled=st.booleans())
def test_formatted_text_is_trimmed_and_entities_lie_inside(text: str, styled: bool) -> None:
    """Whatever is sent, the kept text has no white space around it and no entity leaves it."""
    kept = formatted(text, [Entity("bold", 0, units(text))] if styled and text else [])
    assert kept.text == kept.text.strip(" \n")
    assert all(0 <= one.offset < one.end <= units(kept.text) for one in kept.entities)


@pytest.mark.parametrize(
    ("link", "kept"),
    [
        ("http://A.b", "http://a.b/"),
        ("notaurl", ""),
        ("", ""),
        ("arxiv.org/abs/1", "http://arxiv.org/abs/1"),
        ("https://x.y?q", "https://x.y/?q"),
        ("tg://resolve?domain=a", "tg://resolve?domain=a"),
        ("javascript:alert(1)", ""),
        ("ftp://x.com", ""),
    ],
)
def test_links_are_written_as_telegram_writes_them(link: str, kept: str) -> None:
    """Links are made whole; what is no link is dropped."""
    assert checked(link) == kept
