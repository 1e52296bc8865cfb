"""The things that rooms hand to each other: frozen, without behavior beyond their own fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def base36(number: int) -> str:
    """Write a row number in the short alphabet of keys, links and buttons."""
    digits = ""
    while True:
        number, rest = divmod(number, 36)
        digits = DIGITS[rest] + digits
        if number == 0:
            return digits


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A paper as one source gives it. The fields are those of a `.jsonl` record.

    `title` is the paper's own title; `corresponding` and `equal_contribution` hold names that also stand in
    `authors`; `category` is the venue's label as printed (Poster, Spotlight, Oral); `number` its place in an
    article. Texts hold paragraphs divided by a blank line.
    """

    title: str
    id: str | None = None
    title_zh: str | None = None
    authors: tuple[str, ...] = ()
    authors_zh: tuple[str, ...] = ()
    corresponding: tuple[str, ...] = ()
    equal_contribution: tuple[str, ...] = ()
    venue: str | None = None
    year: int | None = None
    category: str | None = None
    url: str | None = None
    pdf_url: str | None = None
    arxiv_id: str | None = None
    doi: str | None = None
    code_url: str | None = None
    image_url: str | None = None
    abstract: str | None = None
    summary_zh: str | None = None
    summary_en: str | None = None
    topics: tuple[str, ...] = ()
    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper(Record):
    """A stored paper: its sources' fields merged. `id` is its public id and never None here."""

    row: int
    source: str
    source_url: str | None = None
    added_at: datetime
    votes: int = 0

    @property
    def key(self) -> str:
        """The short key of links, buttons and file names."""
        return base36(self.row)

    @property
    def featured(self) -> bool:
        """Whether the venue singled it out: a Spotlight or an Oral."""
        label = (self.category or "").casefold()
        return "spotlight" in label or "oral" in label


@dataclass(frozen=True, slots=True)
class Notice:
    """What a reader could not take as it stood, with its line in the article (from 1)."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """A community's chat group: the keyword that calls its invitation, and its name."""

    keyword: str
    name: str
    link: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """A roundup article as read: its papers in their order, and what was odd."""

    layout: str
    records: tuple[Record, ...]
    warnings: tuple[Notice, ...] = ()
    groups: tuple[Group, ...] = ()
    venue: str | None = None
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject to browse and subscribe to; `key` is ASCII and stands in links and buttons."""

    key: str
    zh: str
    en: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What a person asked for, understood. Filters of one kind are alternatives, kinds add up."""

    text: str
    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    venues: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    topics: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    has: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Nothing was asked: no word and no filter."""
        return not (self.words or self.phrases or self.filtered)

    @property
    def filtered(self) -> bool:
        """A filter stands in it."""
        return bool(self.authors or self.venues or self.years or self.topics or self.categories or self.has)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One page of an answer.

    `total` counts all hits, not those of the page. `corrected` is the query as it was really asked when a
    spelling was mended, else None. `by` lists glossary bridges that found the papers, as (asked, met).
    `suggestions` are queries to offer when nothing was found: spellings or titles. `loose` says that the hits
    meet only a part of what was asked.
    """

    papers: tuple[Paper, ...] = ()
    total: int = 0
    offset: int = 0
    corrected: str | None = None
    by: tuple[tuple[str, str], ...] = ()
    suggestions: tuple[str, ...] = ()
    emptied_by: str | None = None
    loose: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A remembered search: what its page buttons need after a restart. `asker` None: anyone may turn."""

    id: int
    text: str
    asker: int | None
    chat: int
    kind: str = "search"
    asked_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A chat, or one forum topic of a chat: the unit of settings, subscriptions and pushes.

    `thread` is 0 outside forum topics. `hour` is local "HH:MM" in the IANA (or fixed "UTC+08:00") `zone`;
    `weekdays` has bit 0 for Monday. `due` is the next push, None while pushes are off; `due_date` its local
    date. `last_date` is the last local date with a settled push.
    """

    id: int
    chat: int
    thread: int = 0
    kind: str = "group"
    title: str = ""
    language: str = "zh"
    push: bool = True
    hour: str = "09:00"
    zone: str = "Asia/Shanghai"
    weekdays: int = 127
    layout: str = "auto"
    silent: bool = False
    everyone: bool = False
    active: bool = True
    added_by: int | None = None
    due: datetime | None = None
    due_date: date | None = None
    last_date: date | None = None

    @property
    def private(self) -> bool:
        """One person's own chat."""
        return self.kind == "private"


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a place follows: `kind` is topic, keyword, author or venue; `value` is its folded key."""

    id: int
    kind: str
    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """One row of the ledger: the paper of a place for a local date, and how its post went.

    `state` is chosen, sending, sent, skipped or uncertain; `why` is (kind, value) of what chose the paper.
    """

    place: int
    date: date
    state: str
    paper: int | None = None
    why: tuple[str, str] = ("newest", "")
    reason: str | None = None
    message: int | None = None
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """What an import did, by paper."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    skipped: int = 0
    reasons: tuple[str, ...] = field(default=())
