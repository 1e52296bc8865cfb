"""The command line: `papergram VERB`. Each verb reads its options here and does its work elsewhere.

Rooms are imported when a verb runs: `papergram search` never waits for the Telegram library.
Exit codes: 0 done, 1 refused or nothing usable (one line on stderr says why), 2 wrong usage.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from data.errors import PapergramError

app = typer.Typer(
    name="papergram", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
    help="A Telegram bot for research groups: paper cards on /search, one featured paper a day.",
)  # fmt: skip

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Limit = Annotated[int, typer.Option(min=0, max=10_000, help="At most so many papers.")]


def main() -> None:
    """The entry point: what goes wrong becomes one line on stderr and exit code 1."""
    try:
        app()
    except PapergramError as error:
        sys.stderr.write(f"papergram: {error}\n")
        sys.exit(1)
    except Exception as error:  # a fault of the program: told in a line, traced in debug
        log = logging.getLogger("papergram")
        log.critical("unexpected %s: %s; PAPERGRAM_LOG_LEVEL=debug tells more", type(error).__name__, error)
        log.debug("the trace", exc_info=error)
        sys.exit(1)


@app.callback(invoke_without_command=True)
def _papergram(
    shown: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if shown:
        typer.echo(f"papergram {version('papergram')}")
        raise typer.Exit


@app.command()
def run() -> None:
    """Run the bot against Telegram: by polling, or by webhook where PAPERGRAM_WEBHOOK_URL is set."""
    from bot import config, running  # noqa: PLC0415

    running.run(config.load())


@app.command(name="try")
def try_(
    port: Annotated[int, typer.Option(min=1, max=65535, help="The page's port.")] = 8081,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
) -> None:
    """Try it here: a local chat room in the browser. No token, no network."""
    from bot import room  # noqa: PLC0415

    room.run(port, browser=browser)


@app.command()
def search(
    query: Annotated[list[str] | None, typer.Argument(help="Words, as after /search.")] = None,
    as_json: AsJson = False,
    limit: Limit = 10,
    offset: Annotated[int, typer.Option(min=0, help="Leave out so many hits.")] = 0,
    batch: Annotated[bool, typer.Option("--batch", help="A query a line from stdin.")] = False,
) -> None:
    """Search the papers, as /search does."""
    from bot.verbs import printing, searching  # noqa: PLC0415

    if batch and query:
        raise typer.BadParameter("--batch reads its queries from stdin")
    config = printing.prepared()
    if batch:
        asyncio.run(searching.batch(config, limit=limit))
    else:
        text = " ".join(query or ())
        asyncio.run(searching.search(config, text, limit=limit, offset=offset, as_json=as_json))


@app.command()
def show(
    paper: Annotated[str, typer.Argument(metavar="ID", help="An id, arXiv id, DOI or link.")],
    as_json: AsJson = False,
) -> None:
    """Show one paper's card, as text."""
    from bot.verbs import printing, searching  # noqa: PLC0415

    asyncio.run(searching.show(printing.prepared(), paper, as_json=as_json))


@app.command(name="import")
def import_(
    sources: Annotated[list[str], typer.Argument(metavar="SOURCE…", help="Files, or - for stdin.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only read and show.")] = False,
    as_json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No reasons on stderr.")] = False,
) -> None:
    """Take papers in from articles (.txt, .md, .html) and records (.jsonl, .jsonl.gz)."""
    from bot.verbs import importing, printing  # noqa: PLC0415

    config = printing.prepared()
    done = asyncio.run(importing.run(config, sources, dry_run=dry_run, as_json=as_json, quiet=quiet))
    raise typer.Exit(0 if done else 1)


@app.command()
def push(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show, send nothing.")] = False,
    at: Annotated[
        str | None, typer.Option(metavar="INSTANT", help="Such as 2026-12-01T09:00+08:00; else now.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show which places would get which paper. The running bot alone sends."""
    from bot.verbs import printing, pushing  # noqa: PLC0415

    if not dry_run:
        raise typer.BadParameter("the running bot sends; add --dry-run to see what it would send")
    asyncio.run(pushing.dry_run(printing.prepared(), at, as_json=as_json))


@app.command()
def stats(as_json: AsJson = False) -> None:
    """Count papers, places and pushes."""
    from bot.verbs import keeping, printing  # noqa: PLC0415

    asyncio.run(keeping.stats(printing.prepared(), as_json=as_json))


@app.command()
def doctor() -> None:
    """Look at settings, store and token, and say what is wrong."""
    from bot.verbs import keeping, printing  # noqa: PLC0415

    raise typer.Exit(0 if asyncio.run(keeping.doctor(printing.prepared())) else 1)


@app.command()
def backup(target: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Write a copy of the whole store; the bot may be running."""
    from bot.verbs import keeping, printing  # noqa: PLC0415

    asyncio.run(keeping.backup(printing.prepared(), target))


@app.command()
def restore(source: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Put a backup in the store's place; stop the bot first."""
    from bot.verbs import keeping, printing  # noqa: PLC0415

    asyncio.run(keeping.restore(printing.prepared(), source))
