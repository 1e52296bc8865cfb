"""Command menus: kept per scope and language, found for a person by Telegram's order of precedence.

The narrowest scope that has a list wins; inside it the person's language goes before the list without one.
Source: Bot API, "Determining list of commands".
"""

from playground.wire import Json

DEFAULT = ("default",)
Scope = tuple[str | int, ...]
"""A scope's type, its chat and its user, as far as it has them."""


class Menus:
    """The lists that the bot set."""

    def __init__(self) -> None:
        self._lists: dict[tuple[Scope, str], list[Json]] = {}

    def set(self, scope: Scope, language: str, commands: list[Json]) -> None:
        """Keep a list; an empty one is the same as none."""
        if commands:
            self._lists[scope, language] = commands
        else:
            self.drop(scope, language)

    def drop(self, scope: Scope, language: str) -> None:
        """Forget a list."""
        self._lists.pop((scope, language), None)

    def get(self, scope: Scope, language: str) -> list[Json]:
        """Exactly the list of this scope and language."""
        return self._lists.get((scope, language), [])

    def all(self) -> list[Json]:
        """Every list with its scope and language."""
        return [
            {"scope": list(scope), "language_code": language, "commands": commands}
            for (scope, language), commands in self._lists.items()
        ]

    def seen(self, chat: int, kind: str, user: int, language: str, *, admin: bool) -> list[Json]:
        """The menu that a person sees in a chat of this kind."""
        for scope in _order(chat, kind, user, admin=admin):
            for spoken in (language[:2], ""):
                commands = self.get(scope, spoken)
                if commands:
                    return commands
        return []


def _order(chat: int, kind: str, user: int, *, admin: bool) -> list[Scope]:
    if kind == "private":
        return [("chat", chat), ("all_private_chats",), DEFAULT]
    scopes: list[Scope] = [("chat_member", chat, user)]
    if admin:
        scopes.append(("chat_administrators", chat))
    scopes.append(("chat", chat))
    if admin:
        scopes.append(("all_chat_administrators",))
    return [*scopes, ("all_group_chats",), DEFAULT]
