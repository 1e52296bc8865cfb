"""The HTTP client under the bot: it tells Telegram's own answers from those of whatever stands between.

A proxy's error page leaves open whether Telegram posted a message; Telegram's own JSON does not.
python-telegram-bot makes one `NetworkError` of both.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog
from telegram.error import NetworkError, RetryAfter
from telegram.request import HTTPXRequest, RequestData

if TYPE_CHECKING:
    from telegram._utils.types import ODVInput

log = structlog.get_logger("papergram.wire")

# Pauses as timedelta, as they will be: without it each 429 warns of the change to come.
os.environ.setdefault("PTB_TIMEDELTA", "1")

CONNECTIONS = 32
TIMEOUT = 10.0  # seconds, to read and to write
CONNECT_TIMEOUT = 5.0
_FIRST_ERROR = 300


def pause(error: RetryAfter) -> float:
    """The seconds that Telegram asks to wait."""
    wanted = error.retry_after
    return wanted.total_seconds() if isinstance(wanted, timedelta) else float(wanted)


class NotTelegram(NetworkError):
    """An answer that is not the Bot API's: a proxy's page, or a cut one."""


class Line:
    """Whether Telegram can be reached: told when that changes, not at each try of a long night."""

    def __init__(self) -> None:
        self._up = True

    def down(self, reason: str) -> None:
        """A call did not get through."""
        if self._up:
            log.warning("telegram cannot be reached; trying on", reason=reason)
        self._up = False

    def up(self) -> None:
        """A call was answered."""
        if not self._up:
            log.warning("telegram is reached again")
        self._up = True


class Wire(HTTPXRequest):
    """HTTP as usual, but what is not from Telegram raises NotTelegram."""

    def __init__(
        self, *, connections: int = CONNECTIONS, loopback: bool = False, line: Line | None = None
    ) -> None:
        self._line = line or Line()
        super().__init__(
            connection_pool_size=connections,
            read_timeout=TIMEOUT, write_timeout=TIMEOUT, connect_timeout=CONNECT_TIMEOUT,
            pool_timeout=TIMEOUT,
            # Proxies named in the environment have no business on loopback.
            httpx_kwargs={"trust_env": not loopback},
        )  # fmt: skip

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: ODVInput[float] = HTTPXRequest.DEFAULT_NONE,
        write_timeout: ODVInput[float] = HTTPXRequest.DEFAULT_NONE,
        connect_timeout: ODVInput[float] = HTTPXRequest.DEFAULT_NONE,
        pool_timeout: ODVInput[float] = HTTPXRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Make one request. Raises NotTelegram for an answer of somebody else."""
        try:
            code, payload = await super().do_request(
                url, method, request_data, read_timeout, write_timeout, connect_timeout, pool_timeout
            )
            # A file is fetched by GET and is no JSON.
            if method == "POST" and not _from_telegram(code, payload):
                raise NotTelegram(f"HTTP {code}, and not in the words of the Bot API")
        except NetworkError as error:
            self._line.down(str(error))
            raise
        self._line.up()
        return code, payload


def _from_telegram(code: int, payload: bytes) -> bool:
    if code < _FIRST_ERROR:
        return payload[:1] == b"{" and payload.rstrip()[-1:] == b"}"
    try:
        answer = json.loads(payload)
    except ValueError:
        return False
    return isinstance(answer, Mapping) and answer.get("ok") is False and "description" in answer
