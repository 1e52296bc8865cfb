"""The documents say what is: commands, settings, files that they name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.config import PREFIX, Config
from handlers import families

ROOT = Path(__file__).parent.parent
PAGES = [
    "README.md",
    "README.zh.md",
    "CONTRIBUTING.md",
    "deploy/README.md",
    "docs/papers.md",
    "playground/README.md",
]
COMMANDS = {f"/{command.name}" for family in families.LISTED for command in family.COMMANDS}


@pytest.mark.parametrize("page", ["README.md", "README.zh.md"])
def test_the_table_of_commands_is_the_registry(page: str) -> None:
    """Each command stands in the table, and none that does not exist."""
    rows = [
        line for line in (ROOT / page).read_text(encoding="utf-8").splitlines() if line.startswith("| `/")
    ]
    assert {name for row in rows for name in re.findall(r"`(/[a-z]+)", row.split("|")[1])} == COMMANDS


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    """A page's links to other files of the project are there."""
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


def test_every_setting_is_explained() -> None:
    """`.env.example` names each setting, and none that is not read."""
    named = set(re.findall(rf"^#?({PREFIX}[A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert named == {PREFIX + name.upper() for name in Config.model_fields}


@pytest.mark.parametrize(
    "page", [*PAGES, "deploy/compose.yaml", "deploy/papergram.service", "deploy/Dockerfile"]
)
def test_pages_name_only_real_settings(page: str) -> None:
    """A setting that a page mentions is one that is read."""
    named = set(re.findall(rf"\b{PREFIX}([A-Z_]+)", (ROOT / page).read_text(encoding="utf-8")))
    assert named - {name.upper() for name in Config.model_fields} - {"ARTICLES"} == set()


def test_the_make_targets_exist() -> None:
    """Every `make …` of the documents is a target."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    used = {
        name
        for page in PAGES
        for name in re.findall(r"`?make ([a-z]+)", (ROOT / page).read_text(encoding="utf-8"))
    }
    assert used & {"try", "run", "test", "check", "bench"} <= targets
