"""Topics: which ones a paper has, by the catalogue's rules, and which one a person means.

Rules weigh where a word stands: once in a title is as good as a few mentions in the texts, so that a paper
which only names diffusion models in passing is not one about them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from data import catalogue
from data.fold import HAN, fold, has_han
from data.models import Record, Topic

_LONGEST_NAME = 60  # squashed; the longest name of a topic has half of it
_LONGEST_WISH = 200  # as typed; what is longer names no topic, and must not keep us busy
_SHORTEST_MENDED = 6  # letters; "graph" must not catch "grasp"
_LONG = 10  # letters from which on two slips are one person's typing
_LIKE = 75.0
_MOST_CANDIDATES = 5
_KEY = 4  # letters of a word's beginning by which it is looked up
_START = re.compile(rf"(?<![a-z0-9])[a-z0-9]{{1,{_KEY}}}")
_PAIR = re.compile(rf"(?=([{HAN}]{{2}}))")
_SEPARATORS = re.compile(r"[\s-]+")
_NO_LETTER = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a rule, ready to be looked for. `counts_in_text`: not only in a title."""

    topic: str
    pattern: re.Pattern[str]
    as_written: bool
    counts_in_text: bool = False
    forbids: bool = False


def by_key(key: str) -> Topic | None:
    """The topic with this key, or None."""
    return _by_key().get(key)


def assign(record: Record) -> tuple[str, ...]:
    """The keys of the topics that the rules see in a paper, strongest first; its own `topics` are not asked.

    Looked at are its titles, abstract and summaries in both languages. Most papers have one to three topics,
    some have none.
    """
    measure = catalogue.measure()
    scores: Counter[str] = Counter()
    forbidden: set[str] = set()
    for word, times in _met(f"{record.title}\n{record.title_zh or ''}"):
        if word.forbids:
            forbidden.add(word.topic)
        else:
            scores[word.topic] += measure.mentions * times
    for word, times in _met("\n".join(filter(None, (record.abstract, record.summary_zh, record.summary_en)))):
        if word.counts_in_text:
            scores[word.topic] += times
    given = [key for key in _by_key() if scores[key] >= measure.mentions and key not in forbidden]
    return tuple(sorted(given, key=lambda key: -scores[key])[: measure.most])


def match(text: str) -> Topic | None:
    """The topic that a person names: by key, name or alias in either language, a slip of the pen allowed.

    Only the whole text counts: "diffusion policy" is not the topic of diffusion models. None when it is no
    topic's name, or when a misspelling is as near to two topics.
    """
    for asked in _readings(text):
        if topic := _names().get(asked) or _nearest(asked):
            return topic
    return None


def candidates(text: str) -> list[Topic]:
    """The topics that a person may mean, likeliest first, at most five: to offer where `match` is None."""
    readings = _readings(text)
    if not readings:
        return []
    ruled = assign(Record(title=text[:_LONGEST_NAME]))
    scores = {key: 90.0 - place for place, key in enumerate(ruled)}
    for name, topic in _names().items():
        scores[topic.key] = max(scores.get(topic.key, 0.0), *(_likeness(asked, name) for asked in readings))
    if meant := match(text):
        scores[meant.key] = 101.0
    likely = [topic for topic in catalogue.topics() if scores[topic.key] >= _LIKE]
    return sorted(likely, key=lambda topic: -scores[topic.key])[:_MOST_CANDIDATES]


@cache
def _by_key() -> dict[str, Topic]:
    return {topic.key: topic for topic in catalogue.topics()}


def _met(text: str) -> Iterator[tuple[_Word, int]]:
    """The rules' words that stand in a text, with how often."""
    folded = fold(text)
    written = unicodedata.normalize("NFKC", text)
    for start in _starts(folded):
        for word in _words().get(start, ()):
            if times := len(word.pattern.findall(written if word.as_written else folded)):
                yield word, times


def _starts(folded: str) -> set[str]:
    """How the words of a text begin: only rules' words with such a beginning need to be looked for."""
    starts = {start[:letters] for start in _START.findall(folded) for letters in range(1, _KEY + 1)}
    return starts.union(_PAIR.findall(folded))


@cache
def _words() -> dict[str, tuple[_Word, ...]]:
    words: dict[str, list[_Word]] = {}
    for rule in catalogue.rules():
        for text in rule.words:
            words.setdefault(_beginning(text), []).append(_word(rule.topic, text, counts_in_text=True))
        for text in rule.title:
            words.setdefault(_beginning(text), []).append(_word(rule.topic, text))
        for text in rule.unless:
            words.setdefault(_beginning(text), []).append(_word(rule.topic, text, forbids=True))
    return {beginning: tuple(group) for beginning, group in words.items()}


def _beginning(word: str) -> str:
    first = _SEPARATORS.split(fold(word))[0].rstrip("*")
    return first[:_KEY] if first[0].isascii() else first[:2]


def _word(topic: str, text: str, *, counts_in_text: bool = False, forbids: bool = False) -> _Word:
    as_written = any(character.isupper() for character in text)
    if has_han(text):
        pattern = re.escape(text if as_written else fold(text))
    else:
        parts = _SEPARATORS.split(text if as_written else fold(text))
        # Not \b: a Chinese character beside a Latin word ("LLM推理") parts them.
        pattern = "(?<![A-Za-z0-9])" + r"[\s-]?".join(map(_part, parts)) + "(?![A-Za-z0-9])"
    return _Word(topic, re.compile(pattern), as_written, counts_in_text, forbids)


def _part(part: str) -> str:
    """One part of an English word: a capital letter in it asks for just this spelling."""
    pattern = re.escape(part.rstrip("*")) + ("[A-Za-z0-9]*" if part.endswith("*") else "")
    return pattern if any(character.isupper() for character in part) else f"(?i:{pattern})"


@cache
def _names() -> dict[str, Topic]:
    """Every name of every topic, squashed."""
    return {
        _squash(name): topic
        for topic in catalogue.topics()
        for name in (topic.key, topic.zh, topic.en, *topic.aliases)
    }


def _squash(text: str) -> str:
    return _NO_LETTER.sub("", fold(text))


def _readings(text: str) -> tuple[str, ...]:
    """What was typed, as it stands and without the words that people put around a topic's name."""
    if len(text) > _LONGEST_WISH:
        return ()
    asked = " ".join(_NO_LETTER.sub(" ", fold(text)).split())
    readings = tuple(dict.fromkeys(_squash(reading) for reading in (asked, _bare(asked))))
    return tuple(reading for reading in readings if 0 < len(reading) <= _LONGEST_NAME)


def _bare(asked: str) -> str:
    before, after = _filler()
    while (bare := after.sub("", before.sub("", asked))) != asked:
        asked = bare
    return asked


@cache
def _filler() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = sorted(map(fold, catalogue.fillers()), key=len, reverse=True)
    either = "|".join(re.escape(word) + ("" if has_han(word) else r"\b") for word in words)
    ending = "|".join(("" if has_han(word) else r"\b") + re.escape(word) for word in words)
    return re.compile(rf"^\s*(?:{either})\s*"), re.compile(rf"\s*(?:{ending})\s*$")


@lru_cache(maxsize=1024)
def _nearest(asked: str) -> Topic | None:
    """The one topic with a name that a slip or two turn into what was typed, or None."""
    if has_han(asked) or len(asked) < _SHORTEST_MENDED:
        return None
    found: dict[int, set[str]] = {}
    for name, topic in _names().items():
        allowed = _slips(min(len(asked), len(name)))
        slips = OSA.distance(asked, name, score_cutoff=allowed)
        if 0 < slips <= allowed:
            found.setdefault(slips, set()).add(topic.key)
    nearest = found[min(found)] if found else set()
    return _by_key()[nearest.pop()] if len(nearest) == 1 else None


def _slips(letters: int) -> int:
    return 0 if letters < _SHORTEST_MENDED else 1 if letters < _LONG else 2


def _likeness(asked: str, name: str) -> float:
    """How likely a name is meant, 0 to 100: part of the other, or spelt alike."""
    shorter, longer = sorted((asked, name), key=len)
    enough = 2 if has_han(shorter) else _SHORTEST_MENDED - 1
    if len(shorter) >= enough and shorter in longer:
        return 75.0 + 25.0 * len(shorter) / len(longer)
    return fuzz.ratio(asked, name)
