"""What a remembered search gives: one page of it, the same for its first showing and for every turn."""

from __future__ import annotations

from data import index, papers, shelf
from data.models import Asked, Found, Query
from data.query import parse
from data.store import Connection


async def page(db: Connection, asked: Asked, *, limit: int, offset: int = 0) -> Found:
    """A page of a search, of the newest papers, a topic, a reading list, or a paper's relations."""
    if asked.kind == "related":
        return await papers.related(db, asked.text, limit=limit, offset=offset)
    if asked.kind == "saved":
        return await shelf.page(db, asked.asker or 0, limit=limit, offset=offset)
    return await index.find(db, question(asked), limit=limit, offset=offset)


def question(asked: Asked) -> Query:
    """The typed query of a remembered search. A topic's and the newest papers' are filters, not words."""
    if asked.kind == "topic":
        return Query(text=asked.text, topics=(asked.text,))
    if asked.kind == "latest":
        return Query(text="")
    return parse(asked.text)
