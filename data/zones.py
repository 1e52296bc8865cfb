"""Time zones as people type them: names in any case, quoted, cities in two languages, UTC offsets."""

from __future__ import annotations

import re
from datetime import timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from rapidfuzz import fuzz, process

# Cities that people name and the zone database does not, or names otherwise.
CITIES = {
    "beijing": "Asia/Shanghai", "北京": "Asia/Shanghai", "上海": "Asia/Shanghai", "中国": "Asia/Shanghai",
    "深圳": "Asia/Shanghai", "广州": "Asia/Shanghai", "杭州": "Asia/Shanghai", "china": "Asia/Shanghai",
    "shenzhen": "Asia/Shanghai", "guangzhou": "Asia/Shanghai", "hangzhou": "Asia/Shanghai",
    "香港": "Asia/Hong_Kong", "澳门": "Asia/Macau", "台北": "Asia/Taipei", "新加坡": "Asia/Singapore",
    "东京": "Asia/Tokyo", "日本": "Asia/Tokyo", "首尔": "Asia/Seoul", "悉尼": "Australia/Sydney",
    "伦敦": "Europe/London", "英国": "Europe/London", "巴黎": "Europe/Paris", "柏林": "Europe/Berlin",
    "德国": "Europe/Berlin", "法国": "Europe/Paris", "苏黎世": "Europe/Zurich", "莫斯科": "Europe/Moscow",
    "纽约": "America/New_York", "波士顿": "America/New_York", "boston": "America/New_York",
    "洛杉矶": "America/Los_Angeles", "旧金山": "America/Los_Angeles", "西雅图": "America/Los_Angeles",
    "san francisco": "America/Los_Angeles", "seattle": "America/Los_Angeles", "芝加哥": "America/Chicago",
    "多伦多": "America/Toronto", "温哥华": "America/Vancouver", "munich": "Europe/Berlin",
    "慕尼黑": "Europe/Berlin", "milan": "Europe/Rome", "bangalore": "Asia/Kolkata", "delhi": "Asia/Kolkata",
    "印度": "Asia/Kolkata", "utc": "UTC", "gmt": "UTC", "z": "UTC",
}  # fmt: skip

# One abbreviation, several zones: ask back rather than guess.
AMBIGUOUS = {
    "cst": ("Asia/Shanghai", "America/Chicago", "America/Havana"),
    "ist": ("Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"),
    "bst": ("Europe/London", "Asia/Dhaka"),
    "est": ("America/New_York", "Australia/Sydney"),
    "pst": ("America/Los_Angeles", "Asia/Manila"),
    "mst": ("America/Denver", "Asia/Kuala_Lumpur"),
    "ast": ("America/Halifax", "Asia/Riyadh"),
    "gst": ("Asia/Dubai", "Atlantic/South_Georgia"),
    "sst": ("Asia/Singapore", "Pacific/Pago_Pago"),
}

_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+\-−＋－])\s*(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
_QUOTES = "\"'“”‘’「」『』` \t\u3000。，,"
FURTHEST = timedelta(hours=14)
NEAR = 88  # of 100: "shangai" is near enough to "shanghai", "paris" to "parish" too
SHORT = 4  # names of up to four letters are not guessed: too many are near


def zone_of(name: str) -> tzinfo:
    """The zone of a stored name: IANA, or a fixed "UTC+08:00". Works without the system's zone data."""
    offset = _offset(name)
    return timezone(offset) if offset is not None else ZoneInfo(name)


def read(typed: str) -> tuple[str, ...]:
    """The zones that a person may mean: one when it is clear, several to ask back, none when unknown.

    "UTC+8" is eight hours ahead of UTC, as people mean it, not POSIX's `Etc/GMT+8`, which lies behind.
    """
    text = typed.strip(_QUOTES)
    offset = _offset(text)
    if offset is not None:
        return (_fixed(offset),) if abs(offset) <= FURTHEST else ()
    key = " ".join(text.casefold().replace("_", " ").split())
    if key in AMBIGUOUS:
        return AMBIGUOUS[key]
    if key in CITIES:
        return (CITIES[key],)
    names = _names()
    if key in names:
        return names[key]
    near = (
        process.extractOne(key, names.keys(), scorer=fuzz.ratio, score_cutoff=NEAR)
        if len(key) > SHORT and "." not in key
        else None
    )
    return names[near[0]] if near else ()


def _offset(text: str) -> timedelta | None:
    match = _OFFSET.fullmatch(text)
    if match is None:
        return None
    size = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    return -size if match[1] in "-−－" else size


def _fixed(offset: timedelta) -> str:
    minutes = round(abs(offset).total_seconds() / 60)
    if minutes == 0:
        return "UTC"
    return f"UTC{'-' if offset < timedelta() else '+'}{minutes // 60:02}:{minutes % 60:02}"


@cache
def _names() -> dict[str, tuple[str, ...]]:
    """Folded names to zones: the whole name ("asia/shanghai") and its city ("shanghai")."""
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(available_timezones()):
        if name.startswith(("posix/", "right/", "Etc/", "SystemV/")) or name in {
            "localtime",
            "posixrules",
            "Factory",
        }:
            continue
        key = name.casefold().replace("_", " ")
        found[key] = (name,)
        city = key.rpartition("/")[2]
        if "/" in name and city not in found:
            found[city] = (name,)
    return found
