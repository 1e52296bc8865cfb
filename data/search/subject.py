"""The topic to show where nothing holds what was asked: an abbreviation that a topic knows (GRPO, RLHF)."""

from __future__ import annotations

from data import topics
from data.fold import has_han
from data.models import Query, Record, Topic
from data.search import plan

_MOST_WORDS = 2  # longer questions ask for more than a topic
_LONGEST = 40


def asked(query: Query) -> str:
    """The words that may name a topic, "" where more is asked than that."""
    words = [word for word in query.words if not plan.idle(word)]
    text = " ".join(words)
    fits = 0 < len(words) <= _MOST_WORDS and len(text) <= _LONGEST
    return text if fits and not (query.phrases or query.topics) else ""


def topics_of(text: str) -> list[Topic]:
    """The topics of that name, and those whose rules know a word of it, likeliest first."""
    named = topics.match(text)
    ruled = [topics.by_key(key) for key in topics.assign(Record(title=text))]
    return list(dict.fromkeys(topic for topic in (named, *ruled) if topic))


def name(topic: Topic, text: str) -> str:
    """What the topic is called in the language of the text."""
    return topic.zh if has_han(text) else topic.en
