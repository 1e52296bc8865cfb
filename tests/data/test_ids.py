"""Identifiers in every dress that people and sources give them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data import ids
from data.models import Record


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("hep-th/9711200", "hep-th/9711200"),
        ("https://arxiv.org/abs/hep-th/9711200v3", "hep-th/9711200"),
        ("math.GT/0309136", "math/0309136"),
        ("arXiv:astro-ph/0112020", "astro-ph/0112020"),
        ("https://arxiv.org/pdf/cs/0701188.pdf", "cs/0701188"),
        ("https://arxiv.org/abs/hep-th%2F9711200", "hep-th/9711200"),
        ("1706.03762v7", "1706.03762"),
        ("http://arxiv.org/abs/1706.03762v1", "1706.03762"),
        ("arxiv.org/pdf/1706.03762v5.pdf", "1706.03762"),
        ("https://huggingface.co/papers/1706.03762", "1706.03762"),
        ("https://hf.co/papers/1706.03762", "1706.03762"),
        ("https://www.alphaxiv.org/abs/1706.03762", "1706.03762"),
        ("10.48550/arXiv.1706.03762", "1706.03762"),
        ("https://doi.org/10.48550/arXiv.1706.03762", "1706.03762"),
        ("https://arxiv.org/html/1706.03762v7#S3", "1706.03762"),
        ("https://export.arxiv.org/abs/1706.03762?context=cs", "1706.03762"),
        ("https://ar5iv.labs.arxiv.org/html/1706.03762", "1706.03762"),
        ("arXiv:1706.03762v7 [cs.CL] 2 Aug 2023", "1706.03762"),
        (" ARXIV: 1706.03762 ", "1706.03762"),
        ("见 https://arxiv.org/abs/1706.03762。", "1706.03762"),
        ("0704.0001", "0704.0001"),
        ("1412.6980", "1412.6980"),
        ("1501.00001", "1501.00001"),
        ("1501.0001", None),
        ("1706.3762", None),
        ("2401.0001", None),
        ("1412.69801", None),
        ("1713.03762", None),
        ("0703.0001", None),
        ("9711200", None),
        ("nonsense/9711200", None),
        ("hep-th/0813001", None),
        ("https://example.org/abs/1706.03762", None),
        ("https://notarxiv.org.example.com/abs/1706.03762", None),
        ("https://evilarxiv.org/abs/1706.03762", None),
        ("https://arxiv.org/list/cs.LG/recent", None),
        ("10.1145/3292500.3330701", None),
        ("", None),
    ],
)
def test_arxiv(text: str, number: str | None) -> None:
    """One spelling of an id: no version, no subject class; never an id that arXiv did not give out."""
    assert ids.arxiv(text) == number


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("10.1145/3292500.3330701", "10.1145/3292500.3330701"),
        ("https://doi.org/10.18653/v1/N19-1423.", "10.18653/v1/n19-1423"),
        ("http://dx.doi.org/10.18653/V1/N19-1423", "10.18653/v1/n19-1423"),
        ("doi:10.18653/v1/N19-1423，", "10.18653/v1/n19-1423"),
        ("(DOI 10.1000/abc(1)2)", "10.1000/abc(1)2"),
        ("https://dl.acm.org/doi/pdf/10.1145/3292500.3330701?download=true", "10.1145/3292500.3330701"),
        ("https://link.springer.com/content/pdf/10.1007/s11263-015-0816-y.pdf", "10.1007/s11263-015-0816-y"),
        ("https://doi.org/10.1145%2F3292500", "10.1145/3292500"),
        ("10.1002/(SICI)1097-4636(199823)43:4<338::AID-JBM2>3.0.CO;2-Q",
         "10.1002/(sici)1097-4636(199823)43:4<338::aid-jbm2>3.0.co;2-q"),
        ('<a href="https://doi.org/10.1000/xyz">', "10.1000/xyz"),
        ("10.1000/", None),
        ("10.1/abc", None),
        ("210.1000/abc", None),
        ("1706.03762", None),
        ("", None),
    ],
)  # fmt: skip
def test_doi(text: str, doi: str | None) -> None:
    """Lower case, out of any link, without glued punctuation."""
    assert ids.doi(text) == doi


@pytest.mark.parametrize(
    ("text", "forum"),
    [
        ("https://openreview.net/forum?id=7HVADbW8fh", "7HVADbW8fh"),
        ("https://openreview.net/forum?id=7HVADbW8fh&noteId=abc", "7HVADbW8fh"),
        ("https://openreview.net/forum?noteId=abc&id=7HVADbW8fh#x", "7HVADbW8fh"),
        ("openreview.net/pdf?id=7HVADbW8fh。", "7HVADbW8fh"),
        ("https://openreview.net/forum?noteId=7HVADbW8fh", None),
        ("https://openreview.net/group?id=ICML.cc/2025", None),
        ("https://fakeopenreview.net/forum?id=7HVADbW8fh", None),
        ("", None),
    ],
)
def test_openreview(text: str, forum: str | None) -> None:
    """The forum's id, cased as it is."""
    assert ids.openreview(text) == forum


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("https://icml.cc/virtual/2025/poster/45018", "icml.cc/virtual/2025/poster/45018"),
        ("http://www.icml.cc/virtual/2025/poster/45018/?x=1#y", "icml.cc/virtual/2025/poster/45018"),
        ("icml.cc/virtual/2025/oral/40123。", "icml.cc/virtual/2025/oral/40123"),
        ("https://ICLR.cc/virtual/2024/poster/1", "iclr.cc/virtual/2024/poster/1"),
        (
            "https://neurips.cc/virtual/2025/loc/san-diego/poster/119718",
            "neurips.cc/virtual/2025/poster/119718",
        ),
        ("https://nips.cc/virtual/2023/poster/7", "neurips.cc/virtual/2023/poster/7"),
        ("https://example.org/virtual/2025/poster/1", None),
        ("https://badicml.cc/virtual/2025/poster/1", None),
        ("https://icml.cc/virtual/2025/papers.html", None),
        ("", None),
    ],
)
def test_venue_page(text: str, page: str | None) -> None:
    """One spelling of a virtual site's page."""
    assert ids.venue_page(text) == page


@pytest.mark.parametrize(
    ("text", "links"),
    [
        (
            "论文链接：https://arxiv.org/abs/2401.00001。代码：https://github.com/example/repo.",
            ("https://arxiv.org/abs/2401.00001", "https://github.com/example/repo"),
        ),
        ("(see https://en.wikipedia.org/wiki/A_(b))", ("https://en.wikipedia.org/wiki/A_(b)",)),
        ("[text](https://example.org/a),next", ("https://example.org/a",)),
        ("https://example.org/a?b=c&d=e#f!", ("https://example.org/a?b=c&d=e#f",)),
        ("“https://example.org”、《https://example.net》", ("https://example.org", "https://example.net")),
        ("https://example.org/代码见", ("https://example.org/",)),
        ("**https://example.org/a**", ("https://example.org/a",)),
        ("HTTPS：//Example.org/A，https://example.org/a", ("HTTPS://Example.org/A", "https://example.org/a")),
        ("https://example.org/a https://example.org/a", ("https://example.org/a",)),
        ("https://example.org/x(", ("https://example.org/x",)),
        ("https:// http://. ftp://example.org www.example.org", ()),
        ("https://example.org/\u202eevil", ("https://example.org/",)),
    ],
)
def test_links(text: str, links: tuple[str, ...]) -> None:
    """Links in free text end where their sentence goes on."""
    assert ids.links(text) == links


def test_strong_ids_come_from_every_field() -> None:
    """Each kind once, an arXiv DOI as arXiv alone."""
    record = Record(
        title="T",
        arxiv_id="2502.00001v2",
        doi="10.48550/arXiv.2502.00001",
        url="https://icml.cc/virtual/2025/poster/1",
        pdf_url="https://openreview.net/pdf?id=7HVADbW8fh",
    )
    assert ids.strong(record) == (
        ("arxiv", "2502.00001"),
        ("openreview", "7HVADbW8fh"),
        ("venue", "icml.cc/virtual/2025/poster/1"),
    )
    assert ids.strong(Record(title="T", arxiv_id="no id", url="https://example.org")) == ()


@pytest.mark.parametrize(
    ("record", "public"),
    [
        (Record(title="T", id="mine", arxiv_id="2502.00001"), "mine"),
        (Record(title="T", arxiv_id="2502.00001v3", doi="10.1000/X"), "2502.00001"),
        (Record(title="T", doi="https://doi.org/10.1000/X"), "10.1000/x"),
    ],
)
def test_public_ids_prefer_what_is_given(record: Record, public: str) -> None:
    """The record's own id, then arXiv's, then the DOI."""
    assert ids.public(record) == public


def test_a_made_id_is_for_ever() -> None:
    """Ten base-32 characters; spelling does not change it, another title or author does."""
    made = ids.public(Record(title="Attention Is All You Need, Again", authors=("Ann Lee",)))
    # sha256("attentionisallyouneedagain\nannlee"), its first 50 bits in base 32.
    assert made == "pg-avbx6xykyz"
    assert made == ids.public(Record(title="Attention is\n all You  Need，Again", authors=("ann lee", "Bob")))
    assert made != ids.public(Record(title="Attention Is All You Need", authors=("Ann Lee",)))
    assert made != ids.public(Record(title="Attention Is All You Need, Again", authors=("Bob Ray",)))
    assert ids.public(Record(title="???")) != ids.public(Record(title="!!!"))


@settings(deadline=None)
@given(st.text())
def test_any_text_is_judged(text: str) -> None:
    """No text raises, and what is found is stable: reading it again gives the same."""
    for read in (ids.arxiv, ids.doi):
        found = read(text)
        assert found is None or read(found) == found
    assert all(ids.links(link) == (link,) for link in ids.links(text))
    assert ids.openreview(text) is None or len(text) > 20
    assert ids.venue_page(text) is None or len(text) > 20


@pytest.mark.parametrize(
    "piece",
    ["openreview.net/forum?&", "https://a/(", "10.1000/(", " [", "arxiv.", "icml.cc/virtual/2025/loc/a"],
)
def test_hostile_repetition_is_judged_in_time(piece: str) -> None:
    """A hundred thousand characters cost no more than a blink."""
    text = piece * (100_000 // len(piece))
    start = time.process_time()
    for read in (ids.arxiv, ids.doi, ids.openreview, ids.venue_page, ids.links):
        read(text)
    assert time.process_time() - start < 5
