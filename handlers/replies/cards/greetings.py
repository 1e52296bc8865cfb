"""What the bot says about itself: hello, help, its welcome in a group, and what it keeps of people."""

from __future__ import annotations

from collections.abc import Sequence

from data.models import Place
from handlers.replies import buttons
from handlers.replies.cards.card import Card, keyboard, press, text, visit
from handlers.replies.cards.markup import bold, clip, code, escape, line
from handlers.replies.texts import Texts

EXAMPLES = ("start.example_1", "start.example_2", "start.example_3")


def start(t: Texts, *, username: str, private: bool) -> Card:
    """/start: what I do, three searches to copy with a tap, in private a way into one's group."""
    lines = [bold(t("start.hello")), escape(t("start.what")), "", escape(t("start.try"))]
    lines += [code(t(key)) for key in EXAMPLES]
    lines += ["", escape(t("start.more"))]
    add = [visit(t("button.add_to_group"), f"https://t.me/{username}?startgroup=hello")] if private else []
    return Card("\n".join(lines), keyboard(add, [press(t("button.topics"), buttons.Topics(0))]))


def help(t: Texts, *, commands: Sequence[tuple[str, str]], privacy_on: bool) -> Card:  # noqa: A001
    """/help: the commands as (name, description), and when a group's plain text reaches the bot."""
    listed = [f"/{line(name)} – {clip(line(about), 120)}" for name, about in commands[:40]]
    group = t("help.mention_off") if privacy_on else t("help.mention_on")
    parts = [bold(t("help.heading")), escape("\n".join(listed)), escape(t("help.search")), escape(group)]
    return Card("\n\n".join(parts))


def welcome(t: Texts, *, next_push: str, place: Place) -> Card:
    """After the bot was added: when the daily paper comes, and one tap to change or stop that."""
    lines = [bold(t("welcome.hello")), escape(t("welcome.what"))]
    lines.append(
        escape(t("welcome.next", when=clip(line(next_push), 100)) if next_push else t("welcome.off"))
    )
    other = "en" if t.language == "zh" else "zh"
    return Card(
        "\n".join(lines),
        keyboard(
            [
                press(t("button.hour"), buttons.Menu(place.id, "hour")),
                press(t("button.stop"), buttons.Set(place.id, "push", "off")),
            ],
            [press(t(f"language.{other}"), buttons.Set(place.id, "language", other))],
        ),
    )


def privacy(t: Texts) -> Card:
    """/privacy: what is kept, for how long, and how to delete it."""
    return Card(f"{bold(t('privacy.heading'))}\n{escape(t('privacy.kept'))}")


def forget(t: Texts) -> Card:
    """/forget: asks before deleting."""
    yes = press(t("button.forget"), buttons.Forget(True))
    no = press(t("button.keep"), buttons.Forget(False))
    return Card(escape(t("forget.ask")), keyboard([yes, no]))


def forgotten(t: Texts) -> Card:
    """The person's data is deleted."""
    return text(t("forget.done"))
