"""The bot's clocks: the wall's, and that of a playground whose hands can be moved."""

from __future__ import annotations

from datetime import UTC, datetime

import httpx

from data.errors import Unreachable

PATIENCE = 5.0  # seconds


class WallClock:
    """The machine's time."""

    async def now(self) -> datetime:
        """The present instant in UTC."""
        return datetime.now(UTC)


class PlaygroundClock:
    """The time of a playground on loopback, asked at each look."""

    def __init__(self, url: str) -> None:
        # Proxies named in the environment have no business on loopback.
        self._client = httpx.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False)

    async def now(self) -> datetime:
        """The room's instant in UTC. Raises Unreachable when the playground is gone."""
        try:
            answer = (await self._client.get("/sim/clock")).raise_for_status().json()
            return datetime.fromisoformat(answer["now"]).astimezone(UTC)
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            raise Unreachable(f"no time from the playground: {error}") from error

    async def close(self) -> None:
        """Close the connection to the playground."""
        await self._client.aclose()
