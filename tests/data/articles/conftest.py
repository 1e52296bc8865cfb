"""The two articles: their skeletons always, themselves where PAPERGRAM_ARTICLES names their folder.

A skeleton has an article's form, titles, names and links, and filler for its sentences and headlines; it has
the article's lines, one for one. What is expected of both was typed from the articles by reading them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ANSWERS = Path(__file__).parents[2] / "answers" / "articles"
PLACES = {
    "skeleton": (ANSWERS, "{}.txt"),
    "article": (os.environ.get("PAPERGRAM_ARTICLES"), "{}-icml2025.txt"),
}


@pytest.fixture
def skeleton() -> Callable[[str], str]:
    """The text of a skeleton by its layout's name."""
    return lambda name: (ANSWERS / f"{name}.txt").read_text("utf-8")


@pytest.fixture(params=PLACES)
def text(request: pytest.FixtureRequest) -> Callable[[str], str]:
    """The text of an article by its layout's name, once as skeleton and once as it is."""
    folder, pattern = PLACES[request.param]
    if folder is None:
        pytest.skip("PAPERGRAM_ARTICLES names no folder")
    return lambda name: (Path(folder) / pattern.format(name)).read_text("utf-8")


@pytest.fixture(scope="session")
def expected() -> dict[str, Any]:
    """What stands in the articles, by layout."""
    return dict(json.loads((ANSWERS / "expected.json").read_text("utf-8")))
