"""Foreign text on its way into a card: tidied, cut, escaped."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from handlers.replies.cards import markup
from handlers.replies.cards.latex import readable

ANYTHING = st.text(st.characters(codec=None), max_size=200)  # lone surrogates too
FAMILY = "👨‍👩‍👧‍👦"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x00b", "a b"),
        ("zero\u200bwidth\ufeff\u00ad", "zerowidth"),
        ("evil \u202egnp.exe\u202c \u2066x", "evil gnp.exe x"),
        ("cut \ud83d", "cut"),
        (FAMILY, FAMILY),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("a\u200db", "ab"),
        ("one\r\n\r\n\r\n\r\ntwo\rthree", "one\n\ntwo\nthree"),
        ("\u3000全角 \t空格\u00a0", "全角 空格"),
        ("z" + "\u0301" * 500, "z" + "\u0301" * 6),
    ],
)
def test_what_cannot_be_seen_goes(text: str, shown: str) -> None:
    """Controls, zero widths and lone surrogates vanish; what joins emoji and Persian letters stays."""
    assert markup.tidy(text) == shown


@given(ANYTHING)
def test_tidy_text_is_sendable_and_stays(text: str) -> None:
    """Tidied text can be encoded, and tidying it again changes nothing."""
    tidied = markup.tidy(text)
    assert tidied.encode("utf-8").decode("utf-8") == tidied
    assert markup.tidy(tidied) == tidied


@given(st.text(max_size=60) | st.text("🔥👩‍e\u0301界a ", max_size=60), st.integers(1, 40))
def test_a_cut_falls_between_graphemes(text: str, limit: int) -> None:
    """A cut text keeps whole graphemes from the front, ends in an ellipsis and obeys its limit."""
    cut = markup.clip(text, limit)
    assert markup.units(cut) <= limit
    if cut != text:
        graphemes = regex.findall(r"\X", text)
        starts = {"".join(graphemes[:number]).rstrip() for number in range(len(graphemes))}
        assert cut.endswith("…")
        assert cut[:-1] in starts


def test_units_are_of_utf16() -> None:
    """An emoji outside the first plane counts two."""
    assert [markup.units(text) for text in ("a", "界", "🔥", FAMILY)] == [1, 1, 2, 11]


@pytest.mark.parametrize(
    ("text", "shown", "strong"),
    [
        ("a **closed form** here", "a closed form here", ["closed form"]),
        ("这个**闭式解(closed-form)**来", "这个闭式解(closed-form)来", ["闭式解(closed-form)"]),
        ("2 ** 3 ** 4", "2 ** 3 ** 4", []),
        ("open **only", "open **only", []),
        ("**a** **b**", "a b", ["a", "b"]),
        ("**a\nb**", "**a\nb**", []),
        ("****", "****", []),
        ("**<b>&amp;**", "<b>&amp;", ["<b>&amp;"]),
    ],
)
def test_asterisks_make_bold(parse: Callable[..., object], text: str, shown: str, strong: list[str]) -> None:
    """Pairs of asterisks around words are bold; others are themselves."""
    answer = parse(markup.rich(text, 100))
    assert (answer.text, answer.those("Bold")) == (shown, strong)  # type: ignore[attr-defined]


@given(st.text("ab*<&🔥\n ", max_size=80), st.integers(2, 40))
def test_a_cut_keeps_bold_whole(parse: Callable[..., object], text: str, limit: int) -> None:
    """However a text with asterisks is cut, Telegram reads it and it obeys the limit."""
    answer = parse(markup.rich(text, limit))
    assert markup.units(answer.text) <= limit  # type: ignore[attr-defined]
    assert answer.text == markup.visible(markup.rich(text, limit))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("url", "taken"),
    [
        ("https://icml.cc/virtual/2025/poster/45018", "https://icml.cc/virtual/2025/poster/45018"),
        (" http://a.org ", "http://a.org"),
        ("https://例子.中国/路?q=1", "https://xn--fsqu00a.xn--fiqs8s/%E8%B7%AF?q=1"),
        ('https://a.org/"><b>', "https://a.org/%22%3E%3Cb%3E"),
        ("https://a.org/%E8%B7%AF#x", "https://a.org/%E8%B7%AF#x"),
        ("javascript:alert(1)", None),
        ("ftp://a.org", None),
        ("//a.org/x", None),
        ("https://user:secret@a.org/", None),
        ("https://localhost/x", None),
        ("https://a..org", None),
        ("https://a.org:99999/", None),
        ("http://[", None),
        ("https://a.org/x y", None),
        ("https://a.org/\u202ex", None),
        ("https://a.org/" + "x" * 5000, None),
        ("", None),
        (None, None),
    ],
)
def test_only_safe_addresses_are_offered(url: str | None, taken: str | None) -> None:
    """Web addresses with a real host, in ASCII; anything else is no link."""
    assert markup.safe_url(url) == taken


@given(st.from_regex(r"https?://[^\s]{1,30}\.[a-z]{2,4}(?:/[^\s]{0,40})?", fullmatch=True))
def test_safe_addresses_are_links_for_telegram(parse: Callable[..., object], url: str) -> None:
    """What we take for a link, Telegram takes for one: it drops the others silently."""
    safe = markup.safe_url(url)
    if safe:
        assert parse(markup.link(safe, "z")).those("TextUrl") == ["z"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        (
            r"Learning $\mathcal{O}(\sqrt{T})$ Regret with $\epsilon$-Greedy and 100% Na\"ive $k$-NN",
            "Learning O(√(T)) Regret with ϵ-Greedy and 100% Naïve k-NN",
        ),
        (r"$90%$ of $90\%$", "90% of 90%"),
        ("Pay $5 for $10 gains", "Pay $5 for $10 gains"),
        (r"R\&D at 5\% with snake\_case", "R&D at 5% with snake_case"),
        (r"P\'olya and Erd\H{o}s and \v{S}", "Pólya and Erdős and Š"),
        (r"$\input{/etc/passwd}$", r"$\input{/etc/passwd}$"),
        ("$" + "{" * 150 + "$", "$" + "{" * 150 + "$"),
        ("$ $", "$ $"),
        (r"C:\new\table", r"C:\new\table"),
    ],
)
def test_latex_becomes_readable(title: str, shown: str) -> None:
    """Formulas and accents are written out; percent signs, prices and paths stay; nothing is lost."""
    assert readable(title) == shown


@given(st.text(r"$\{}%^_abc\"' ", max_size=60))
def test_latex_never_fails(title: str) -> None:
    """Whatever stands in dollars, a text comes back, and none where none was."""
    assert bool(readable(title).strip()) >= bool(title.strip() and "$" not in title and "\\" not in title)
