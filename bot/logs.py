"""Logs: one line an event on stderr, for people or as JSON, and never the token in it.

Everything goes through one handler, the libraries' records too. Its formatter masks secrets in the finished
line, so that no traceback, address or `repr` of somebody else's can carry one out.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterable
from types import TracebackType
from urllib.parse import quote

import structlog
from structlog.typing import Processor

MASK = "•••"
SHORTEST_HALF = 8
# What looks like a token in an address is masked, whether or not we know it.
_TOKENS = re.compile(r"(?i)(?:bot)?(?<!\d)\d{5,20}(?::|%3a)[A-Za-z0-9_-]{20,}")
# They tell each request with its address, and each tick of the schedule.
_TALKATIVE = ("httpx", "httpcore", "apscheduler", "aiosqlite", "asyncio", "telegram", "tornado.access")


class Mask:
    """Hides secrets in a text: as they are, percent-encoded, and a token's secret half alone."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        forms: set[str] = set()
        for secret in filter(None, secrets):
            half = secret.partition(":")[2]
            forms |= {re.escape(secret), re.escape(quote(secret, safe=""))}
            # An invented token's half may be a word of three letters: masking it everywhere helps nobody.
            forms |= {re.escape(half)} if len(half) >= SHORTEST_HALF else set()
        longest_first = sorted(forms, key=len, reverse=True)
        self._known = re.compile("|".join(longest_first), re.IGNORECASE) if forms else None

    def __call__(self, text: str) -> str:
        """The text with every secret masked."""
        if self._known:
            text = self._known.sub(MASK, text)
        return _TOKENS.sub(MASK, text)


class _Masked(logging.Formatter):
    def __init__(self, inner: logging.Formatter, mask: Mask) -> None:
        super().__init__()
        self._inner = inner
        self._mask = mask

    def format(self, record: logging.LogRecord) -> str:
        return self._mask(self._inner.format(record))


def _is_news(record: logging.LogRecord) -> bool:
    """Keep a library's record, unless it holds a network's or token's trouble: we tell that in one line."""
    error = record.exc_info[1] if record.exc_info else None
    return type(error).__name__ not in ("NetworkError", "TimedOut", "NotTelegram", "InvalidToken", "Conflict")


def set_up(level: str, form: str, secrets: Iterable[str] = ()) -> None:
    """Send all logs to stderr, masked. `form` is console or json. Calling it again replaces what was set."""
    mask = Mask(secrets)
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Masked(_formatter(form, shared), mask))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    handler.addFilter(lambda record: not record.name.startswith("telegram") or _is_news(record))
    # Said at WARNING each time a tick outlives its minute, which is how a long queue is meant to go.
    logging.getLogger("apscheduler.scheduler").setLevel(logging.ERROR)
    sys.excepthook = crashed


def _formatter(form: str, shared: list[Processor]) -> logging.Formatter:
    finish: list[Processor]
    if form == "json":
        finish = [
            structlog.processors.format_exc_info,  # as plain text: a structured one tells local variables too
            structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
        ]
    else:
        plain = structlog.dev.plain_traceback
        finish = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *finish],
    )


def crashed(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What nobody caught leaves through the same masked handler."""
    logging.getLogger("papergram").critical("crashed", exc_info=(kind, error, trace))
