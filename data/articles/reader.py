"""From an article's text to its papers, by one layout."""

from __future__ import annotations

from collections.abc import Iterator

from data.articles import groups, values, venues
from data.articles.entries import Entry, gather
from data.articles.layout import TITLES, Layout
from data.articles.lines import Line
from data.articles.lines import read as read_lines
from data.errors import Refused
from data.models import Article, Notice, Record

_FIRE = "🔥"


def read(layout: Layout, text: str) -> Article:
    """Read an article. An entry without a title is left out and warned of; Refused when no paper remains."""
    found = gather(layout, read_lines(text))
    venue, year = venues.named(found.head)
    pairs = [(entry, record) for entry in found.entries if (record := _record(entry, venue, year))]
    if not pairs:
        raise Refused(sought(layout))
    told = (notice for entry in found.entries for notice in _notices(layout, entry))
    warnings = dict.fromkeys((*told, *found.notices))
    return Article(
        layout=layout.name,
        records=tuple(record for _, record in pairs),
        warnings=tuple(sorted(warnings, key=lambda notice: notice.line)),
        groups=groups.directory(found.outside),
        venue=venue,
        year=year,
    )


def sought(*layouts: Layout) -> str:
    """The sentence of a refusal: which labels would have made an entry."""
    return f"no paper found: looked for entries with {' or '.join(layout.title_label for layout in layouts)}"


def _record(entry: Entry, venue: str | None, year: int | None) -> Record | None:
    """The paper that the entry tells of, or None without a title.

    Venue and year are those that the entry names, or its link, or else the article's.
    """
    title, title_zh = _titles(entry)
    if not title:
        return None
    people = values.names(entry.text("authors"))
    where = values.addresses(entry.text("link"), entry.text("code"))
    named, page = venues.named(entry.text("venue")), venues.of_page(where.url)
    own = named if named[0] else page
    summary, abstract = (values.paragraphs(line.text for line in _told(entry, name)) for name in _TOLD)
    told_zh = summary is not None and values.chinese(summary)
    return Record(
        title=title,
        title_zh=title_zh,
        authors=people.all,
        corresponding=values.names(entry.text("corresponding")).all or people.corresponding,
        equal_contribution=people.starred or values.names(entry.text("equal_contribution")).all,
        venue=own[0] or venue,
        year=own[1] or (year if own[0] in (None, venue) else None),
        category=values.single(entry.text("category").replace(_FIRE, "")) or None,
        url=where.url,
        pdf_url=where.pdf_url,
        arxiv_id=where.arxiv_id,
        doi=where.doi,
        code_url=where.code_url,
        image_url=values.addresses(entry.text("image")).url,
        abstract=abstract,
        summary_zh=summary if told_zh else None,
        summary_en=None if told_zh else summary,
        number=entry.number,
    )


_TOLD = ("summary", "abstract")


def _titles(entry: Entry) -> tuple[str, str | None]:
    """The paper's own title, and a Chinese one beside it: a label's or the headline's."""
    headline = values.single(entry.headline.replace(_FIRE, ""))
    given = [values.single(entry.text(name)) for name in TITLES] + [headline]
    title = next(filter(None, given), "")
    other = (text for text in reversed(given) if text != title and values.holds_chinese(text))
    return title, next(other, None)


def _told(entry: Entry, name: str) -> list[Line]:
    """The lines of a text; those without a label stand in for a summary that has none."""
    if name == "summary" and not any(text in entry.fields for text in _TOLD):
        return entry.stray
    return entry.fields.get(name, [])


def _notices(layout: Layout, entry: Entry) -> Iterator[Notice]:
    title, _ = _titles(entry)
    if not title:
        yield Notice(entry.line, f"left out an entry without a title ({layout.title_label})")
        return
    if not entry.text(*TITLES):
        yield Notice(entry.line, f"no {layout.title_label}: the headline stands as the title")
    authors = values.names(entry.text("authors")).all
    for name in values.names(entry.text("corresponding")).all:
        if authors and name not in authors:
            yield Notice(
                entry.fields["corresponding"][0].number, f"{name} corresponds but is not among the authors"
            )
    if entry.stray:
        kept = not any(text in entry.fields for text in _TOLD)
        what = "took text without a label as the summary" if kept else "left out text without a label"
        yield Notice(entry.stray[0].number, what)
    for line in entry.dropped:
        if line.dropped:
            yield Notice(line.number, line.told())
