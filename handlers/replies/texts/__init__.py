"""Every sentence that people read, by language: `t("search.nothing", query=q)`.

The catalogues `zh.toml` and `en.toml` lie beside this file and hold the same keys with the same
placeholders. A sentence is plain text; the cards escape it together with what was filled in.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

LANGUAGES = ("zh", "en")
DEFAULT = "zh"


@dataclass(frozen=True)
class Texts:
    """The sentences of one language. Calling it fills a sentence; KeyError for an unknown key."""

    language: str
    sentences: Mapping[str, str] = field(repr=False)

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence as plain text. With `count=1` the form `<key>_one` is taken where there is one."""
        if values.get("count") == 1 and f"{key}_one" in self.sentences:
            key = f"{key}_one"
        return self.sentences[key].format_map(values)

    def has(self, key: str) -> bool:
        """Whether the catalogue holds this key."""
        return key in self.sentences


def of(language: str) -> Texts:
    """The texts of a language code ("zh", "en", also "zh-hans"); the Chinese ones for any other."""
    code = language.casefold().replace("_", "-").partition("-")[0]
    return _load(code if code in LANGUAGES else DEFAULT)


@cache
def _load(language: str) -> Texts:
    content = (Path(__file__).parent / f"{language}.toml").read_text(encoding="utf-8")
    return Texts(language, dict(_flat(tomllib.loads(content))))


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        elif isinstance(value, str):
            yield prefix + key, value.strip("\n")
        else:
            raise TypeError(f"{prefix}{key} must be a string")
