"""Texts are read as Telegram reads them: compared with its own library, and with the reference's examples.

Each comparison reads many generated texts. `PLAYGROUND_TEXTS=200000` makes them more for a search by hand.
"""

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from playground import automatic, characters, formatted
from playground import given as beside
from playground.entities import Entity, units, view
from playground.links import checked
from playground.parse_modes import parse
from playground.wire import Refusal
from tests.playground import library
from tests.playground.library import Read, Row
from tests.playground.texts import GIVEN, HTML, MARKDOWN, OPENING, PLAIN, WHOLE, WORDS

EACH = 20
"""Texts of one example: drawing an example costs more than reading a text."""
TEXTS = int(os.environ.get("PLAYGROUND_TEXTS", "25000"))
# a failing text is named by itself, so nothing is gained by looking for a shorter one among its like
MANY = settings(
    max_examples=TEXTS // 5 // EACH, deadline=None, suppress_health_check=list(HealthCheck), database=None,
    phases=(Phase.explicit, Phase.generate), report_multiple_bugs=False,
)  # fmt: skip


def rows(entities: list[Entity]) -> list[Row]:
    """Our entities in the form of Telegram's."""
    return [(one.kind, one.offset, one.length, one.argument) for one in entities]


def read(reader: Callable[[], tuple[str, list[Entity]]]) -> Read:
    """Text and entities, or "refused" and Telegram's sentence."""
    try:
        plain, entities = reader()
    except Refusal as refusal:
        return "refused", refusal.description.removeprefix("Bad Request: ")
    return plain, rows(entities)


def pieces(table: list[str], most: int = 16) -> st.SearchStrategy[str]:
    """Pieces of a table, put together."""
    piece = st.sampled_from(table)
    return st.lists(piece, min_size=1, max_size=most).map("".join)


@st.composite
def nested(draw: st.DrawFn) -> str:
    """HTML whose tags mostly close, in the right order."""
    out, stack = [], []
    for piece in draw(st.lists(st.sampled_from([*OPENING, *OPENING, *PLAIN, "&lt;", "</>"]), max_size=8)):
        out.append(piece)
        if piece == "</>":
            out[-1] = f"</{stack.pop()}>" if stack else ""
        elif piece in OPENING:
            stack.append(piece[1:-1].split()[0])
            out.append("x")
    return "".join([*out, *(f"y</{tag}>" for tag in reversed(stack))])


@st.composite
def closed(draw: st.DrawFn) -> str:
    """MarkdownV2 whose marks close, one inside another or one after another."""
    text = draw(st.sampled_from(PLAIN)) + "x"
    for begin, end in draw(st.lists(st.sampled_from(WHOLE), max_size=5)):
        text = (
            begin + text + end if draw(st.booleans()) else text + begin + draw(st.sampled_from(PLAIN)) + end
        )
    return text


def compare(text: str, mode: str) -> None:
    """Markup is read alike, and what comes of it is mended alike."""
    ours = read(lambda: parse(text, mode))
    if has_halves(ours):
        # Telegram's library ends the program when it is to write such an argument as JSON; its server refuses
        # the call when it reads the entity
        plain, entities = parse(text, mode)
        ours = read(lambda: formatted.prepared(plain, entities))
        assert ours[0] == "refused", text
        assert "must be encoded in UTF-8" in str(ours[1]), text
        return
    assert ours == library.parsed(text, mode), text
    if ours[0] != "refused" and library.unmarked(ours[0]):
        compare_given(*parse(text, mode))


def has_halves(ours: Read) -> bool:
    """Whether an argument holds half a character, by a reference to a surrogate or by a cut."""
    return any("\ud800" <= one <= "\udfff" for row in ours[1] if len(row) > 1 for one in row[3])


def compare_given(text: str, entities: list[Entity]) -> None:
    """A text with entities is cleaned, and its entities are moved, cut, dropped and refused, alike."""
    assert read(lambda: formatted.prepared(text, entities)) == library.prepared(text, entities), (
        text,
        entities,
    )


@MANY
@given(st.lists(st.one_of(pieces(HTML), nested(), nested()), min_size=EACH, max_size=EACH))
def test_html_reads_as_telegram_reads_it(texts: list[str]) -> None:
    """Text, entities and refusals with byte offsets of any HTML are those of Telegram's parser."""
    for text in texts:
        compare(text, "HTML")


@MANY
@given(st.lists(st.one_of(pieces(MARKDOWN, 8), closed()), min_size=EACH, max_size=EACH))
def test_markdown_v2_reads_as_telegram_reads_it(texts: list[str]) -> None:
    """Text, entities and refusals with byte offsets of any MarkdownV2 are those of Telegram's parser."""
    for text in texts:
        compare(text, "MarkdownV2")


@MANY
@given(st.lists(pieces(MARKDOWN, 8), min_size=EACH, max_size=EACH))
def test_markdown_reads_as_telegram_reads_it(texts: list[str]) -> None:
    """Text, entities and refusals with byte offsets of the older Markdown are those of Telegram's parser."""
    for text in texts:
        compare(text, "Markdown")


@MANY
@given(st.lists(pieces(WORDS), min_size=EACH, max_size=EACH))
def test_automatic_entities_are_telegrams(texts: list[str]) -> None:
    """Commands, mentions, tags, links, addresses, cards and times are found where Telegram finds them."""
    for text in texts:
        assert rows(automatic.found(text, times=True)) == library.found(text), text


GIVEN_KINDS = [(kind, argument) for kind, arguments in GIVEN for argument in arguments]
ODD_LENGTHS = {96: -1, 97: 0, 98: 1_000_001}
ODD_OFFSETS = {98: -1, 99: 13}
PERCENT = st.integers(0, 99)
ANYWHERE = st.lists(st.tuples(PERCENT, PERCENT, st.sampled_from(GIVEN_KINDS)), min_size=1, max_size=6)


def laid(text: str, drawn: list[tuple[int, int, tuple[str, str]]]) -> tuple[str, list[Entity]]:
    """A text and entities anywhere over it, now and then beyond it or in a character's middle."""
    length = units(text)
    entities = []
    for begin, end, (kind, argument) in drawn:
        offset = ODD_OFFSETS.get(begin, begin % (length + 1))
        extent = ODD_LENGTHS.get(end, 1 + end % (length + 1 - min(offset, length)))
        entities.append(Entity(kind, offset, extent, argument))
    return text, entities


@MANY
@given(st.lists(st.builds(laid, pieces(PLAIN, 12), ANYWHERE), min_size=EACH, max_size=EACH))
def test_given_entities_are_mended_as_telegram_mends_them(texts: list[tuple[str, list[Entity]]]) -> None:
    """Nested, crossing and misplaced entities are cut, joined, dropped and refused as Telegram does it."""
    for text, entities in texts:
        compare_given(text, entities)


def test_letters_and_numbers_are_telegrams() -> None:
    """At both edges of every run of letters and numbers, Telegram's library agrees on which they are."""
    edges = {one for first, last, _ in characters.runs() for one in (first - 1, first, last, last + 1)}
    for code in sorted(edges):
        text = f"#a{chr(code)} @abcd{chr(code)} #{chr(code)}"
        assert rows(automatic.found(text)) == library.found(text), hex(code)


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
        ("<span>s</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<tg-emoji emoji-id='x'>👍</tg-emoji>", "Invalid custom emoji identifier specified"),
        ("<tg-time unix='5' format='q'>x</tg-time>", "Invalid date format used"),
    ],
)
def test_html_is_refused_in_telegrams_words(text: str, sentence: str) -> None:
    """The refusals of the facts page and of the library, word for word, with byte offsets."""
    assert read(lambda: parse(text, "HTML")) == ("refused", f"can't parse entities: {sentence}")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  a \n", ("a", [])),
        ("a\tb\x00c\rd", ("a b cd", [])),
        ("\u202eabc\u2028", ("abc", [])),
        ("a\u200e\u200f\u200eb", ("a\u200c\u200c\u200eb", [])),
        (" \n\t ", ("", [])),
        ("\u200b\u3000\u2060\u00a0", ("\u200b\u3000\u2060\u00a0", [])),
        ("\u200b\u3000\u00a0\u200d\ufeff", ("", [])),
    ],
)
def test_texts_are_cleaned_and_trimmed(text: str, kept: Read) -> None:
    """Control characters, marks of direction and white space, as the library's source treats them."""
    whole = formatted.formatted(text, [])
    assert (whole.text, rows(whole.entities)) == kept


@pytest.mark.parametrize(
    ("text", "bold", "kept"),
    [
        ("  a  ", (0, 5), ("  a", [("bold", 0, 3, "")])),
        ("  a b ", (4, 2), ("a b", [("bold", 2, 1, "")])),
        (" hi @durov x", (1, 10), ("hi @durov x", [
            ("bold", 0, 3, ""), ("mention", 3, 6, ""), ("bold", 3, 6, ""), ("bold", 9, 1, "")])),
        ("pay 4111111111111111 now", (0, 24), ("pay 4111111111111111 now", [
            ("bold", 0, 4, ""), ("bold", 4, 16, ""), ("bold", 20, 4, "")])),
    ],
)  # fmt: skip
def test_white_space_is_cut_up_to_the_first_entity(text: str, bold: tuple[int, int], kept: Read) -> None:
    """An entity keeps white space before it; styles are cut where another entity begins, a hidden one too."""
    whole = formatted.formatted(text, [Entity("bold", *bold)])
    assert (whole.text, rows(whole.entities)) == kept


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=40), styled=st.booleans())
def test_formatted_text_is_trimmed_and_entities_lie_inside(text: str, styled: bool) -> None:
    """Whatever is sent, the kept text ends in no white space and no entity leaves it."""
    kept = formatted.formatted(text, [Entity("bold", 0, units(text))] if styled and text else [])
    assert kept.text == kept.text.rstrip(" \n")
    assert all(0 <= one.offset < one.end <= units(kept.text) for one in kept.entities)


@pytest.mark.parametrize(
    ("argument", "shown"),
    [("5", {}), ("5 r", {"date_time_format": "r"}), ("5 wDt", {"date_time_format": "wDt"})],
)
def test_times_are_shown_with_their_form(argument: str, shown: dict[str, str]) -> None:
    """A `date_time` tells its Unix time, and its form where it has one."""
    entity = view(Entity("date_time", 0, 1, argument), lambda _: None)
    assert entity == {"type": "date_time", "offset": 0, "length": 1, "unix_time": 5, **shown}


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


@pytest.mark.parametrize(
    ("entities", "kept"),
    [
        (None, []),
        ({"type": "bold"}, []),
        ([{"type": "mention", "offset": 0, "length": 3}], []),
        ([{"type": "bold", "offset": "1", "length": 2.0}], "Field \"length\" must be a valid Number"),
        ([{"type": "bold", "offset": "1", "length": 2}], [("bold", 1, 2, "")]),
        ([{"type": "pre", "offset": 0, "length": 1, "language": "py"}], [("pre", 0, 1, "py")]),
        ([{"type": "text_mention", "offset": 0, "length": 1, "user": {"id": 7}}],
         [("text_mention", 0, 1, "7")]),
        ([{"type": "date_time", "offset": 0, "length": 1, "unix_time": 5, "date_time_format": "tdw"}],
         [("date_time", 0, 1, "5 wdt")]),
        (["bold"], "expected an Object"),
        ([{"type": "bold", "length": 1}], "Can't find field \"offset\""),
        ([{"type": "bold", "offset": [], "length": 1}], "Field \"offset\" must be of type Number"),
        ([{"offset": 0, "length": 1}], "Can't find field \"type\""),
        ([{"type": "", "offset": 0, "length": 1}], "Type is not specified"),
        ([{"type": "glow", "offset": 0, "length": 1}], "Unsupported type specified"),
        ([{"type": "text_link", "offset": 0, "length": 1}], "Can't find field \"url\""),
        ([{"type": "text_mention", "offset": 0, "length": 1}], "Can't find field \"user\""),
        ([{"type": "custom_emoji", "offset": 0, "length": 1, "custom_emoji_id": "x"}],
         "Field \"custom_emoji_id\" must be a valid Number"),
    ],
)  # fmt: skip
def test_given_entities_are_read_as_the_server_reads_them(entities: object, kept: list[Row] | str) -> None:
    """Fields by kind, found kinds passed over, and the refusals of the Bot API server's source."""
    wanted = ("refused", f"can't parse MessageEntity: {kept}") if isinstance(kept, str) else ("", kept)
    assert read(lambda: ("", beside.read(entities))) == wanted
