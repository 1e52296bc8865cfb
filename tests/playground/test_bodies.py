"""Bodies that are no form, too large, doubled or damaged: answered as Telegram's server answers them.

Source: the HTTP reader of Telegram's library (td/tdnet, HttpReader.cpp), which the Bot API server uses.
"""

import json
from typing import Any
from urllib.parse import quote_from_bytes, unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.bodies import form, members

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
PARTS = (
    b"--b\r\nContent-Disposition: form-data; name=chat_id\r\n\r\n1001\r\n"
    b'--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nhi\r\n--b--\r\n'
)
EMPTY = (400, "Bad Request: message text is empty")


async def sent(api: Any, body: bytes, kind: str, query: str = "") -> tuple[int, Any]:
    """Status and text (or refusal) of a sendMessage with this body, whose answer must be JSON."""
    headers = {"Content-Type": kind} if kind else {}
    address = f"/bot{api.token}/sendMessage{query}"
    response = await api.http.post(address, content=body, headers=headers)
    assert response.headers["Content-Type"] == JSON
    answer = response.json()
    return response.status_code, answer["result"]["text"] if answer["ok"] else answer["description"]


@pytest.mark.parametrize(
    ("body", "kind", "expected"),
    [
        (b"chat_id=1001&text=a+b%21", FORM, (200, "a b!")),
        (b"chat_id=1001&text=one&text=two", FORM, (200, "one")),
        (b"chat_id=1001&text=100%&x", FORM, (200, "100%")),
        (b"chat_id=1001&text=%zz%4", FORM, (200, "%zz%4")),
        (b"chat_id=1001&text=%ff", FORM, (400, "Bad Request: text must be encoded in UTF-8")),
        (b"&&=&chat_id=1001&text=hi", FORM, (200, "hi")),
        (b"chat_id=99999999999999999999999999&text=hi", FORM, (400, "Bad Request: chat not found")),
        (b'{"chat_id": 1001, "text": "hi"}', JSON, (200, "hi")),
        (b'{"chat_id": 1001, "text": "hi"}', "application/json; charset=utf-8", (200, "hi")),
        (b' {"chat_id":1001,"text":"one","text":"two"} ', JSON, (200, "one")),
        (b'{"chat_id": 1001, "text": "hi", "rest', JSON, (200, "hi")),
        (b'{"chat_id": 1001, "text": "a\nb"}', JSON, (200, "a\nb")),
        (b'{"chat_id": 1001, "text": "hi", "parse_mode": null}', JSON,
         (400, "Bad Request: unsupported parse_mode")),
        (b'{"chat_id": 1e999, "text": "hi"}', JSON, (400, "Bad Request: chat not found")),
        (b'{"chat_id": ' + b"9" * 5000 + b', "text": "hi"}', JSON, (400, "Bad Request: chat not found")),
        (b'{"chat_id": 1001, "text": "\\ud800"}', JSON, (400, "Bad Request: text must be encoded in UTF-8")),
        (b'{"chat_id": 1001, "text": "\xff"}', JSON, (400, "Bad Request: text must be encoded in UTF-8")),
        (b'[{"chat_id": 1001, "text": "hi"}]', JSON, EMPTY),
        (b'"text"', JSON, EMPTY),
        (b"{" * 100_000, JSON, EMPTY),
        (b'{"chat_id": 1001, "text": NaN}', JSON, EMPTY),
        (b"chat_id=1001&text=hi", "text/plain", EMPTY),
        (b"chat_id=1001&text=hi", "", EMPTY),
        (b"", JSON, EMPTY),
        (b"x=" + b"a" * (1 << 20), FORM, (413, "Request Entity Too Large")),
        (b'{"x": "' + b"a" * (1 << 20) + b'"}', JSON, (413, "Request Entity Too Large")),
        (PARTS, "multipart/form-data; boundary=b", (200, "hi")),
        (b"--b\r\n", "multipart/form-data", (400, "Bad Request: boundary not found")),
    ],
)  # fmt: skip
async def test_any_body_is_answered_as_telegram_answers(
    api: Any, room: Any, body: bytes, kind: str, expected: tuple[int, str]
) -> None:
    """Taken with what could be read, or refused in Telegram's words; never a mistake of ours."""
    await room.say(1001, "ann", "hello")
    assert await sent(api, body, kind) == expected


async def test_a_query_counts_before_the_body(api: Any, room: Any) -> None:
    """Parameters stand in the query, in a GET as well; the first of a name counts."""
    await room.say(1001, "ann", "hello")
    assert await sent(api, b"text=body&chat_id=1001", FORM, "?text=query") == (200, "query")
    got = await api.http.get(f"/bot{api.token}/sendMessage?chat_id=1001&text=a%20b+c&text=d")
    assert got.json()["result"]["text"] == "a b c"


@pytest.mark.parametrize(
    "body", [b"--b", b"--b\r\n\r\n\r\n--b--\r\n", b"--b\r\nX: y\r\n\r\nz\r\n--b--", b"zz", b""]
)
async def test_broken_multipart_is_a_400_or_empty(api: Any, body: bytes) -> None:
    """A form that cannot be taken apart is refused with JSON."""
    status, _ = await sent(api, body, "multipart/form-data; boundary=b")
    assert status == 400


async def test_a_pause_is_told_in_the_header_too(api: Any, room: Any) -> None:
    """A 429 carries Retry-After, as Telegram's server sends it."""
    await room.fault("getMe", "429", retry_after=7)
    response = await api.http.get(f"/bot{api.token}/getMe")
    assert (response.status_code, response.headers["Retry-After"]) == (429, "7")


PIECES = st.lists(
    st.sampled_from(["%", "%25", "%41", "%34", "%31", "4", "1", "a", "%e4%b8", "%zz", "%2", "+"]), max_size=9
)


@given(pieces=PIECES)
def test_escapes_are_read_one_by_one(pieces: list[str]) -> None:
    """Whole runs are read as if sign by sign, whatever stands between."""
    text = "".join(pieces)
    expected = unquote_to_bytes(text.replace("+", " ")).decode("utf-8", "surrogateescape")
    assert list(form(f"t={text}".encode())) == [("t", expected)]


@given(text=st.text())
def test_any_text_comes_through_a_form_and_json(text: str) -> None:
    """What a client encodes is what a method reads."""
    assert dict(form(b"t=" + quote_from_bytes(text.encode()).encode())) == {"t": text}
    assert dict(members(json.dumps({"t": text}).encode())) == {"t": text}


@given(body=st.binary(max_size=60) | st.text('{}[]",:1a\\ ', max_size=30).map(str.encode))
def test_no_bytes_break_the_readers(body: bytes) -> None:
    """Anything at all is read as far as it goes."""
    dict(form(body))
    dict(members(body))
