"""From strict to lenient: the questions put to the index one after another until something is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from data.models import Query
from data.search import plan, surnames
from data.search.plan import Group, Plan, Unit, Way
from data.search.spelling import Vocabulary

_SHORTEST_BEGINNING = 2
_MOST_UNITED = 7  # words: from there on those that say least are dropped one by one
_MOST_WIDENED = 3
_COMMON = 0.2  # what stands in more papers than this tells nothing alone


@dataclass(frozen=True, slots=True)
class Step:
    """One question: the FTS5 query, and the plan by which what it finds is judged."""

    plan: Plan
    match: str
    whole: bool = False  # every group of the plan must be met
    loose: bool = False  # not all that was asked needs to be met
    needed: Plan = ()  # groups without which nothing can be found


def steps(query: Query, known: Vocabulary) -> Iterator[Step]:
    """The questions for a query with words or phrases, strictest first, but for those that must fail."""
    for step in _steps(query, known):
        if all(_findable(group, known) for group in plan.telling(step.needed)):
            yield step


def _steps(query: Query, known: Vocabulary) -> Iterator[Step]:
    typed = plan.plan(query)
    yield _all(typed)
    asked = tuple(replace(group, faint=all(unit.idle for unit in group.units)) for group in typed)
    if plan.telling(asked) != asked:
        yield _answer(asked)
    parts = _in_parts(asked)
    begun = _begun(asked, known)
    for lenient in (begun, _in_variants(asked), _by_names(asked), parts, _in_variants(parts)):
        if lenient != asked:
            yield _all(lenient)
    if (fewer := _without_singles(parts)) != parts:
        yield _loosely(fewer, fewer)
    if _known(plan.telling(parts)[-1], known):  # a whole word is sooner meant than the beginning of another
        mended = _joined(tuple(_mend(group, known) for group in parts), known)
        if mended != parts:
            yield _all(mended)
    yield from _mending(_in_parts(begun), known, widen=not query.filtered)


def widened(step: Step, known: Vocabulary) -> Step | None:
    """A step that found little, with the other forms of its words; None where it stays as it is.

    It finds at least what the step found: only for a step whose every group must be met. A long question
    names one paper and stays as it is.
    """
    if not step.whole or len(plan.telling(step.plan)) > _MOST_WIDENED:
        return None
    groups = tuple(
        group if group.faint else replace(group, units=tuple(_with_forms(u, known) for u in group.units))
        for group in step.plan
    )
    return _all(groups) if groups != step.plan else None


def _with_forms(unit: Unit, known: Vocabulary) -> Unit:
    if not unit.word or unit.quoted:
        return unit
    words = [way.phrases[0][0] for way in unit.ways if len(way.phrases) == 1 == len(way.phrases[0])]
    return unit.also(Way(((kin,),), "stem", kin) for word in words for kin in known.kin(word))


def _all(groups: Plan) -> Step:
    return Step(groups, plan.all_of(groups), whole=True, needed=groups)


def _loosely(groups: Plan, needed: Plan) -> Step:
    return Step(groups, plan.all_of(needed), loose=True, needed=needed)


def _answer(asked: Plan) -> Step:
    """A question's telling words. What it wishes of its subject ("faster") orders papers and parts none."""
    telling = plan.telling(asked)
    subject = tuple(group for group in telling if not all(unit.wish for unit in group.units))
    return _loosely(asked, subject) if subject not in ((), telling) else _all(asked)


def _begun(groups: Plan, known: Vocabulary) -> Plan:
    """The last word as the beginning of one."""
    last = plan.telling(groups)[-1]
    *others, unit = last.units
    if unit.quoted or unit.han or len(unit.tokens[-1]) < _SHORTEST_BEGINNING:
        return groups
    begun = replace(last, units=(*others, unit.also([_beginning(unit, known)])))
    return tuple(begun if group is last else group for group in groups)


def _beginning(unit: Unit, known: Vocabulary) -> Way:
    endings = known.goes_on(unit.tokens[-1])
    return Way((unit.tokens,), "begun", unit.asked, begun=True, endings=endings)


def _in_variants(groups: Plan) -> Plan:
    """Terms also by their other names in the same language: LLM as large language model."""
    return tuple(
        replace(group, bridges=(*group.bridges, *plan.bridges(group.tokens, beside=True))) for group in groups
    )


def _by_names(groups: Plan) -> Plan:
    """Runs of Han characters also as the whole name of an author who is only known in Latin letters."""
    return tuple(
        replace(group, units=tuple(unit.also(_name_ways(unit)) for unit in group.units)) for group in groups
    )


def _name_ways(unit: Unit) -> list[Way]:
    if not unit.han or unit.quoted or plan.bridges(unit.tokens):
        return []
    known = surnames.in_latin("".join(unit.tokens))
    return [Way((stored,), "reading", shown, unless=beside) for shown, stored, beside in known]


def _in_parts(groups: Plan) -> Plan:
    """Runs of Han characters cut at the glossary's terms, what says nothing left out."""
    cut: list[Group] = []
    for group in groups:
        unit = group.units[0]
        if len(group.units) == 1 and unit.han and not unit.quoted:
            parts = plan.in_parts(unit)
            cut.extend(plan.grouped(parts) if parts != [unit] else [group])
        else:
            cut.append(group)
    return tuple(cut) or groups


def _without_singles(groups: Plan) -> Plan:
    """Without characters that stand alone between the terms of a run."""
    kept = tuple(g for g in groups if not (g.units[0].han and len(g.tokens) == 1 and not g.units[0].quoted))
    return kept or groups


def _mending(groups: Plan, known: Vocabulary, *, widen: bool) -> Iterator[Step]:
    mended = _joined(tuple(_mend(group, known) for group in groups), known)
    if mended != groups:
        yield _all(mended)
    wide = _joined(tuple(_mend(group, known, wide=True) for group in groups), known) if widen else mended
    if wide != mended:
        yield _all(tuple(_weighed(group, known) for group in wide))
    if not any(unit.han for group in groups for unit in group.units):  # those are met in pieces
        telling = plan.telling(mended)
        found = tuple(_weighed(group, known) for group in telling if _findable(group, known))
        if found and len(found) < len(telling):
            yield _loosely(found, found)
        yield from _fewer(found)
    pieces = _pieces(wide, known)
    if pieces:
        yield Step(pieces, plan.any_of(_telling(pieces, known)), loose=True)


def _fewer(groups: Plan) -> Iterator[Step]:
    """All groups but one; of many groups, the ones that say least are left out first."""
    ordered = sorted(groups, key=lambda group: -group.weight)
    while len(ordered) > _MOST_UNITED:
        ordered.pop()
        yield _loosely(groups, tuple(ordered))
    if len(ordered) > 2:  # noqa: PLR2004 (one of two is any)
        but_one = (ordered[:place] + ordered[place + 1 :] for place in range(len(ordered)))
        yield Step(groups, " OR ".join(f"({plan.all_of(some)})" for some in but_one), loose=True)


def _mend(group: Group, known: Vocabulary, *, wide: bool = False) -> Group:
    if group.faint:
        return group
    return replace(group, units=tuple(_mend_unit(unit, known, wide=wide) for unit in group.units))


def _mend_unit(unit: Unit, known: Vocabulary, *, wide: bool) -> Unit:
    if unit.quoted or unit.han:
        return unit
    if not unit.word:
        return unit.also(_apart(unit, known))
    word = unit.tokens[0]
    if known.knows(word) and not wide:
        return unit
    ways = [Way(((kin,),), "stem", kin) for kin in known.kin(word)]
    ways += [
        Way(((near.word,),), "near" if near.slips == 1 else "near2", near.word)
        for near in known.near(word, far=not known.knows(word))
    ]
    halves = None if known.knows(word) else known.split(word)
    if halves:
        ways.append(Way(tuple((half,) for half in halves), "split", " ".join(halves)))
    if len(word) > _SHORTEST_BEGINNING and not known.knows(word) and known.begins(word):
        ways.append(_beginning(unit, known))
    return replace(unit.also(ways), unknown=not known.knows(word))


def _apart(unit: Unit, known: Vocabulary) -> list[Way]:
    """The parts of a hyphenated word anywhere, each mended where it is not known."""
    ways = [Way(tuple((token,) for token in unit.tokens), "stem", unit.asked)]
    near = [token if known.knows(token) else _nearest(token, known) for token in unit.tokens]
    if tuple(near) != unit.tokens:
        ways.append(Way(tuple((token,) for token in near), "near", " ".join(near)))
    return ways


def _nearest(token: str, known: Vocabulary) -> str:
    near = known.near(token)
    return near[0].word if near else token


def _known(group: Group, known: Vocabulary) -> bool:
    return all(known.knows(token) for token in group.tokens)


def _joined(groups: Plan, known: Vocabulary) -> Plan:
    """Neighboring words that are one word when written together gain that word as a way."""
    result: list[Group] = []
    for group in groups:
        last = result[-1] if result else None
        word = _as_one(last, group) if last else None
        if last and word and known.knows(word):
            way = Way(((word,),), "joined", word)
            result[-1] = Group((*last.units, *group.units), (*last.bridges, *group.bridges, way))
        else:
            result.append(group)
    return tuple(result)


def _as_one(left: Group, right: Group) -> str | None:
    units = (*left.units, *right.units)
    if len(units) == 2 and all(unit.word and not unit.quoted for unit in units):  # noqa: PLR2004
        return units[0].tokens[0] + units[1].tokens[0]
    return None


def _findable(group: Group, known: Vocabulary) -> bool:
    own = all(any(_may_be(way, known) for way in unit.ways) for unit in group.units)
    return own or any(_may_be(way, known) for way in group.bridges)


def _may_be(way: Way, known: Vocabulary) -> bool:
    *whole, last = way.phrases
    before = (token for phrase in (*whole, last[:-1] if way.begun else last) for token in phrase)
    return all(known.knows(token) for token in before) and (not way.begun or known.begins(last[-1]))


def _weighed(group: Group, known: Vocabulary) -> Group:
    return replace(group, units=tuple(_weigh(unit, known) for unit in group.units))


def _weigh(unit: Unit, known: Vocabulary) -> Unit:
    rarities = [known.rarity([t for p in way.phrases for t in p]) for way in unit.ways if _may_be(way, known)]
    return replace(unit, weight=unit.weight * min(rarities, default=0.1))


def _pieces(groups: Plan, known: Vocabulary) -> Plan:
    """Everything that may be met alone: words, terms, and telling pairs of Han runs."""
    pieces: list[Group] = []
    for group in plan.telling(groups):
        cut = [piece for unit in group.units for piece in _piece(unit, known)]
        pieces.extend(Group((unit,)) for unit in cut)
        if group.bridges:
            pieces.append(Group(group.units[:1], group.bridges) if len(group.units) == 1 else group)
    found = [_weighed(group, known) for group in pieces if _findable(group, known)]
    return tuple(dict.fromkeys(found))


def _piece(unit: Unit, known: Vocabulary) -> Sequence[Unit]:
    if not unit.han or unit.quoted:
        return [unit]
    pieces = plan.in_pieces(unit)
    return [piece for piece in pieces if piece == unit or not _common(piece.ways, known)]


def _telling(groups: Plan, known: Vocabulary) -> Plan:
    """Without what so many papers meet that it is no reason to show one; all where there is nothing else."""
    kept = tuple(g for g in groups if not _common((*(w for u in g.units for w in u.ways), *g.bridges), known))
    return kept or groups


def _common(ways: Sequence[Way], known: Vocabulary) -> bool:
    counts = [min(known.counts.get(t, 0) for p in way.phrases for t in p) for way in ways]
    return max(counts, default=0) > max(1, known.papers * _COMMON)
