"""Settings typed as words: `/settings 09:00 Asia/Shanghai`, `zone 北京`, `off`, `language en`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import takewhile

from data import zones

LONGEST_ZONE = 3  # words: "Port of Spain"
_HOUR = re.compile(
    r"(?P<half>上午|早上|早晨|凌晨|中午|下午|晚上|傍晚)?(?P<hour>\d{1,2})(?:[:：.点时](?P<minute>\d{2}|半)?分?)?(?P<m>[ap]m)?",
    re.IGNORECASE,
)
_AFTERNOON = {"下午", "晚上", "傍晚", "pm"}
_NOON = 12
_ON = {"on", "开", "开启", "打开"}
_OFF = {"off", "关", "关闭", "停", "停止", "stop"}
_LANGUAGES = {"zh": "zh", "中文": "zh", "chinese": "zh", "en": "en", "英文": "en", "english": "en"}
_LAYOUTS = {"auto": "auto", "自动": "auto", "digest": "digest", "摘编": "digest",
            "institute": "institute", "机构": "institute"}  # fmt: skip
_WEEKDAYS = {"weekdays": 0b11111, "工作日": 0b11111, "everyday": 127, "daily": 127, "每天": 127,
             "weekends": 0b1100000, "周末": 0b1100000}  # fmt: skip
_LABELS = {
    "zone": "zone", "timezone": "zone", "时区": "zone", "hour": "hour", "time": "hour", "at": "hour",
    "时间": "hour", "钟点": "hour", "language": "word", "语言": "word", "layout": "word", "版式": "word",
    "push": "word", "推送": "word", "days": "word", "日子": "word",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """The fields to set; or `trouble` (hour, zone or word) with what was `typed` and zones to ask back."""

    values: dict[str, str | int | bool] = field(default_factory=dict)
    trouble: str | None = None
    typed: str = ""
    choices: tuple[str, ...] = ()


def read(text: str) -> Change:
    """Understand the words, in any order. An hour without "off" also turns pushes on."""
    values: dict[str, str | int | bool] = {}
    parts = text.split()
    while parts:
        part = parts.pop(0)
        label = _LABELS.get(part.casefold().rstrip(":：="))
        if label == "zone":
            zone, rest = _zone(parts)
            if isinstance(zone, Change):
                return zone
            values["zone"], parts = zone, rest
        elif label == "hour" and not (parts and _hour(parts[0])):
            return Change(trouble="hour", typed=" ".join(parts[:1]))
        elif label is None and not _take(part, values):
            zone, rest = _zone([part, *parts])
            if isinstance(zone, Change):
                wrong = "hour" if part[:1].isdecimal() else zone.trouble
                return Change(trouble=wrong, typed=zone.typed, choices=zone.choices)
            values["zone"], parts = zone, rest
    if "hour" in values:
        values.setdefault("push", True)
    return Change(values=values) if values else Change(trouble="word", typed=text)


def _take(part: str, values: dict[str, str | int | bool]) -> bool:
    """Take one word for what it says; False when it says nothing known (it may be a zone)."""
    word = part.casefold()
    hour = _hour(part)
    if hour:
        values["hour"] = hour
    elif word in _ON | _OFF:
        values["push"] = word in _ON
    elif word in _LANGUAGES:
        values["language"] = _LANGUAGES[word]
    elif word in _LAYOUTS:
        values["layout"] = _LAYOUTS[word]
    elif word in _WEEKDAYS:
        values["weekdays"] = _WEEKDAYS[word]
    else:
        return False
    return True


def _hour(part: str) -> str | None:
    """The hour as "HH:MM": from 9:00, 09：00, 9点, 9点半, 9点30分, 晚上8点, 8pm. A bare number is none."""
    match = _HOUR.fullmatch(part)
    if match is None or part.isdecimal():
        return None
    hour, minute = int(match["hour"]), 30 if match["minute"] == "半" else int(match["minute"] or 0)
    named = match["half"] or (match["m"] or "").casefold()
    if named and hour <= _NOON:
        hour = hour % _NOON + (_NOON if named in _AFTERNOON or (named == "中午" and hour == _NOON) else 0)
    if hour > 23 or minute > 59:  # noqa: PLR2004 - hours of a day
        return None
    return f"{hour:02}:{minute:02}"


def _zone(parts: list[str]) -> tuple[str, list[str]] | tuple[Change, list[str]]:
    """The zone at the head of the words: up to three of them belong to it ("New York", "San Francisco")."""
    named = list(takewhile(lambda part: not _take(part, {}), parts[:LONGEST_ZONE]))
    for length in range(len(named), 0, -1):
        found = zones.read(" ".join(named[:length]))
        if len(found) == 1:
            return found[0], parts[length:]
        if found:
            return Change(trouble="zone", typed=" ".join(parts[:length]), choices=found), parts
    return Change(trouble="zone", typed=" ".join(parts)[:60]), parts
