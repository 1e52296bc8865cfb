"""The two catalogues: same keys, same placeholders, and no sentence that nobody says."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from handlers.replies import texts

ROOT = Path(__file__).parents[3]
# Families whose keys are put together from a value: t(f"command.{name}").
FAMILIES = (
    "command.", "refused.", "error.", "why.", "heading.", "follow.", "settings.ask_", "layout.", "language.",
    "empty.", "month.", "weekday.", "how.", "toast.",
)  # fmt: skip
HAN = re.compile(r"[\u4e00-\u9fff]")


def placeholders(sentence: str) -> set[str]:
    """The names between braces."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_both_languages_say_the_same_things() -> None:
    """Every key stands in both catalogues with the same placeholders."""
    zh, en = texts.of("zh").sentences, texts.of("en").sentences
    assert {key: placeholders(sentence) for key, sentence in zh.items()} == {
        key: placeholders(sentence) for key, sentence in en.items()
    }


def source() -> str:
    """All code that speaks to people, its strings in double quotes."""
    files = [*(ROOT / "handlers").rglob("*.py"), *(ROOT / "bot").rglob("*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files).replace("'", '"')


def test_every_sentence_is_used() -> None:
    """Each key is named in the source of the handlers or the bot, or belongs to a family."""
    code = source()
    keys = (key for key in texts.of("zh").sentences if not key.startswith(FAMILIES))
    assert [key for key in keys if f'"{key.removesuffix("_one")}"' not in code] == []


def test_every_family_is_used() -> None:
    """Each family of keys is asked for somewhere, by an f-string."""
    code = source()
    assert [family for family in FAMILIES if f'"{family}' not in code] == []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_sentence_holds_markup(language: str) -> None:
    """Sentences are plain: tags and entities would be shown as they stand."""
    sentences = texts.of(language).sentences
    assert [key for key, text in sentences.items() if re.search(r"<[a-z/]|&[a-z]+;", text)] == []


def test_chinese_sentences_have_full_width_punctuation() -> None:
    """Behind a Han character stand no half-width comma, stop, colon or bracket."""
    sentences = texts.of("zh").sentences
    assert [key for key, text in sentences.items() if re.search(r"[\u4e00-\u9fff][,.:;?!()]", text)] == []


def test_english_sentences_hold_no_chinese() -> None:
    """Except the name of the language, and an example of a mixed search."""
    sentences = texts.of("en").sentences
    assert {key for key, text in sentences.items() if HAN.search(text)} == {"language.zh", "how.both"}


def test_command_sentences_fit_a_menu() -> None:
    """Telegram takes descriptions of 1 to 256 characters."""
    for language in texts.LANGUAGES:
        for key, text in texts.of(language).sentences.items():
            assert not key.startswith("command.") or 1 <= len(text) <= 256


def test_toasts_fit() -> None:
    """Telegram takes toasts of at most 200 characters."""
    for language in texts.LANGUAGES:
        for key, text in texts.of(language).sentences.items():
            assert not key.startswith("toast.") or len(text) <= 120


@pytest.mark.parametrize(
    ("code", "language"),
    [("zh", "zh"), ("en", "en"), ("zh-hans", "zh"), ("en_US", "en"), ("fr", "zh"), ("", "zh")],
)
def test_a_language_code_finds_its_texts(code: str, language: str) -> None:
    """Regions are ignored; a language that we do not speak gets Chinese."""
    assert texts.of(code).language == language


def test_an_unknown_key_is_an_error() -> None:
    """A slip in a key does not reach people."""
    with pytest.raises(KeyError):
        texts.of("en")("search.no_such_sentence")


def test_one_has_its_own_form() -> None:
    """English counts: one paper, two papers."""
    t = texts.of("en")
    assert (t("results.heading", asked="x", count=1), t("results.heading", asked="x", count=2)) == (
        "x · 1 paper",
        "x · 2 papers",
    )


def test_braces_that_people_type_are_shown() -> None:
    """What fills a sentence is not read as a placeholder."""
    assert texts.of("en")("results.nothing", asked="{count} {0} %s") == "Nothing found for “{count} {0} %s”."
