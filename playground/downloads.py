"""Loading a file from an address on this machine; the room reaches nothing else."""

import ipaddress
from urllib.parse import unquote, urljoin

import httpx

from playground.wire import Upload

_SECONDS = 10.0
_REDIRECTS = 5


class Unfetched(Exception):
    """The address gave no file: not on this machine, no answer, an error, or too many bytes."""


async def fetched(address: str, most: int) -> Upload:
    """The file at an http or https address, named after its path. Raises Unfetched."""
    place = address if "://" in address else f"http://{address}"
    try:
        # certificates of servers on this machine are of their own making
        async with httpx.AsyncClient(timeout=_SECONDS, trust_env=False, verify=False) as http:  # noqa: S501
            for _ in range(_REDIRECTS + 1):
                found = await _asked(http, place, most)
                if isinstance(found, Upload):
                    return found
                place = found
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise Unfetched(type(error).__name__) from error
    raise Unfetched("too many redirects")


async def _asked(http: httpx.AsyncClient, place: str, most: int) -> Upload | str:
    """The file, or where else it is."""
    url = httpx.URL(place)
    if not _here(url.host):
        raise Unfetched("not on this machine")
    async with http.stream("GET", url) as response:
        if response.is_redirect:
            return urljoin(place, response.headers["location"])
        if not response.is_success:
            raise Unfetched(f"status {response.status_code}")
        content = b""
        async for piece in response.aiter_bytes():
            content += piece
            if len(content) > most:
                raise Unfetched("too many bytes")
    mime = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    return Upload(unquote(url.path.rpartition("/")[2]), content, mime)


def _here(host: str) -> bool:
    """Whether a host is this machine, by its literal name or number: no name is looked up."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
