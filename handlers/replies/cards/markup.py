"""From anybody's text to Telegram's HTML: tidied, cut at a grapheme, then escaped, in this order.

Lengths are UTF-16 code units of the text after parsing, the measure of Telegram's limits.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

import regex

LIMIT = 4000  # Telegram takes 4096; the rest is left for what a later edit adds
LONGEST_URL = 1024
MOST_BOLD = 40  # of the 100 entities that Telegram keeps in one message; it drops the others silently

# Zero-width characters, bidirectional controls and tag characters: unseen, they change what is read.
_UNSEEN = regex.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
# Joiners are kept where they join: emoji families, and the scripts that write with them.
_JOINS = r"[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{M}\p{Arabic}\p{Syriac}\p{Devanagari}"
_JOINS += r"\p{Bengali}\p{Gurmukhi}\p{Gujarati}\p{Tamil}\p{Telugu}\p{Kannada}\p{Malayalam}\p{Sinhala}]"
_LOOSE_JOINER = regex.compile(rf"(?<!{_JOINS})[\u200c\u200d]|[\u200c\u200d](?!{_JOINS})")
_BREAK = regex.compile("\r\n|[\r\v\f\u0085\u2028\u2029]")
_CONTROL = regex.compile(r"[^\S\n]|(?!\n)\p{Cc}")
_PILED = regex.compile(r"(\p{M}{6})\p{M}+")
_BOLD = regex.compile(r"\*\*(?=[^\s*])((?:(?!\*\*)[^\n]){1,400})(?<=[^\s*])\*\*")
_HOST = regex.compile(
    r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)|(?:[0-9]{1,3}\.){3}[0-9]{1,3}"
)
_URL_SAFE = "/?#[]@!$&'()*+,;=:%-._~"
_TAG = regex.compile(r"<[^<>]*>")


def units(text: str) -> int:
    """The length as Telegram counts it: UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def tidy(text: str) -> str:
    """The text without what cannot be seen; its paragraphs and lines stay."""
    text = _LOOSE_JOINER.sub("", _UNSEEN.sub("", _BREAK.sub("\n", text)))
    text = _PILED.sub(r"\1", _CONTROL.sub(" ", text))
    lines = [" ".join(part.split()) for part in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def line(text: str) -> str:
    """The text in one line, without what cannot be seen."""
    return " ".join(tidy(text).split())


def clip(text: str, limit: int) -> str:
    """The text in at most `limit` units, cut between graphemes and then ended by an ellipsis."""
    if units(text) <= limit:
        return text
    room, kept = limit - 1, 0
    for grapheme in regex.finditer(r"\X", text):
        room -= units(grapheme[0])
        if room < 0:
            break
        kept = grapheme.end()
    return text[:kept].rstrip() + "…"


def escape(text: str) -> str:
    """Foreign text for Telegram's HTML. Each text passes here once."""
    return html.escape(text, quote=False)


def bold(text: str) -> str:
    """Foreign text in bold."""
    return f"<b>{escape(text)}</b>"


def italic(text: str) -> str:
    """Foreign text in italics."""
    return f"<i>{escape(text)}</i>"


def code(text: str) -> str:
    """Foreign text that a tap copies."""
    return f"<code>{escape(text)}</code>"


def block(text: str) -> str:
    """Foreign text in a block of fixed width; it keeps its lines."""
    return f"<pre>{escape(text)}</pre>"


def folded(markup: str) -> str:
    """Our markup in a quote that shows its first lines until it is tapped."""
    return f"<blockquote expandable>{markup}</blockquote>"


def link(url: str, label: str) -> str:
    """A link to a `safe_url`."""
    return f'<a href="{html.escape(url, quote=True)}">{escape(label)}</a>'


def plain(text: str) -> str:
    """The text without the asterisks of its `**bold**` parts."""
    return "".join(part for part, _ in _spans(text))


def rich(text: str, limit: int) -> str:
    """Markup of a stored text in at most `limit` units: `**bold**` becomes bold, the rest is itself."""
    spans = list(_spans(text))
    whole = "".join(part for part, _ in spans)
    shown = clip(whole, limit)
    kept = len(shown) if shown == whole else len(shown) - 1
    pieces, start = [], 0
    for part, strong in spans:
        piece = part[: max(0, kept - start)]
        start += len(part)
        if piece:
            pieces.append(bold(piece) if strong else escape(piece))
    return "".join(pieces) + shown[kept:]


def _spans(text: str) -> Iterator[tuple[str, bool]]:
    end = 0
    for number, match in enumerate(_BOLD.finditer(text)):
        yield text[end : match.start()], False
        yield match[1], number < MOST_BOLD
        end = match.end()
    yield text[end:], False


def visible(markup: str) -> str:
    """The text that people see of markup made here."""
    return html.unescape(_TAG.sub("", markup))


def safe_url(url: str | None) -> str | None:
    """The address as Telegram takes it in links and buttons, or None when it should not be offered.

    Only http and https, a host with a dot, no credentials: for one bad button Telegram refuses the message.
    """
    text = (url or "").strip()
    if len(text) > LONGEST_URL or regex.search(r"[\s\p{C}]", text):
        return None
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or "@" in parts.netloc or not _HOST.fullmatch(host):
        return None
    tail = parts._replace(scheme="", netloc="").geturl()
    where = f"{host}:{port}" if port else host
    whole = f"{parts.scheme}://{where}{quote(tail, safe=_URL_SAFE)}"
    return whole if len(whole) <= LONGEST_URL else None


def address(url: str) -> str:
    """How a link's address reads: without scheme, `www.` and the last slash."""
    return clip(line(regex.sub(r"^https?://(?:www\.)?", "", url).rstrip("/")), 60)
