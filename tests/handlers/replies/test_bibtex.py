"""A paper as BibTeX: the entry can be read back, whatever stands in the paper."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.models import Paper
from handlers.replies import bibtex

Make = Callable[..., Paper]


def test_an_entry(make: Make) -> None:
    """Specials are literal, formulas stay, capitals inside words are held."""
    paper = make(
        title=r"LLMs at 5% & $\epsilon$-Greedy {ImageNet}",
        authors=("Øystein Lee", "Bo Li"),
        venue="ICML",
        year=2025,
        arxiv_id="2401.00001",
        doi="10.1/a_b",
        url="https://a.org/x_y",
    )
    assert bibtex.entry(paper) == (
        "@inproceedings{lee2025llms,\n"
        r"  title = {{LLMs} at 5\% \& $\epsilon$-Greedy \{{ImageNet}\}}," + "\n"
        "  author = {Øystein Lee and Bo Li},\n"
        "  booktitle = {ICML},\n"
        "  year = {2025},\n"
        "  eprint = {2401.00001},\n"
        "  archiveprefix = {arXiv},\n"
        "  doi = {10.1/a_b},\n"
        "  url = {https://a.org/x_y},\n"
        "}"
    )


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"authors": ("Su, Bing",), "year": 2025}, "su2025generalization"),
        ({"authors": ("Łukasz Øye",)}, "oyegeneralization"),
        ({"authors": ("苏冰",), "authors_zh": ()}, "sugeneralization"),
        ({"authors": (), "year": 2025}, "generalization2025"),
        ({"authors": (), "title": "扩散模型", "year": 2025}, "paper3hk"),
        ({"authors": ("X",), "title": "On the 3D of it"}, "x3d"),
    ],
)
def test_keys_are_ascii(make: Make, given: dict[str, object], key: str) -> None:
    """Surname, year and first telling word; a Chinese surname by pinyin."""
    assert bibtex.key(make(**given)) == key


def test_a_name_that_holds_and_is_one_author(make: Make) -> None:
    """An organization is not split in two."""
    assert "author = {{Research and Data Ltd} and Ann Lee}" in bibtex.entry(
        make(authors=("Research and Data Ltd", "Ann Lee"))
    )


@given(st.text(st.characters(codec=None), max_size=60), st.lists(st.text(max_size=20), max_size=3))
def test_braces_always_balance(make: Make, text: str, names: list[str]) -> None:
    """No field of a paper can end the entry or open a comment."""
    entry = bibtex.entry(make(title=text, authors=tuple(names), venue=text, doi=text, url=text))
    bare = re.sub(r"\\.", "", entry)
    assert bare.count("{") == bare.count("}")
    assert len(entry.splitlines()) >= 3
