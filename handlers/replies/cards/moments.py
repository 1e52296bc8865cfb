"""Days and hours as a chat reads them."""

from __future__ import annotations

from datetime import date, datetime

from data.zones import zone_of
from handlers.replies.texts import Texts


def day(when: date, t: Texts) -> str:
    """A date with its weekday: "12月1日 周二", "Tuesday, 1 December"."""
    weekday = t(f"weekday.{when.weekday()}")
    return t("date.day", day=when.day, month=t(f"month.{when.month}"), weekday=weekday)


def moment(due: datetime, zone: str, t: Texts) -> str:
    """An instant in a place's zone, which is named with it. `due` is aware."""
    local = due.astimezone(zone_of(zone))
    return t("date.moment", date=day(local.date(), t), clock=f"{local:%H:%M}", zone=zone)
