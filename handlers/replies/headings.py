"""How a remembered search is called at the head of its list."""

from __future__ import annotations

from data import catalogue
from data.models import Asked, Found
from handlers.replies.texts import Texts


def of(asked: Asked, t: Texts) -> str:
    """What was asked, as a person would say it: the words, or the name of a topic or list."""
    if asked.kind == "topic":
        return topic(asked.text, t)
    if asked.kind in ("latest", "related", "saved"):
        return t(f"heading.{asked.kind}")
    return asked.text


def topic(key: str, t: Texts) -> str:
    """A topic's name in the language of the place; an unknown key stands for itself."""
    for known in catalogue.topics():
        if known.key == key:
            return known.zh if t.language == "zh" else known.en
    return key


def why(reason: tuple[str, str], t: Texts) -> tuple[str, str]:
    """The reason for a featured paper, a topic's key turned into its name in this language."""
    kind, value = reason
    return (kind, topic(value, t)) if kind == "topic" else reason


def bridge(found: Found) -> str:
    """By which words of the other language the papers were found ("扩散 → diffusion")."""
    return " · ".join(f"{asked} → {met}" for asked, met in found.by)
