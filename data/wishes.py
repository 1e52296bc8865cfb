"""What a person wants to follow, understood: a topic, an author, a venue, or words."""

from __future__ import annotations

from dataclasses import dataclass

from data import query, topics
from data.fold import terms
from data.search import plan

LONGEST = 100  # characters of a label


@dataclass(frozen=True, slots=True)
class Wish:
    """`value` is the topic's key or the folded words; `label` is what the person reads again."""

    kind: str
    value: str
    label: str


def understand(text: str) -> Wish | None:
    """The wish behind the text; None when it holds nothing to look for.

    A topic is found fuzzily, in either language; what is no topic becomes words. `-survey` alone is a word
    that is not wanted.
    """
    text = " ".join(text.split())[:LONGEST]
    asked = query.parse(text)
    if asked.without and not (asked.words or asked.phrases or asked.filtered):
        return _words("without", " ".join(asked.without))
    for kind, named in (("author", asked.authors), ("venue", asked.venues)):
        if named and terms(named[0]):
            return Wish(kind, " ".join(terms(named[0])), named[0])
    name = asked.topics[0] if asked.topics else text
    topic = topics.match(name)
    if topic is not None:
        return Wish("topic", topic.key, topic.en)
    return _words("keyword", name)


def _words(kind: str, text: str) -> Wish | None:
    """Words that say something; a lone label ("author:"), letter or stop word is none."""
    groups = plan.plan(query.parse(text))
    telling = any(not unit.idle for group in groups for unit in group.units)
    value = " ".join(terms(text))
    return Wish(kind, value, text) if telling and len(value) > 1 and not text.endswith((":", "：")) else None
