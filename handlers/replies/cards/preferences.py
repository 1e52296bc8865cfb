"""The settings of a place: one message with pages of buttons, edited in place, and answers to typed ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from data.models import Place
from handlers.replies import buttons
from handlers.replies.buttons import Menu, Set
from handlers.replies.cards.card import Card, Key, keyboard, press, text
from handlers.replies.cards.markup import bold, clip, code, escape, line
from handlers.replies.texts import Texts

HOURS = tuple(f"{hour:02}:00" for hour in range(7, 23))
ZONES = (
    "Asia/Shanghai", "Asia/Tokyo", "Asia/Singapore", "Asia/Kolkata", "Europe/London", "Europe/Berlin",
    "Europe/Moscow", "America/New_York", "America/Chicago", "America/Los_Angeles", "Australia/Sydney", "UTC",
)  # fmt: skip
LAYOUTS = ("auto", "digest", "institute")
EVERY_DAY, WORKING_DAYS = 127, 31
MARK = "✓ "


def settings(
    place: Place, t: Texts, *, page: str = "main", next_push: str | None = None, title: str = ""
) -> Card:
    """A page of a place's settings: main, hour, zone, weekdays or layout. What is in force is marked.

    `next_push` is the next push as text; `title` names the place where it is not the chat itself.
    """
    rows = PAGES.get(page, _main)(place, t)
    named = clip(line(title), 100)
    head = t("settings.heading_of", title=named) if named else t("settings.heading")
    lines = [bold(head)]
    if page in PAGES and page != "main":
        lines += [escape(t(f"settings.ask_{page}"))]
        rows = [*rows, [press(t("button.back"), Menu(place.id, "main"))]]
    else:
        lines += [escape(part) for part in [*_state(place, t), "", _next(next_push, t), t("settings.typed")]]
    return Card("\n".join(lines), keyboard(*rows))


def setting_changed(t: Texts, place: Place, *, next_push: str | None = None) -> Card:
    """Typed settings are in force: the new state of the place, and when the next paper comes."""
    lines = [t("settings.changed"), *_state(place, t), "", _next(next_push, t)]
    return Card(escape("\n".join(lines)))


def ask_zone(t: Texts, typed: str, choices: Sequence[str], place: int | None = None) -> Card:
    """A zone of several meanings: which one? With `place` they are buttons, else commands to copy."""
    ask = escape(t("settings.which_zone", typed=_short(typed)))
    if place is not None:
        return Card(ask, keyboard(*([press(zone, Set(place, "zone", zone))] for zone in choices[:8])))
    return Card("\n".join([ask, *(code(f"/settings zone {zone}") for zone in choices[:8])]))


def bad_zone(t: Texts, typed: str) -> Card:
    """The typed zone is none that we know."""
    return text(t("settings.bad_zone", typed=_short(typed)))


def bad_hour(t: Texts, typed: str) -> Card:
    """The typed hour is none."""
    return text(t("settings.bad_hour", typed=_short(typed)))


def weekdays(mask: int, t: Texts) -> str:
    """The days of a mask (bit 0 is Monday) in words."""
    if mask & EVERY_DAY == EVERY_DAY:
        return t("settings.every_day")
    if mask & EVERY_DAY == WORKING_DAYS:
        return t("settings.working_days")
    return t("settings.day_comma").join(t(f"weekday.{bit}") for bit in range(7) if mask >> bit & 1)


def _state(place: Place, t: Texts) -> list[str]:
    lines = [
        t("settings.push", value=_switch(place.push, t)),
        t("settings.hour", value=place.hour, zone=place.zone),
        t("settings.weekdays", value=weekdays(place.weekdays, t)),
        t("settings.language", value=t(f"language.{t.language}")),
        t("settings.layout", value=t(f"layout.{place.layout}")),
        t("settings.silent", value=_switch(place.silent, t)),
    ]
    if not place.private and place.kind != "channel":
        lines.append(t("settings.who", value=t("settings.everyone" if place.everyone else "settings.admins")))
    return lines


def _next(next_push: str | None, t: Texts) -> str:
    return t("settings.next", when=clip(line(next_push), 100)) if next_push else t("settings.no_next")


def _main(place: Place, t: Texts) -> list[list[Key]]:
    other = "en" if place.language == "zh" else "zh"
    turned = "settings.stop" if place.push else "settings.begin"
    rows = [
        [press(t(turned), Set(place.id, "push", _other(place.push)))],
        [
            press(t("button.hour"), Menu(place.id, "hour")),
            press(t("button.zone"), Menu(place.id, "zone")),
            press(t("button.weekdays"), Menu(place.id, "weekdays")),
        ],
        [
            press(t("button.layout"), Menu(place.id, "layout")),
            press(t(f"language.{other}"), Set(place.id, "language", other)),
        ],
        [
            press(
                t("settings.loud" if place.silent else "settings.quiet"),
                Set(place.id, "silent", _other(place.silent)),
            )
        ],
    ]
    if not place.private and place.kind != "channel":
        who = "settings.let_admins" if place.everyone else "settings.let_everyone"
        rows[-1].append(press(t(who), Set(place.id, "everyone", _other(place.everyone))))
    return rows


def _hour(place: Place, _: Texts) -> list[list[Key]]:
    return _grid([(hour, hour) for hour in HOURS], place.hour, 4, place, "hour")


def _zone(place: Place, _: Texts) -> list[list[Key]]:
    zones = ZONES if place.zone in ZONES else (place.zone, *ZONES)
    return _grid([(zone, zone) for zone in zones], place.zone, 2, place, "zone")


def _layout(place: Place, t: Texts) -> list[list[Key]]:
    return _grid([(name, t(f"layout.{name}")) for name in LAYOUTS], place.layout, 1, place, "layout")


def _weekdays(place: Place, t: Texts) -> list[list[Key]]:
    """Each day turns itself; the last one cannot be turned off: for that there is the push's own switch."""
    days = [_day(place, bit, t) for bit in range(7)]
    whole = [
        press(_marked(t("settings.every_day"), place.weekdays == EVERY_DAY), _mask(place, EVERY_DAY)),
        press(
            _marked(t("settings.working_days"), place.weekdays == WORKING_DAYS), _mask(place, WORKING_DAYS)
        ),
    ]
    return [days[:4], days[4:], whole]


def _day(place: Place, bit: int, t: Texts) -> Key:
    label = _marked(t(f"weekday.{bit}"), bool(place.weekdays >> bit & 1))
    turned = (place.weekdays ^ 1 << bit) & EVERY_DAY
    return press(label, _mask(place, turned) if turned else buttons.Nothing())


def _mask(place: Place, mask: int) -> Set:
    return Set(place.id, "weekdays", str(mask))


def _grid(
    choices: Sequence[tuple[str, str]], current: str, width: int, place: Place, field: str
) -> list[list[Key]]:
    keys = [press(_marked(label, value == current), Set(place.id, field, value)) for value, label in choices]
    return [keys[start : start + width] for start in range(0, len(keys), width)]


def _marked(label: str, current: bool) -> str:
    return MARK + label if current else label


def _switch(on: bool, t: Texts) -> str:
    return t("settings.on" if on else "settings.off")


def _other(on: bool) -> str:
    return "off" if on else "on"


def _short(typed: str) -> str:
    return clip(line(typed), 60)


PAGES: dict[str, Callable[[Place, Texts], list[list[Key]]]] = {
    "main": _main,
    "hour": _hour,
    "zone": _zone,
    "weekdays": _weekdays,
    "layout": _layout,
}
