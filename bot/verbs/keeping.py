"""`papergram stats`, `doctor`, `backup` and `restore`: looking after the store."""

from __future__ import annotations

from pathlib import Path

from rich.table import Table

from bot import config as settings
from bot.config import Config
from bot.verbs.printing import document, opened, people, say
from data import outbox, papers, places, pushes, restoring
from data.errors import PapergramError, Refused
from data.store import Store


async def stats(config: Config, *, as_json: bool) -> None:
    """Count what the store holds, and how the pushes ended."""
    async with opened(config) as store:
        numbers = await _numbers(store)
    if as_json:
        document(numbers)
        return
    table = Table("what", "how many")
    for name, value in numbers.items():
        rows = value.items() if isinstance(value, dict) else [("", value)]
        for part, number in rows:
            table.add_row(f"{name} {part}".strip(), str(number))
    people().print(table)


async def backup(config: Config, target: Path) -> None:
    """Write a whole copy of the store; the bot may be running."""
    target = _target(config, target)
    async with opened(config) as store:
        await store.backup(target)
    say(f"wrote {target}")


async def restore(config: Config, source: Path) -> None:
    """Put a backup in the store's place; the bot must not be running. The old store is kept beside it."""
    kept = await restoring.restore(config.db, source)
    say(f"restored {config.db} from {source}" + (f"; the store of before is {kept}" if kept else ""))


async def doctor(config: Config) -> bool:
    """Look at everything that can be wrong, a line each; False when something is."""
    findings = [*_settings(config), *await _store(config), *await _telegram(config)]
    for good, sentence in findings:
        say(f"{'ok  ' if good else 'WRONG'} {sentence}")
    return all(good for good, _ in findings)


def _target(config: Config, target: Path) -> Path:
    if target.is_dir():
        target = target / config.db.name
    if target.resolve() == config.db.resolve():
        raise Refused("the backup cannot be the store itself: name another file")
    if not target.absolute().parent.is_dir():
        raise Refused(f"there is no folder {target.parent}")
    return target


async def _numbers(store: Store) -> dict[str, object]:
    db = store.reader
    count, scheduled = await places.count(db)
    return {
        "store": str(store.path),
        "papers": await papers.count(db),
        "sources": await papers.by_source(db),
        "places": count,
        "scheduled": scheduled,
        "pushes": await pushes.count(db),
        "outbox": await outbox.count(db),
    }


def _settings(config: Config) -> list[tuple[bool, str]]:
    unknown = settings.unknown()
    found = [(False, f"{name} is no setting of ours: see .env.example") for name in unknown]
    return found or [(True, f"settings; zone {config.timezone}, daily paper at {config.push_time}")]


async def _store(config: Config) -> list[tuple[bool, str]]:
    if not config.db.exists():
        return [(True, f"no store {config.db} yet: the first start makes it")]
    try:
        async with opened(config) as store:
            trouble = await restoring.trouble(store.reader)
            if trouble:
                return [(False, f"store {config.db}: {trouble}; restore a backup")]
            return [(True, f"store {config.db}: {await papers.count(store.reader)} papers")]
    except PapergramError as error:
        return [(False, str(error))]


async def _telegram(config: Config) -> list[tuple[bool, str]]:
    if config.token is None:
        return [(True, "no token: `papergram try` needs none, `papergram run` does")]
    from telegram import Bot  # noqa: PLC0415  # only asked where there is a token
    from telegram.error import InvalidToken, TelegramError  # noqa: PLC0415

    from bot.wire import Wire  # noqa: PLC0415

    near = config.api_url is not None and settings.is_loopback(config.api_url)
    server = config.api_url or "https://api.telegram.org"
    bot = Bot(settings.token(config), base_url=f"{server}/bot", request=Wire(loopback=near))
    try:
        async with bot:
            return [(True, f"Telegram knows @{bot.username}"), _privacy(bot)]
    except InvalidToken:
        return [(False, "Telegram refuses the token: take it again from @BotFather")]
    except TelegramError as error:
        return [(False, f"Telegram cannot be reached: {error}")]


def _privacy(bot: object) -> tuple[bool, str]:
    me = getattr(bot, "bot", None)
    if getattr(me, "can_read_all_group_messages", False):
        return True, "privacy mode is off: mentions in groups arrive"
    return True, (
        "privacy mode is on: in groups commands and replies to the bot arrive, mentions do not"
        " (/setprivacy at @BotFather, then add the bot again)"
    )
