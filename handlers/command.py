"""A command as the registry knows it: menus, /help and the README table are made from these."""

from __future__ import annotations

from dataclasses import dataclass

EVERYONE = "everyone"
PRIVATE = "private"
ADMINS = "admins"


@dataclass(frozen=True, slots=True)
class Command:
    """`audience` says in whose menu it stands; its description is the text `command.<name>`."""

    name: str
    audience: str = EVERYONE

    @property
    def key(self) -> str:
        """The text key of its description."""
        return f"command.{self.name}"
