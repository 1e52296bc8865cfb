"""Across languages: the glossary's terms, looked up by the tokens that a person typed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from data import catalogue
from data.fold import has_han, terms

Tokens = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bridge:
    """A glossary term: `asked` as the glossary writes it, its spellings across and in the same language."""

    asked: str
    across: tuple[tuple[str, Tokens], ...]
    beside: tuple[tuple[str, Tokens], ...]


def of(tokens: Tokens) -> Bridge | None:
    """The term that these tokens are as a whole, plural or not; `across` is the other language."""
    return _bridges().get(_singular(tokens))


def reach(first: str) -> int:
    """The most tokens that a term beginning with this token has, 0 where none does."""
    return _reaches().get(first, _reaches().get(_singular((first,))[0], 0))


def starts(run: Tokens, at: int) -> int:
    """How many tokens of a run the longest term that begins at a place takes; 0 when none does."""
    for size in range(min(_longest(), len(run) - at), 1, -1):
        if run[at : at + size] in _bridges():
            return size
    return 0


@cache
def _reaches() -> dict[str, int]:
    found: dict[str, int] = {}
    for tokens in _bridges():
        found[tokens[0]] = max(found.get(tokens[0], 0), len(tokens))
    return found


@cache
def _longest() -> int:
    return max((len(tokens) for tokens in _bridges()), default=0)


@cache
def _bridges() -> dict[Tokens, Bridge]:
    found: dict[Tokens, Bridge] = {}
    for term in catalogue.glossary():
        zh = tuple((name, tuple(terms(name))) for name in term.zh)
        en = tuple((name, tuple(terms(name))) for name in term.en)
        for ours, theirs in ((zh, en), (en, zh)):
            for name, tokens in ours:
                beside = tuple(pair for pair in ours if pair[1] != tokens)
                found.setdefault(_singular(tokens), Bridge(name, theirs, beside))
    return found


def _singular(tokens: Tokens) -> Tokens:
    if not tokens or has_han(tokens[-1]):
        return tokens
    last = tokens[-1]
    if len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us", "is")):  # noqa: PLR2004 ("gas")
        return (*tokens[:-1], last[:-1])
    return tokens
