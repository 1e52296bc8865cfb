"""Which of the papers that were found was meant: judged by how well each word is met, and where.

Works on the index's own tokens, so that nothing is folded twice. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from data.names import BREAK
from data.search.plan import QUALITY, Group, Plan, Unit, Way

# What a word is worth by where it stands.
_FIELDS = (1.0, 0.95, 0.6, 0.5, 0.6)  # title, authors, topics, summary, venue
_BY_WORTH = tuple(sorted(enumerate(_FIELDS), key=lambda field: -field[1]))
_AUTHORS = 1
_LIKENESS, _BEGINNING, _NAME, _RANK = 0.15, 0.1, 0.2, 0.05
_PARTS_OF_A_NAME = 2
_INEXACT = 0.1  # asked without a middle name, or the other way round
_MENDED = ("near", "near2", "split")
_ELSEWHERE = ("bridge", "beside", "name", "reading")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper found: its tokens by column, its bm25 (lower is better), and what breaks ties."""

    row: int
    rank: float
    texts: tuple[str, ...]
    featured: bool
    year: int


class _Texts(tuple[str, ...]):
    """A paper's columns, each between blanks, and `all` of them, in which most ways are missing at once."""

    all: str

    @classmethod
    def of(cls, candidate: Candidate) -> _Texts:
        """The texts of a candidate."""
        made = cls(f" {text} " for text in candidate.texts)
        made.all = "".join(made)
        return made


def order(candidates: Sequence[Candidate], plan: Plan) -> list[Candidate]:
    """The candidates, best first; ties go to what was featured, then newer, then added later."""
    asked = " ".join(token for group in plan for token in group.tokens)
    best = min((candidate.rank for candidate in candidates), default=0.0)
    words = {t for group in plan for unit in group.units for way in unit.ways for t in way.phrases[0]}
    scale = _scale(plan)
    scores = {c.row: round(_score(c, scale, asked, words, best), 4) for c in candidates}
    return sorted(candidates, key=lambda c: (-scores[c.row], not c.featured, -c.year, -c.row))


_Ways = tuple[tuple[float, Way], ...]  # best first
_Scale = list[tuple[float, list[tuple[float, _Ways]], _Ways]]
"""What a plan is judged by: each group's share, its units with their shares and ways, and its bridges."""


def _scale(plan: Plan) -> _Scale:
    every = sum(group.weight for group in plan) or 1.0
    scale = []
    for group in plan:
        weights = sum(unit.weight for unit in group.units) or 1.0
        units = [(unit.weight / weights, _best_first(unit.ways)) for unit in group.units]
        scale.append((group.weight / every, units, _best_first(group.bridges)))
    return scale


def _best_first(ways: Sequence[Way]) -> _Ways:
    return tuple(sorted(((QUALITY[way.how], way) for way in ways), key=lambda pair: -pair[0]))


def _score(candidate: Candidate, scale: _Scale, asked: str, words: set[str], best: float) -> float:
    """How well a paper answers: about 1 when every word stands in its title, more for a name or a title."""
    texts = _Texts.of(candidate)
    met = 0.0
    for share, units, bridges in scale:
        own = sum(part * _met(ways, texts) for part, ways in units)
        met += share * (max(own, _met(bridges, texts)) if bridges else own)
    title = texts[0].split(f" {BREAK} ", 1)[0].strip()
    alike = fuzz.ratio(asked, title) / 100
    begins = _BEGINNING if f"{title} ".startswith(f"{asked} ") else 0.0
    rank = _RANK * candidate.rank / best if best else 0.0
    return met + _LIKENESS * alike + begins + _NAME * _name(words, texts[_AUTHORS], asked) + rank


def mended(candidate: Candidate, plan: Plan) -> dict[str, str]:
    """Which of the asked words the paper meets only as something else: asked to shown."""
    texts = _Texts.of(candidate)
    found = {}
    for unit in (unit for group in plan for unit in group.units if not _bridged(group, texts)):
        shown = _met_as(unit, texts) if unit.unknown else _mended_as(unit, texts)
        if shown:
            found[unit.asked] = shown
    return found


def _mended_as(unit: Unit, texts: _Texts) -> str | None:
    way = _best(unit, texts)
    return way.shown if way is not None and way.how in _MENDED else None


def _met_as(unit: Unit, texts: _Texts) -> str | None:
    """The known word as which an unknown spelling is met, the one spelled most alike; None for its plural."""
    met = [_word(way, texts) for way in unit.ways if _where(way, texts)]
    words = met or [way.shown for way in unit.ways if way.how in _MENDED][:1]
    nearest = min(words, key=lambda word: OSA.distance(unit.asked, word), default=unit.asked)
    return None if _number(nearest) == _number(unit.asked) else nearest


def _word(way: Way, texts: _Texts) -> str:
    """The word by which a way is met: of a beginning, all of it."""
    if not way.begun:
        return way.shown
    needle = way.needles[-1]
    text = next(text for text in texts if needle in text)
    end = text.index(" ", text.index(needle) + len(needle))
    return " ".join((*way.phrases[-1][:-1], text[:end].rpartition(" ")[2]))


def _number(word: str) -> str:
    """A word without its plural's ending."""
    return word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")


def bridged(candidate: Candidate, plan: Plan) -> Iterator[tuple[str, str]]:
    """The glossary's bridges without which the paper would not have been found, as (asked, met)."""
    texts = _Texts.of(candidate)
    for group in filter(_leads, plan):
        way = _bridged(group, texts)
        if way is not None:
            yield " ".join(unit.asked for unit in group.units), way.shown
        for unit in group.units:
            met = _best(unit, texts) if way is None else None
            if met is not None and met.how in _ELSEWHERE and met.shown != unit.asked:
                yield unit.asked, met.shown


def _leads(group: Group) -> bool:
    """Whether a group may be met by something that was not typed."""
    return bool(group.bridges) or any(way.how in _ELSEWHERE for unit in group.units for way in unit.ways)


def _met(ways: _Ways, texts: _Texts) -> float:
    best = 0.0
    for quality, way in ways:
        if quality <= best:  # no way is met better than by its quality
            break
        best = max(best, quality * _where(way, texts))
    return best


def _best(unit: Unit, texts: _Texts) -> Way | None:
    ways = [(way.quality, way) for way in unit.ways if _where(way, texts)]
    return max(ways, key=lambda pair: pair[0])[1] if ways else None


def _bridged(group: Group, texts: _Texts) -> Way | None:
    """The bridge by which a group is met where its own words, or their plurals, are not."""
    if all(_best(unit, texts) or _plural(unit, texts) for unit in group.units):
        return None
    return next((way for way in group.bridges if _where(way, texts)), None)


def _plural(unit: Unit, texts: _Texts) -> bool:
    return unit.word and any(f" {unit.tokens[0]}s " in text for text in texts)


def _where(way: Way, texts: _Texts) -> float:
    if way.how == "name":
        return _FIELDS[_AUTHORS] if all(f" {token} " in texts[_AUTHORS] for token in way.phrases[0]) else 0.0
    if way.how == "reading":
        stored = f" {' '.join(way.unless)} " not in texts[_AUTHORS] and way.needles[0] in texts[_AUTHORS]
        return _FIELDS[_AUTHORS] if stored else 0.0
    needles, everything = way.needles, texts.all
    for needle in needles:
        if needle not in everything:
            return 0.0
    worst = 1.0
    for needle in needles:
        worst = min(worst, next((worth for place, worth in _BY_WORTH if needle in texts[place]), 0.0))
    return worst


def _name(words: set[str], authors: str, asked: str) -> float:
    """1 when one author's name is asked for as a whole, less for a part of it, 0 for one word or none."""
    best = 0.0
    for spelling in authors.split(BREAK):
        tokens = set(spelling.split())
        met = tokens & words
        if len(met) >= _PARTS_OF_A_NAME and any(len(token) > 1 or not token.isascii() for token in met):
            long = {token for token in tokens if len(token) > 1 or not token.isascii()}
            whole = len(met & long) / len(long)
            best = max(best, whole if f" {asked} " in spelling else whole - _INEXACT)
    return best
