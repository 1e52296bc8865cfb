"""The catalogue that ships: papers, topics with their rules, a glossary and the community groups.

All of it is data beside this module; nothing here touches the store or the network. What is read once is
kept. The texts (`title_zh`, summaries) are our own; titles, authors, links and categories are facts of the
articles.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from data.models import Group, Record, Topic
from data.records import from_json


@dataclass(frozen=True, slots=True)
class Rule:
    """What gives a paper the topic `topic`.

    `words` count anywhere, `title` only in a title; one of `unless` in a title takes the topic away. How
    words are looked for is told at the top of `topics.toml`.
    """

    topic: str
    words: tuple[str, ...]
    title: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measure:
    """How much is enough: `mentions` in texts equal one in a title; a paper has `most` topics or fewer."""

    mentions: int
    most: int


@dataclass(frozen=True, slots=True)
class Term:
    """One notion in both languages: first its main name, then variants and abbreviations."""

    zh: tuple[str, ...]
    en: tuple[str, ...]


@cache
def records() -> tuple[Record, ...]:
    """The shipped papers, in the order of their articles."""
    lines = _text("papers.jsonl").splitlines()
    return tuple(from_json(json.loads(line)) for line in lines if line.strip())


@cache
def topics() -> tuple[Topic, ...]:
    """All topics, in the order in which people should see them."""
    return tuple(
        Topic(_name(entry, "key"), _name(entry, "zh"), _name(entry, "en"), _names(entry, "aliases"))
        for entry in _entries("topics.toml", "topic")
    )


@cache
def rules() -> tuple[Rule, ...]:
    """The rules that give topics to papers, one a topic and in their order."""
    return tuple(
        Rule(_name(entry, "key"), _names(entry, "words"), _names(entry, "title"), _names(entry, "unless"))
        for entry in _entries("topics.toml", "topic")
    )


@cache
def measure() -> Measure:
    """The two numbers that hold for every rule."""
    table = _table("topics.toml")
    return Measure(_number(table, "mentions"), _number(table, "most"))


@cache
def fillers() -> tuple[str, ...]:
    """What people put around a topic's name without meaning it."""
    return _names(_table("topics.toml"), "filler")


@cache
def glossary() -> tuple[Term, ...]:
    """The terms of the field, Chinese and English."""
    return tuple(
        Term(_names(entry, "zh"), _names(entry, "en")) for entry in _entries("glossary.toml", "term")
    )


@cache
def groups() -> tuple[Group, ...]:
    """The community groups: keyword and name, without links."""
    return tuple(
        Group(_name(entry, "keyword"), _name(entry, "name")) for entry in _entries("groups.toml", "group")
    )


def _text(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def _table(name: str) -> dict[str, object]:
    return tomllib.loads(_text(name))


def _entries(file: str, name: str) -> list[dict[str, object]]:
    entries = _table(file)[name]
    if not isinstance(entries, list):
        raise TypeError(f"{file}: {name} must be a list of tables")
    return entries


def _names(entry: dict[str, object], key: str) -> tuple[str, ...]:
    names = entry.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"{key} must be a list of strings: {names!r}")
    return tuple(names)


def _name(entry: dict[str, object], key: str) -> str:
    name = entry[key]
    if not isinstance(name, str):
        raise TypeError(f"{key} must be a string: {name!r}")
    return name


def _number(entry: dict[str, object], key: str) -> int:
    number = entry[key]
    if not isinstance(number, int):
        raise TypeError(f"{key} must be a whole number: {number!r}")
    return number
