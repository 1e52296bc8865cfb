"""Article readers: a community roundup in, papers out.

A new layout is one module and one line in `LAYOUTS`.
"""

from __future__ import annotations

from data.articles import digest, institute, reader
from data.errors import Refused
from data.models import Article, Record
from data.records import to_json

LAYOUTS = (institute.LAYOUT, digest.LAYOUT)


def read(text: str) -> Article:
    """Read a roundup by the layout that finds most papers in it, then most about them.

    Raises Refused, with what was looked for, when no layout finds one. Nothing else is raised, whatever the
    text. Texts of papers hold paragraphs divided by a blank line, lists with an item a line, and `**x**` for
    bold; lines in warnings count from 1.
    """
    found = []
    for layout in LAYOUTS:
        try:
            found.append(reader.read(layout, text))
        except Refused:
            continue
    if not found:
        raise Refused(reader.sought(*LAYOUTS))
    return max(found, key=lambda article: (len(article.records), sum(map(_told, article.records))))


def _told(record: Record) -> int:
    """How many fields the record has."""
    return len(to_json(record))
