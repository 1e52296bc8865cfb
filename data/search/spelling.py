"""The words that the index knows, and which of them a person may have meant."""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from weakref import WeakKeyDictionary, WeakValueDictionary

from rapidfuzz import process
from rapidfuzz.distance import OSA

from data.store import Connection

SHORTEST = 5  # letters: shorter words are names of things (CWL is not OWL)
_LONG, _LONG_ENOUGH = 8, 6  # letters from which two slips are taken for one word, at once or at need
_MOST = 6
_MOST_MET = 10_000
_MOST_LIKE = 3
_SHORTEST_HALF = 2
_SHORTEST_STEM = 3
_ENDINGS = (
    "izations", "isations", "ization", "isation", "ations", "nesses", "ments", "ation", "ating", "ators",
    "ingly", "ness", "ment", "ions", "ings", "ated", "ates", "ator", "ally", "ives", "izes", "ized",
    "ion", "ing", "ies", "ers", "ors", "ive", "ate", "ial", "ize", "ity", "ed", "er", "or", "es", "al", "ly",
    "ic", "s", "e", "y",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Near:
    """A known word near to what was typed: `slips` single edits away."""

    word: str
    slips: int


def stem(word: str) -> str:
    """A word without its commonest English endings: enough to tell that two forms are of one word."""
    if not word.isascii() or not word.isalpha():
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
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
        self._met: dict[tuple[str, bool], list[Near]] = {}

    def replace(self, words: list[str], counts: Iterable[int], papers: int, change: int) -> None:
        """Take over the whole vocabulary, sorted by word, with the number of papers for each word."""
        self.words = words
        self.counts = dict(zip(words, counts, strict=True))
        self.papers, self.change = papers, change
        self._pools, self._met = {}, {}
        for word in self.words:
            self._pools.setdefault((word[0], len(word)), []).append(word)

    def add(self, texts: Iterable[str], change: int) -> None:
        """Take in the entries of new papers, each as all its tokens."""
        for text in texts:
            for word in set(text.split()):
                if word not in self.counts:
                    insort(self.words, word)
                    self._pools.setdefault((word[0], len(word)), []).append(word)
                self.counts[word] = self.counts.get(word, 0) + 1
            self.papers += 1
        self.change = change
        self._met = {}

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

    def near(self, word: str, *, far: bool = True) -> list[Near]:
        """Known words that differ by a slip or two, nearest and commonest first; none for a short word.

        With `far`, a wrong first letter and two slips in a word of six letters are thought of as well, where
        nothing nearer is known.
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
        """Other known forms of the word, commonest first: plurals, -ing, -ed, -ation."""
        if len(word) <= _SHORTEST_STEM:
            return []
        root = stem(word)  # every form begins with it
        words = (w for w in self._from(root, root[:-1] + chr(ord(root[-1]) + 1)) if stem(w) == root)
        return sorted((w for w in words if w != word), key=lambda w: -self.counts[w])[:_MOST]

    def split(self, word: str) -> tuple[str, str] | None:
        """The two known words that were written together, the commonest pair."""
        if not word.isalpha() or len(word) < SHORTEST:
            return None
        cuts = range(_SHORTEST_HALF, len(word) - _SHORTEST_HALF + 1)
        pairs = [(word[:cut], word[cut:]) for cut in cuts]
        known = [pair for pair in pairs if pair[0] in self.counts and pair[1] in self.counts]
        return max(known, key=lambda pair: min(self.counts[pair[0]], self.counts[pair[1]]), default=None)

    def _near(self, word: str, *, far: bool) -> list[Near]:
        slips = 2 if len(word) >= _LONG else 1
        pool = [*self._pool(word[0], len(word), slips), *self._begun_otherwise(word)]
        found = self._within(word, pool, slips)
        if not found and far and len(word) >= _LONG_ENOUGH:
            found = self._within(word, self._pool(ascii_lowercase, len(word), 2), 2)
        return found

    def _begun_otherwise(self, word: str) -> Iterable[str]:
        """Known words that differ at the first letter: wrong, missing, one too many, or turned round."""
        starts = [letter + rest for letter in ascii_lowercase for rest in (word, word[1:])]
        others = (word[1:], word[1] + word[0] + word[2:])
        return (w for w in (*starts, *others) if w in self.counts and w[0] != word[0])

    def _pool(self, letters: str, length: int, slips: int) -> list[str]:
        """The words with these first letters and about this length."""
        sizes = range(length - slips, length + slips + 1)
        return [word for letter in letters for size in sizes for word in self._pools.get((letter, size), ())]

    def _from(self, first: str, last: str) -> list[str]:
        return self.words[bisect_left(self.words, first) : bisect_left(self.words, last)]

    def _within(self, word: str, pool: list[str], slips: int) -> list[Near]:
        found = process.extract(word, pool, scorer=OSA.distance, score_cutoff=slips, limit=40)
        near = [Near(match, int(distance)) for match, distance, _ in found if distance]
        return sorted(near, key=lambda n: (n.slips, -self.counts[n.word], n.word))[:_MOST]


_BY_CONNECTION: WeakKeyDictionary[Connection, Vocabulary] = WeakKeyDictionary()
_BY_FILE: WeakValueDictionary[str, Vocabulary] = WeakValueDictionary()


async def vocabulary(db: Connection) -> Vocabulary:
    """The vocabulary of the open store, up to date. Connections to one file share one."""
    known = _BY_CONNECTION.get(db)
    if known is None:
        _, _, file = next(iter(await db.execute_fetchall("pragma database_list")))
        known = (_BY_FILE.get(file) if file else None) or Vocabulary()
        _BY_CONNECTION[db] = known
        if file:
            _BY_FILE[file] = known
    await _refresh(db, known)
    return known


async def _refresh(db: Connection, known: Vocabulary) -> None:
    newest, stale = next(
        iter(
            await db.execute_fetchall(
                """select coalesce(max(id), 0), coalesce(sum(not fresh), 0) from index_changes
                   where id > :change""",
                {"change": max(0, known.change)},
            )
        )
    )
    if known.change >= 0 and newest == 0:
        return
    if known.change >= 0 and not stale:
        await _grow(db, known, newest)
        return
    # As two texts: a hundred thousand rows would take 50 MB on their way.
    words, counts = next(
        iter(
            await db.execute_fetchall(
                """select coalesce(group_concat(term, ' '), ''), coalesce(group_concat(doc, ' '), '')
                   from (select term, doc from paper_words order by term)"""
            )
        )
    )
    papers = next(iter(await db.execute_fetchall("select count(*) from index_changes")))
    if newest >= known.change:  # another question may have been quicker, and seen more
        known.replace(words.split(), map(int, counts.split()), papers[0], newest)


async def _grow(db: Connection, known: Vocabulary, newest: int) -> None:
    since = known.change
    rows = await db.execute_fetchall(
        """select title || ' ' || authors || ' ' || topics || ' ' || summary || ' ' || venue
           from index_changes join paper_index on paper_index.rowid = paper
           where id > :since and id <= :newest""",
        {"since": since, "newest": newest},
    )
    if known.change == since:  # another question may have been quicker
        known.add((row[0] for row in rows), newest)


def _undoubled(word: str, ending: str) -> str:
    root = word[: -len(ending)]
    return root[:-1] if len(root) > _SHORTEST_STEM and root[-1] == root[-2] else root
