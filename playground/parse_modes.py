"""Which language a text is written in: HTML, MarkdownV2, Markdown, or none."""

from playground.entities import Entity
from playground.hypertext import html
from playground.markdown import version_1, version_2
from playground.wire import bad

_MODES = {"html": html, "markdownv2": version_2, "markdown": version_1}


def parse(text: str, mode: str) -> tuple[str, list[Entity]]:
    """Text and entities by `parse_mode`, as named in a call in any case.

    No mode leaves the text as it is. Raises the Refusal that Telegram would answer with.
    """
    if mode.lower() in ("", "none"):
        return text, []
    read = _MODES.get(mode.lower())
    if read is None:
        raise bad("unsupported parse_mode")
    return read(text)
