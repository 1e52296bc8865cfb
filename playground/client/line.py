"""The line to one running playground: its requests, and what it cannot do as an exception."""

from types import TracebackType
from typing import Self

import httpx

from playground.client.heard import an_object
from playground.wire import Json

SLACK = 30.0
"""Seconds that a request may take beyond the time it was asked to wait."""


class Refused(Exception):
    """The playground says what was wrong with the request."""


class Line:
    """Requests to a playground at an address; use it as an async context manager."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        # plain HTTP on loopback: reading certificates would only cost a tenth of a second
        self.http = httpx.AsyncClient(base_url=self.address, trust_env=False, verify=False)  # noqa: S501

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self.http.aclose()

    async def get(self, path: str, seconds: float = 0, /, **fields: object) -> Json:
        """A GET under /sim/."""
        query = {name: str(value) for name, value in fields.items() if value is not None}
        return answer_of(await self.http.get(f"/sim/{path}", params=query, timeout=seconds + SLACK))

    async def post(self, path: str, seconds: float = 0, /, **fields: object) -> Json:
        """A POST under /sim/."""
        body = {name: value for name, value in fields.items() if value is not None}
        return answer_of(await self.http.post(f"/sim/{path}", json=body, timeout=seconds + SLACK))


def answer_of(response: httpx.Response) -> Json:
    """The body of a control answer. Raises Refused with the playground's sentence."""
    body = an_object(response.json())
    if response.is_error:
        raise Refused(str(body.get("error", response.status_code)))
    return body
