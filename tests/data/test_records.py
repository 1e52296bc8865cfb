"""Records of anybody's file: cleaned where no reader could use them, refused where nothing is left."""

from __future__ import annotations

import pytest

from data.errors import Malformed
from data.records import from_json, to_json


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"title": "a\0b"}, {"title": "ab"}),
        ({"id": " "}, {}),
        ({"id": " x "}, {"id": "x"}),
        ({"authors": ["", " ", "\u200b", "Bo"]}, {"authors": ["Bo"]}),
        ({"year": 0}, {}),
        ({"year": 999}, {}),
        ({"year": 1000}, {"year": 1000}),
        ({"year": "2999"}, {"year": 2999}),
        ({"year": 3000}, {}),
        ({"number": 2**63}, {}),
        ({"url": "javascript:alert(1)"}, {}),
        ({"pdf_url": "ftp://example.org/a"}, {}),
        ({"code_url": "https://"}, {}),
        ({"image_url": "HTTPS://example.org/a.png"}, {"image_url": "HTTPS://example.org/a.png"}),
        ({"abstract": "長" * 100_001}, {"abstract": "長" * 100_000}),
        ({"summary_en": "\u200b\n"}, {}),
    ],
)  # fmt: skip
def test_what_no_reader_could_use_is_left_out(given: dict[str, object], expected: dict[str, object]) -> None:
    """A record of anybody's file, cleaned."""
    assert to_json(from_json({"title": "One"} | given)) == {"title": "One"} | expected


@pytest.mark.parametrize("title", ["\u200b", "\0", "\x07", " \n", "\u202e\u2060", "\ufeff"])
def test_a_title_that_nobody_sees_is_none(title: str) -> None:
    """Zero-width, control and blank characters alone make no title."""
    with pytest.raises(Malformed):
        from_json({"title": title})
