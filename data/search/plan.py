"""What an index is asked: units (a word, a run of Han characters, a phrase), each with ways to be met.

A way is a phrase or several that must all be met; it knows how good it is to be met so. `expression` writes
ways as an FTS5 query: tokens only ever stand between quotation marks, so that no text is read as syntax.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from data.fold import HAN, KANA, fold, is_single, joined, terms
from data.models import Query
from data.query import INITIALS
from data.search import bridge, venues

Tokens = tuple[str, ...]

# How good it is to be met in this way, against 1 for what was typed.
QUALITY = {
    "typed": 1.0, "joined": 0.97, "stem": 0.92, "bridge": 0.9, "split": 0.9, "near": 0.85, "begun": 0.85,
    "beside": 0.8, "name": 0.9, "reading": 0.9, "near2": 0.7, "piece": 1.0,
}  # fmt: skip
_FAINT = 0.2  # the weight of a word that says nothing
_CLOSE = 2  # tokens that may stand between the parts of a name
_PARTS = re.compile(rf"[{HAN}{KANA}]+|[^{HAN}{KANA}]+")
_MOST_PIECES = 40

# Words that say nothing about a paper. Chinese ones are cut out of a sentence written without blanks.
STOP = frozenset(
    """a about an and any anyone anything are as at be by can could do does done find for from get give
    got have help how i in into is it its know latest list look looking make makes making me my need new
    of on or our paper papers please recent search should show some somebody something tell that the
    their there these this those to us using via want was we what when where which who why will with
    would you your""".split()  # noqa: SIM905 (a list of literals reads worse)
)
# What a question wishes of its subject: a paper need not say it in these words.
_WISHES = frozenset("faster better best good cheaper easier easily quickly well more".split())  # noqa: SIM905
_FILLERS = frozenset(
    """
    有没有 有哪些 哪些 哪个 有什么 什么 怎么样 怎么 如何 关于 有关 相关 方面 论文 文章 文献 的 了 吗
    呢 吧 请问 请 帮我 帮忙 给我 我想 我要 想看 想找 找一下 找找 寻找 查找 查一下 搜索 搜一下 推荐
    一下 一些 几篇 一篇 最新 最近 新的 我 看看 和 与 或 及 以及 还有 是否 是不是 能不能 可以 基于
    用于 面向 针对 利用 使用 研究 工作 方法 进行 实现 做 让 使 把 怎样 为什么 哪里 谁 能 更好
    """.split()  # noqa: SIM905
)
_LONGEST_FILLER = 4


@dataclass(frozen=True, slots=True)
class Way:
    """Phrases that must all be met; `shown` is what to tell people; `begun`: the last token may go on.

    `endings` are all the words as which it may go on, where they are few: FTS5 walks some lists side by side,
    but a beginning's lists it merges whole, however few papers hold the other words.
    A reading is met in the authors, `unless` a name in characters is spelled so there.
    """

    phrases: tuple[Tokens, ...]
    how: str = "typed"
    shown: str = ""
    begun: bool = False
    endings: Tokens = ()
    unless: Tokens = ()

    @property
    def quality(self) -> float:
        """How good it is to be met so, at most 1."""
        return QUALITY[self.how]

    @property
    def needles(self) -> tuple[str, ...]:
        """What to look for in a text of tokens that begins and ends with a blank."""
        return _needles(self.phrases, self.begun)


@lru_cache(maxsize=10_000)
def _needles(phrases: tuple[Tokens, ...], begun: bool) -> Tokens:
    *whole, last = (f" {' '.join(phrase)} " for phrase in phrases)
    return (*whole, last.removesuffix(" ") if begun else last)


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing that was asked for. `asked` is folded; `weight`: how telling; `unknown`: not in the index."""

    asked: str
    tokens: Tokens
    ways: tuple[Way, ...]
    weight: float = 1.0
    quoted: bool = False
    unknown: bool = False

    @property
    def word(self) -> bool:
        """One Latin word or number, not a phrase."""
        return len(self.tokens) == 1 and not self.han

    @property
    def han(self) -> bool:
        """Han or kana characters."""
        return is_single(self.tokens[0])

    @property
    def idle(self) -> bool:
        """A stop word."""
        return self.word and not self.quoted and self.tokens[0] in STOP

    @property
    def wish(self) -> bool:
        """A word like "faster" that says what is wished of a subject."""
        return self.word and not self.quoted and self.tokens[0] in _WISHES

    def also(self, ways: Iterable[Way]) -> Unit:
        """The same unit with more ways to be met."""
        together = tuple(dict.fromkeys((*self.ways, *ways)))
        return self if together == self.ways else replace(self, ways=together)


@dataclass(frozen=True, slots=True)
class Group:
    """Units that the glossary knows as one term, with what the term is called elsewhere; mostly one unit.

    A `faint` one says nothing about a paper: it need not be met, but of two papers it prefers the one.
    """

    units: tuple[Unit, ...]
    bridges: tuple[Way, ...] = ()
    faint: bool = False

    @property
    def tokens(self) -> Tokens:
        """The tokens of all its units."""
        return _tokens_of(self.units)

    @property
    def weight(self) -> float:
        """How telling it is."""
        return sum(unit.weight for unit in self.units) * (_FAINT if self.faint else 1.0)


Plan = tuple[Group, ...]


def _tokens_of(units: Sequence[Unit]) -> Tokens:
    return units[0].tokens if len(units) == 1 else tuple(token for unit in units for token in unit.tokens)


def idle(word: str) -> bool:
    """Whether a typed word says nothing about a paper, in either language."""
    return fold(word) in STOP or fold(word) in _FILLERS


def plan(query: Query) -> Plan:
    """The words and phrases of a query in their order, with the glossary's bridges."""
    units = _with_initials(query.words)
    phrases = [Unit(fold(text), tokens, (Way((tokens,)),), quoted=True) for text, tokens in _tokens(query)]
    return (*grouped(units), *(Group((unit,)) for unit in phrases))


def grouped(units: Sequence[Unit]) -> Plan:
    """Units gathered into terms of the glossary, longest first from the left."""
    groups: list[Group] = []
    at = 0
    while at < len(units):
        taken = tuple(units[at : at + _term(units[at:])])
        groups.append(Group(taken, bridges(_tokens_of(taken))))
        at += len(taken)
    return tuple(groups)


def bridges(tokens: Tokens, *, beside: bool = False) -> tuple[Way, ...]:
    """The ways that the glossary knows for a term: other language's names, or variants in the same one."""
    known = bridge.of(tokens)
    if known is None:
        return () if beside else _of_venue(tokens)
    how, pairs = ("beside", known.beside) if beside else ("bridge", known.across)
    return tuple(Way((form,), how, name) for name, spelled in pairs for form in _numbers(spelled))


def _of_venue(tokens: Tokens) -> tuple[Way, ...]:
    """A venue's other names."""
    names = venues.called(tokens)
    return tuple(Way((spelled,), "bridge", name) for name, spelled in names if spelled != tokens)


def excluded(query: Query) -> str:
    """The expression of what must not be met, "" for none."""
    texts = [text for text in query.without if ":" not in text]  # with a colon it is a filter
    units = [unit for text in texts for unit in _units(text)]
    whole = [Way((tuple(terms(text)),)) for text in texts]
    plural = [Way((form,)) for unit in units if len(units) == len(whole) for form in _numbers(unit.tokens)]
    return " OR ".join(dict.fromkeys(map(phrase_of, (*whole, *plural))))


def in_parts(unit: Unit) -> list[Unit]:
    """A run of Han characters cut at what the glossary knows; words that say nothing are left out.

    A term made of two others (蛋白质设计) is cut into these: a paper may say them apart.
    """
    if halves := _halves(unit.tokens):
        return [_of(half) for half in halves]
    parts: list[Tokens] = []
    rest: list[str] = []
    at = 0
    while at < len(unit.tokens):
        known = bridge.starts(unit.tokens, at)
        filler = _filler(unit.tokens, at)
        if not known and not filler:
            rest.append(unit.tokens[at])
            at += 1
            continue
        parts.append(tuple(rest))
        rest = []
        if known >= filler:
            parts.append(unit.tokens[at : at + known])
        at += max(known, filler)
    return [_of(part) for part in (*parts, tuple(rest)) if part]


def _halves(tokens: Tokens) -> tuple[Tokens, Tokens] | None:
    cuts = ((tokens[:at], tokens[at:]) for at in range(len(tokens) - 1, 0, -1))
    known = (cut for cut in cuts if bridge.of(cut[0]) and bridge.of(cut[1]))
    return next(known, None) if bridge.of(tokens) else None


def in_pieces(unit: Unit) -> list[Unit]:
    """What of a run of Han characters may be met alone: of a term its words, else its pairs of neighbors.

    A pair within a term may be no word at all (比学 of 对比学习), and one character says nothing.
    """
    tokens = unit.tokens[:_MOST_PIECES]
    pairs = [pair for pair in pairwise(tokens) if bridge.of(unit.tokens) is None or bridge.of(pair)]
    return [_of(pair) for pair in pairs] if len(tokens) > 1 else [unit]


def telling(groups: Sequence[Group]) -> Plan:
    """The groups that must be met: those that say something, where any does."""
    return tuple(group for group in groups if not group.faint) or tuple(groups)


def all_of(groups: Sequence[Group]) -> str:
    """The FTS5 query for papers that meet every telling group."""
    return " AND ".join(f"({expression(group)})" for group in telling(groups))


def any_of(groups: Sequence[Group]) -> str:
    """The FTS5 query for papers that meet some telling group."""
    return " OR ".join(f"({expression(group)})" for group in telling(groups))


def expression(group: Group) -> str:
    """The FTS5 query for one group: all of its units, or one of its bridges."""
    units = " AND ".join("(" + " OR ".join(dict.fromkeys(map(phrase_of, u.ways))) + ")" for u in group.units)
    return " OR ".join((f"({units})", *dict.fromkeys(map(phrase_of, group.bridges))))


def phrase_of(way: Way) -> str:
    """The FTS5 query for one way."""
    if way.how == "name":
        return near(" ".join(way.phrases[0]))
    quoted = [f'"{" ".join(phrase)}"' for phrase in way.phrases]
    if way.how == "reading":
        return f'(authors : {quoted[0]} NOT authors : "{" ".join(way.unless)}")'
    if way.begun and way.endings:
        before = way.phrases[-1][:-1]
        quoted[-1] = " OR ".join(f'"{" ".join((*before, ending))}"' for ending in way.endings)
        return f"({' AND '.join(f'({one})' for one in quoted)})"
    if way.begun:
        quoted[-1] += " *"
    return f"({' AND '.join(quoted)})" if len(quoted) > 1 else quoted[0]


def near(name: str) -> str:
    """The FTS5 query for the parts of a person's name, in any order but beside each other."""
    tokens = terms(name)
    if not tokens:
        return ""
    if len(tokens) == 1 or is_single(tokens[0]):
        return f'authors : "{" ".join(tokens)}"'
    quoted = " ".join(f'"{token}"' for token in tokens)
    return f"authors : NEAR({quoted}, {_CLOSE})"


def within(column: str, text: str) -> str:
    """The FTS5 query for a phrase in one column."""
    return f'{column} : "{" ".join(terms(text))}"'


def _units(word: str) -> list[Unit]:
    """Latin words glued to Chinese are words of their own; parts joined by signs stand side by side."""
    found = []
    for part in _PARTS.findall(fold(word)):
        tokens = tuple(terms(part))
        if tokens:
            together = [Way(((form,),), "joined", form) for form in joined(part)] if len(tokens) > 1 else []
            found.append(Unit(part.strip(), tokens, (Way((tokens,)), *together)))
    return found


def _with_initials(words: Sequence[str]) -> list[Unit]:
    """The units of words; initials are a name together with the word that follows, or the one before."""
    found: list[Unit] = []
    initials: Tokens = ()
    for word in words:
        if INITIALS.fullmatch(word):
            initials += tuple(terms(word))
            continue
        units = _units(word)
        if initials and units and units[0].word:
            units[0], initials = _named((*initials, *units[0].tokens)), ()
        found += units
    if initials and found and found[-1].word:
        found.append(_named((*found.pop().tokens, *initials)))
    elif initials:
        found.append(_named(initials))
    return found


def _named(parts: Tokens) -> Unit:
    name = " ".join(parts)
    return Unit(name, parts, (Way((parts,), "typed" if len(parts) == 1 else "name", name),))


def _of(tokens: Tokens) -> Unit:
    return Unit("".join(tokens), tokens, (Way((tokens,)),))


def _tokens(query: Query) -> list[tuple[str, Tokens]]:
    return [(text, tokens) for text in query.phrases if (tokens := tuple(terms(text)))]


def _term(units: Sequence[Unit]) -> int:
    """How many of the units, from the first on, are the longest term or venue; 1 where none are."""
    first = units[0].tokens[0]
    most = min(max(bridge.reach(first), venues.reach(first)), len(units))
    sizes = (size for size in range(most, 1, -1) if _known(_tokens_of(units[:size])))
    return next(sizes, 1)


def _known(tokens: Tokens) -> bool:
    return bridge.of(tokens) is not None or bool(venues.called(tokens))


def _numbers(tokens: Tokens) -> list[Tokens]:
    """A term as it is and in the plural."""
    last = tokens[-1]
    if is_single(last) or last.endswith("s") or not last.isalpha():
        return [tokens]
    plural = last[:-1] + "ies" if last.endswith("y") else last + "s"
    return [tokens, (*tokens[:-1], plural)]


def _filler(tokens: Tokens, at: int) -> int:
    for size in range(min(_LONGEST_FILLER, len(tokens) - at), 0, -1):
        if "".join(tokens[at : at + size]) in _FILLERS:
            return size
    return 0
