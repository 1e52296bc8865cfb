"""Which paper a place gets on a day: the best of those that it has not had.

What it subscribed goes first, then Spotlights and Orals, then votes, then the newest. The same store gives
the same choice; `pushes.choose` fixes it at its first showing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime

from data import ask, places, pushes
from data.models import Place, Push, Query, Subscription
from data.query import parse
from data.search import filters, plan
from data.store import Connection, Store

Why = tuple[str, str]  # (kind, value): topic (its key), keyword, author or venue; featured, votes or newest

BEST = "featured desc, votes desc, year desc, row desc"
EXCLUDED = "without"  # a subscription's kind: words that a place does not want
MOST = 200  # subscriptions that are asked for; SQLite joins at most 500 questions in one

# A paper was had when it was shown, however the post ended; a date that was skipped showed nothing. Forum
# topics of one chat do not repeat each other's paper on one day.
_HAD = """select paper from pushes where place = :place and paper is not null and state <> 'skipped'
        and date <> :date
    union select p.paper from pushes p join places o on o.id = p.place
        where p.date = :date and p.paper is not null and o.chat = :chat and p.place <> :place
    union select value from json_each(:besides)"""


async def today(store: Store, place: Place, day: date, now: datetime) -> Push | None:
    """The paper of a place for a local date, fixed by this call where it was not; None when all were had."""
    known = await pushes.of(store.reader, place.id, day)
    if known is not None and known.paper is not None:
        return known
    async with store.write() as db:
        return await fix(db, place, day, now)


async def fix(db: Connection, place: Place, day: date, now: datetime) -> Push | None:
    """The same within a transaction of the caller's."""
    known = await pushes.of(db, place.id, day)
    if known is not None and known.paper is not None:
        return known
    chosen = await choose(db, place, day)
    if chosen is None:
        return None
    return await pushes.choose(db, place.id, day, *chosen, now)


async def choose(
    db: Connection, place: Place, day: date, besides: Sequence[int] = ()
) -> tuple[int, Why] | None:
    """The row of the best paper that the place has not had, and why; None when it had all. Writes nothing.

    `besides` are rows that count as had too (to look further ahead than the next day).
    """
    values: dict[str, object] = {
        "place": place.id, "chat": place.chat, "date": day.isoformat(), "besides": json.dumps(list(besides)),
    }  # fmt: skip
    followed = await places.subscriptions(db, place.id)
    if unwanted := _unwanted(followed):
        values["unwanted"] = unwanted
    return await _subscribed(db, followed, values) or await _best(db, values)


async def _subscribed(
    db: Connection, followed: Sequence[Subscription], values: dict[str, object]
) -> tuple[int, Why] | None:
    """The best paper that any subscription names; the oldest of those that do is the reason."""
    bound = dict(values)
    parts = [part for one in followed[:MOST] if (part := _matching(one, bound))]
    if not parts:
        return None
    query = f"""with matching(paper, subscription) as ({" union all ".join(parts)})
        select row, min(subscription) from papers join matching on matching.paper = papers.row
        where row not in ({_HAD}) {_wanted(values)}
        group by row order by {BEST} limit 1"""
    found = await ask.first(db, query, bound)
    if found is None:
        return None
    by = next(one for one in followed if one.id == found[1])
    return found[0], (by.kind, by.value if by.kind == "topic" else by.label)


async def _best(db: Connection, values: dict[str, object]) -> tuple[int, Why] | None:
    query = f"""select row, featured, votes, category from papers
        where row not in ({_HAD}) {_wanted(values)} order by {BEST} limit 1"""
    found = await ask.first(db, query, values)
    if found is None:
        return None
    row, featured, votes, category = found
    if featured:
        return row, ("featured", category)
    return row, ("votes", str(votes)) if votes else ("newest", "")


def _wanted(values: dict[str, object]) -> str:
    if "unwanted" not in values:
        return ""
    return "and row not in (select rowid from paper_index where paper_index match :unwanted)"


def _unwanted(followed: Sequence[Subscription]) -> str:
    matches = (_match(parse(one.label)) for one in followed[:MOST] if one.kind == EXCLUDED)
    return " OR ".join(f"({match})" for match in matches if match)


def _matching(subscription: Subscription, bound: dict[str, object]) -> str | None:
    """A question for the rows that one subscription names, its values added to `bound`."""
    name = f"s{subscription.id}"
    if subscription.kind == "topic":
        bound[name] = subscription.value
        return f"select paper, {subscription.id} from paper_topics where topic = :{name}"
    match = _match(_query(subscription)) if subscription.kind != EXCLUDED else ""
    if not match:
        return None
    bound[name] = match
    return f"select rowid, {subscription.id} from paper_index where paper_index match :{name}"


def _query(subscription: Subscription) -> Query:
    if subscription.kind == "author":
        return Query(text="", authors=(subscription.label,))
    if subscription.kind == "venue":
        return Query(text="", venues=(subscription.label,))
    return parse(subscription.label)


def _match(query: Query) -> str:
    """The strictest of the search's questions: every word, or what the glossary calls it elsewhere."""
    wanted = filters.of(query).match
    if query.words or query.phrases:
        words = plan.all_of(plan.plan(query))
        wanted = f"({words}) AND {wanted}" if wanted else words
    without = plan.excluded(query)
    return f"({wanted}) NOT ({without})" if wanted and without else wanted
