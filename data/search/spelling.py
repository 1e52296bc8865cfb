"""The words that the index knows, and which of them a person may have meant."""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from string import ascii_lowercase
from threading import Lock
from weakref import WeakKeyDictionary, WeakValueDictionary

from rapidfuzz import process
from rapidfuzz.distance import OSA

from data.ask import Plain
from data.store import Connection

SHORTEST = 5  # letters: shorter words are names of things (CWL is not OWL)
_LONG, _LONG_ENOUGH = 8, 6  # letters from which two slips are taken for one word, at once or at need
_MOST = 6
_MOST_MET = 10_000
_START, _END = 4, 3  # letters
_MOST_LOOKED_AT = 40  # of one length and first letter
_MOST_LIKE = 3
_MOST_ENDINGS = 200
_SHORTEST_HALF = 2
_SHORTEST_STEM = 3
_ENDINGS = frozenset((
    "izations", "isations", "ization", "isation", "ations", "nesses", "ments", "ation", "ating", "ators",
    "ingly", "ness", "ment", "ions", "ings", "ated", "ates", "ator", "ally", "ives", "izes", "ized",
    "ion", "ing", "ies", "ers", "ors", "ive", "ate", "ial", "ize", "ity", "ed", "er", "or", "es", "al", "ly",
    "ic", "s", "e", "y",
))  # fmt: skip
_ALL_ENDINGS = _ENDINGS | {""} | {ending[1:] for ending in _ENDINGS}
_SIZES = tuple(range(max(map(len, _ENDINGS)), 0, -1))


@dataclass(frozen=True, slots=True)
class Near:
    """A known word near to what was typed: `slips` single edits away."""

    word: str
    slips: int


def stem(word: str) -> str:
    """A word without its commonest English endings: enough to tell that two forms are of one word."""
    if not word.isascii() or not word.isalpha():
        return word
    for size in _SIZES:
        ending = word[-size:]
        if ending in _ENDINGS and len(word) - size >= _SHORTEST_STEM:
            return word if ending == "s" and word.endswith(("ss", "us", "is")) else _undoubled(word, ending)
    return word


class Vocabulary:
    """All words of the index with the number of papers that hold each, as of the last `refresh`."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.counts: dict[str, int] = {}
        self.papers = 0
        self.change = -1
        self._pools: dict[tuple[str, int], list[str]] = {}
        self._parts: dict[
            tuple[int, str, int], list[str]
        ] = {}  # words by two letters near the start, or the end
        self._met: dict[tuple[str, bool], list[Near]] = {}
        self._kin: dict[str, list[str]] = {}
        self._lock = Lock()  # the readers of a store ask from threads of their own

    def replace(self, words: list[str], counts: Iterable[int], papers: int, change: int) -> None:
        """Take over the whole vocabulary, sorted by word, with the number of papers for each word."""
        self.words = words
        self.counts = dict(zip(words, counts, strict=True))
        self.papers, self.change = papers, change
        self._pools, self._parts, self._met, self._kin = {}, {}, {}, {}
        for word in self.words:
            self._sort_in(word)

    def add(self, texts: Iterable[str], change: int) -> None:
        """Take in the entries of new papers, each as all its tokens."""
        for text in texts:
            for word in set(text.split()):
                if word not in self.counts:
                    insort(self.words, word)
                    self._sort_in(word)
                self.counts[word] = self.counts.get(word, 0) + 1
            self.papers += 1
        self.change = change
        self._met, self._kin = {}, {}

    def _sort_in(self, word: str) -> None:
        """Put a word where slips of it are looked for."""
        self._pools.setdefault((word[0], len(word)), []).append(word)
        if len(word) >= _LONG_ENOUGH - 2 and word.isascii():
            self._parts.setdefault((1, word[1:3], len(word)), []).append(word)
            self._parts.setdefault((-1, word[-_END:], len(word)), []).append(word)

    def refresh(self, db: Plain) -> None:
        """Learn what was added since; all anew where papers were changed or taken away."""
        with self._lock:
            newest, stale = db.execute(
                """select coalesce(max(id), 0), coalesce(sum(not fresh), 0) from index_changes
                   where id > :change""",
                {"change": max(0, self.change)},
            ).fetchone()
            if self.change < 0 or stale:
                self._read(db, newest)
            elif newest:
                self._grow(db, newest)

    def _read(self, db: Plain, newest: int) -> None:
        # As two texts: a hundred thousand rows would take 50 MB on their way.
        words, counts = db.execute(
            """select coalesce(group_concat(term, ' '), ''), coalesce(group_concat(doc, ' '), '')
               from (select term, doc from paper_words order by term)"""
        ).fetchone()
        papers = db.execute("select count(*) from index_changes").fetchone()
        self.replace(words.split(), map(int, counts.split()), papers[0], newest)

    def _grow(self, db: Plain, newest: int) -> None:
        rows = db.execute(
            """select title || ' ' || authors || ' ' || topics || ' ' || summary || ' ' || venue
               from index_changes join paper_index on paper_index.rowid = paper
               where id > :since and id <= :newest""",
            {"since": self.change, "newest": newest},
        )
        self.add((row[0] for row in rows), newest)

    def knows(self, word: str) -> bool:
        """Whether some paper holds the word."""
        return word in self.counts

    def rarity(self, tokens: Sequence[str]) -> float:
        """How telling a phrase is, by its rarest token: about 0.1 where every paper holds it."""
        count = min((self.counts.get(token, 0) for token in tokens), default=0)
        return 0.1 + math.log((self.papers + 1) / (count + 0.5)) if self.papers else 1.0

    def begins(self, start: str) -> bool:
        """Whether some word begins so."""
        at = bisect_left(self.words, start)
        return at < len(self.words) and self.words[at].startswith(start)

    def goes_on(self, start: str) -> tuple[str, ...]:
        """All words that begin so; () where they are too many to ask for each."""
        at = bisect_left(self.words, start)
        some = self.words[at : at + _MOST_ENDINGS + 1]
        found = tuple(takewhile(lambda word: word.startswith(start), some))
        return found if len(found) <= _MOST_ENDINGS else ()

    def near(self, word: str, *, far: bool = True) -> list[Near]:
        """Known words that differ by a slip or two, nearest and commonest first; none for a short word.

        With `far`, two slips in a word of six letters are thought of as well, where nothing nearer is known.
        """
        if len(word) < SHORTEST or not word.isascii() or not word.isalpha():
            return []
        if (word, far) not in self._met:
            if len(self._met) > _MOST_MET:
                self._met.clear()
            self._met[word, far] = self._near(word, far=far)
        return self._met[word, far]

    def like(self, word: str) -> list[str]:
        """Known words that look like this one, however short it is: to offer, never to take for it."""
        slips = max(1, len(word) // 3)
        if not word.isascii() or not word.isalpha():
            return []
        found = self._within(word, self._pool(word[:1], len(word), slips), slips)
        found = found or self._within(word, self._pool(ascii_lowercase, len(word), slips), slips)
        return [near.word for near in found][:_MOST_LIKE]

    def kin(self, word: str) -> list[str]:
        """Other known forms of a word, commonest first: plurals, -ing, -ed; of a short one the number."""
        if word not in self._kin:
            if len(self._kin) > _MOST_MET:
                self._kin.clear()
            self._kin[word] = self._forms(word)
        return self._kin[word]

    def _forms(self, word: str) -> list[str]:
        if len(word) < SHORTEST:
            return [
                other for other in (f"{word}s", word.removesuffix("s")) if other != word and self.knows(other)
            ]
        root = stem(word)
        size = len(root)
        likely = (known for known in self._begun(root) if known[size:].removeprefix(root[-1]) in _ALL_ENDINGS)
        forms = [form for form in likely if form != word and stem(form) == root]
        return sorted(forms, key=lambda form: (-self.counts[form], form))[:_MOST]

    def _begun(self, start: str) -> list[str]:
        """The known words that begin so."""
        after = start[:-1] + chr(ord(start[-1]) + 1)
        return self.words[bisect_left(self.words, start) : bisect_left(self.words, after)]

    def split(self, word: str) -> tuple[str, str] | None:
        """The two known words that were written together, the commonest pair."""
        if not word.isalpha() or len(word) < SHORTEST:
            return None
        cuts = range(_SHORTEST_HALF, len(word) - _SHORTEST_HALF + 1)
        pairs = [(word[:cut], word[cut:]) for cut in cuts]
        known = [pair for pair in pairs if pair[0] in self.counts and pair[1] in self.counts]
        return max(known, key=lambda pair: min(self.counts[pair[0]], self.counts[pair[1]]), default=None)

    def _near(self, word: str, *, far: bool) -> list[Near]:
        found = self._one_slip(word)
        if not found and far and len(word) >= _LONG:
            found = self._within(word, self._pool(word[0], len(word), 2), 2)
        if not found and far and len(word) >= _LONG_ENOUGH:
            found = self._within(word, [*self._pool(word[0], len(word), 2), *self._far(word)], 2)
        return found[:_MOST]

    def _one_slip(self, word: str) -> list[Near]:
        """Slips among the first letters are looked up; a later one is in a word that begins alike."""
        early = {made for made in _slips_early(word) if made in self.counts and made != word}
        alike = self._begun(word[:_START])
        sizes = range(len(word) - 1, len(word) + 2)
        late = self._within(word, [[known for known in alike if len(known) in sizes]], 1)
        return sorted({*late, *(Near(made, 1) for made in early)}, key=self._nearest)

    def _nearest(self, near: Near) -> tuple[int, int, str]:
        """The order of what is offered: fewer slips, then the commoner word."""
        return near.slips, -self.counts[near.word], near.word

    def _far(self, word: str) -> list[list[str]]:
        """The words of any first letter that may be two slips away: the other slip leaves one end whole."""
        sizes = range(len(word) - 2, len(word) + 3)
        starts = dict.fromkeys((word[1:3], word[2:4], word[:2], word[0] + word[2]))
        parts = [(1, part) for part in starts] + [(-1, word[-_END:])]
        return [self._parts.get((end, part, size), []) for end, part in parts for size in sizes]

    def _pool(self, letters: str, length: int, slips: int) -> list[list[str]]:
        """The words with these first letters and about this length."""
        sizes = range(length - slips, length + slips + 1)
        return [self._pools.get((letter, size), []) for letter in letters for size in sizes]

    def _within(self, word: str, pools: list[list[str]], slips: int) -> list[Near]:
        near = {
            Near(match, int(distance))
            for pool in pools
            for match, distance, _ in process.extract(
                word, pool, scorer=OSA.distance, score_cutoff=slips, limit=_MOST_LOOKED_AT
            )
            if distance
        }
        return sorted(near, key=self._nearest)[:_MOST]


_BY_CONNECTION: WeakKeyDictionary[Connection, Vocabulary] = WeakKeyDictionary()
_BY_FILE: WeakValueDictionary[str, Vocabulary] = WeakValueDictionary()


async def vocabulary(db: Connection) -> Vocabulary:
    """The vocabulary of the open store, to be refreshed. Connections to one file share one."""
    known = _BY_CONNECTION.get(db)
    if known is None:
        _, _, file = next(iter(await db.execute_fetchall("pragma database_list")))
        known = (_BY_FILE.get(file) if file else None) or Vocabulary()
        _BY_CONNECTION[db] = known
        if file:
            _BY_FILE[file] = known
    return known


def _slips_early(word: str) -> Iterator[str]:
    """What is made by one wrong, missing or needless letter among the first few, or two turned round."""
    for at in range(_START):
        before, after, rest = word[:at], word[at:], word[at + 1 :]
        for letter in ascii_lowercase:
            yield before + letter + after
            yield before + letter + rest
        yield before + rest
        yield before + rest[:1] + after[0] + rest[1:]


def _undoubled(word: str, ending: str) -> str:
    root = word[: -len(ending)]
    return root[:-1] if len(root) > _SHORTEST_STEM and root[-1] == root[-2] else root
