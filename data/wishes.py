"""What a person wants to follow, understood: a topic, an author, a venue, or words."""

from __future__ import annotations

from dataclasses import dataclass

from data import query, topics
from data.fold import terms

LONGEST = 100  # characters of a label


@dataclass(frozen=True, slots=True)
class Wish:
    """`value` is the topic's key or the folded words; `label` is what the person reads again."""

    kind: str
    value: str
    label: str


def understand(text: str) -> Wish | None:
    """The wish behind the text; None when it holds nothing to look for.

    A topic is found fuzzily, in either language; what is no topic becomes words.
    """
    text = " ".join(text.split())[:LONGEST]
    asked = query.parse(text)
    for kind, named in (("author", asked.authors), ("venue", asked.venues)):
        if named and terms(named[0]):
            return Wish(kind, " ".join(terms(named[0])), named[0])
    topic = topics.match(asked.topics[0] if asked.topics else text)
    if topic is not None:
        return Wish("topic", topic.key, topic.en)
    words = " ".join(terms(text))
    return Wish("keyword", words, text) if words else None
