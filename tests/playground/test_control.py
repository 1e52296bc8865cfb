"""Clock, faults, flood limits, waiting, events and the door."""

import asyncio
import json
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from playground.__main__ import main
from playground.app import build
from playground.client import Playground, Refused
from playground.guard import check_token
from playground.room import furnish
from playground.world import World

ROOT = Path(__file__).parents[2]


async def test_the_clock_can_be_fixed_and_moved(api: Any, room: Playground) -> None:
    """A fixed clock gives every message its time; an offset is understood; it can run on."""
    await room.clock(fixed=True, now="2026-12-01T09:00:00+08:00")
    await room.say(1001, "ann", "x")
    assert (await api("sendMessage", chat_id=1001, text="x"))["date"] == 1796086800
    moved = await room.clock(advance=3600)
    assert moved == {"now": "2026-12-01T02:00:00.000+00:00", "fixed": True, "zone": None}
    assert (await room.clock(fixed=False))["fixed"] is False


async def test_flood_limits_grow_while_they_are_ignored(api: Any, room: Playground, world: World) -> None:
    """A burst passes, then 429 with retry_after; sending on makes it longer; moved time ends it."""
    await room.say(1001, "ann", "x")
    world.flood.on = True
    for _ in range(5):
        await api("sendMessage", chat_id=1001, text="x")
    status, first = await api.raw("sendMessage", chat_id=1001, text="x")
    _, second = await api.raw("sendMessage", chat_id=1001, text="x")
    wait = first["parameters"]["retry_after"]
    assert (status, first["description"]) == (429, f"Too Many Requests: retry after {wait}")
    assert second["parameters"]["retry_after"] > wait
    await room.clock(advance=60)
    await api("sendMessage", chat_id=1001, text="x")


async def test_a_group_takes_twenty_messages_a_minute(
    api: Any, room: Playground, world: World, group: int
) -> None:
    """The twenty-first message of a minute is refused although a second has passed."""
    world.flood.on = True
    for _ in range(20):
        await api("sendMessage", chat_id=group, text="x")
        await room.clock(advance=1.1)
    status, _ = await api.raw("sendMessage", chat_id=group, text="x")
    assert status == 429


@pytest.mark.parametrize(
    ("kind", "more", "status", "body"),
    [
        ("429", {"retry_after": 7}, 429, {"ok": False, "error_code": 429, "parameters": {"retry_after": 7},
                                          "description": "Too Many Requests: retry after 7"}),
        ("403", {}, 403, {"ok": False, "error_code": 403,
                          "description": "Forbidden: bot was blocked by the user"}),
        ("400-migrate", {"chat": -100777}, 400, {
            "ok": False, "error_code": 400, "parameters": {"migrate_to_chat_id": -100777},
            "description": "Bad Request: group chat was upgraded to a supergroup chat"}),
        ("5xx-json", {}, 500, {"ok": False, "error_code": 500, "description": "Internal Server Error"}),
        ("400", {"description": "Bad Request: no luck"}, 400,
         {"ok": False, "error_code": 400, "description": "Bad Request: no luck"}),
    ],
)  # fmt: skip
async def test_a_fault_refuses_once(
    api: Any, room: Playground, group: int, kind: str, more: dict[str, Any], status: int, body: dict[str, Any]
) -> None:
    """A refusing fault answers instead of the method, as often as asked, and nothing is posted."""
    await room.fault("sendMessage", kind, **more)
    assert await api.raw("sendMessage", chat_id=group, text="x") == (status, body)
    assert [message for message in await room.messages(group) if message.by_bot] == []
    await api("sendMessage", chat_id=group, text="x")


async def test_a_fault_strikes_only_matching_calls(
    api: Any, room: Playground, group: int, forum: int
) -> None:
    """`match` picks the calls by their parameters; DELETE forgets the rest."""
    await room.fault("*", "403", times=2, match={"chat_id": group})
    await api("sendMessage", chat_id=forum, text="x")
    assert (await api.refused("sendMessage", chat_id=group, text="x"))[0] == 403
    await room.clear_faults()
    await api("sendMessage", chat_id=group, text="x")


@pytest.mark.parametrize(
    ("match", "met"),
    [
        ({"reply_parameters.message_id": 7}, True),
        ({"reply_parameters.message_id": "7", "text": "x"}, True),
        ({"reply_parameters.message_id": 8}, False),
        ({"reply_parameters.nothing": 7}, False),
        ({"reply_parameters": 7}, False),
        ({"reply_markup.inline_keyboard.0.0.callback_data": "go"}, True),
        ({"reply_markup.inline_keyboard.0.1.callback_data": "go"}, False),
        ({"reply_markup.inline_keyboard.x": "go"}, False),
        ({"link_preview_options.is_disabled": True}, True),
        ({"text.inner": "x"}, False),
        ({"chat_id": "@club"}, True),
        ({"chat_id": "@other"}, False),
        ({"disable_notification": ""}, True),
    ],
)
async def test_a_fault_reaches_into_parameters(
    api: Any, room: Playground, match: dict[str, Any], *, met: bool
) -> None:
    """Dotted names go into objects and lists, and a chat is met by its id and by its @username."""
    club = await room.new_chat("supergroup", "Club", "ann", username="club")
    await room.member(club, "bot", "member")
    call = {
        "text": "x", "reply_parameters": {"message_id": 7, "allow_sending_without_reply": True},
        "link_preview_options": {"is_disabled": True},
        "reply_markup": {"inline_keyboard": [[{"text": "go", "callback_data": "go"}]]},
    }  # fmt: skip
    for chat in (club, "@Club"):
        await room.fault("sendMessage", "403", match=match)
        assert (await api.raw("sendMessage", chat_id=chat, **call))[0] == (403 if met else 200)
        await room.clear_faults()


async def test_faults_are_listed_and_taken_away_one_by_one(api: Any, room: Playground, group: int) -> None:
    """The oldest that fits strikes; one that was taken away does not, and cannot be taken twice."""
    first = await room.fault("sendMessage", "403", times=3)
    second = await room.fault("*", "429", retry_after=9)
    assert (await api.raw("sendMessage", chat_id=group, text="x"))[0] == 403
    waiting = await room.faults()
    assert [(one["id"], one["kind"], one["times"]) for one in waiting] == [
        (first, "403", 2),
        (second, "429", 1),
    ]
    await room.drop_fault(first)
    assert (await api.raw("sendMessage", chat_id=group, text="x"))[0] == 429
    assert await room.faults() == []
    with pytest.raises(Refused, match=f"No fault {second} waits"):
        await room.drop_fault(second)


@pytest.mark.parametrize(
    ("kind", "more", "status", "text"),
    [
        ("5xx-json", {"status": 503}, 503, "Service Unavailable"),
        ("5xx-json", {}, 500, "Internal Server Error"),
        ("5xx-html", {"status": 504}, 504, "504 Gateway Timeout"),
        ("5xx-html", {}, 502, "502 Bad Gateway"),
    ],
)
async def test_any_5xx_can_be_had(
    api: Any, room: Playground, group: int, kind: str, more: dict[str, int], status: int, text: str
) -> None:
    """Telegram's own JSON and a proxy's page, with the status that was asked for; nothing is posted."""
    await room.fault("sendMessage", kind, **more)
    response = await api.http.post(f"/bot{api.token}/sendMessage", data={"chat_id": group, "text": "x"})
    assert response.status_code == status
    assert text in response.text
    assert (kind == "5xx-json") is (response.headers["content-type"].split(";")[0] == "application/json")
    assert [message for message in await room.messages(group) if message.by_bot] == []


async def test_a_line_that_breaks_before_leaves_nothing_done(api: Any, room: Playground, group: int) -> None:
    """The client sees no answer, and nothing was posted; the log keeps the call with status 0."""
    await room.fault("sendMessage", "broken-before")
    with pytest.raises(httpx.HTTPError):
        await api.http.post(f"/bot{api.token}/sendMessage", data={"chat_id": group, "text": "x"})
    assert [message for message in await room.messages(group) if message.by_bot] == []
    assert [call["status"] for call in await room.calls("sendMessage")] == [0]
    await api("sendMessage", chat_id=group, text="x")


async def test_faults_that_nobody_knows_are_refused(room: Playground) -> None:
    """An unknown kind and a status that is no 5xx."""
    with pytest.raises(Refused, match="A fault is one of 429, 403, 400"):
        await room.fault("getMe", "418")
    with pytest.raises(Refused, match="500 to 599"):
        await room.fault("getMe", "5xx-json", status=404)


async def test_a_gateway_answers_with_a_page(api: Any, room: Playground, group: int) -> None:
    """502-html is what a proxy says, not Telegram."""
    await room.fault("sendMessage", "502-html")
    response = await api.http.post(f"/bot{api.token}/sendMessage", data={"chat_id": group, "text": "x"})
    assert (response.status_code, response.headers["content-type"].split(";")[0]) == (502, "text/html")


async def test_slow_and_broken_calls_have_posted(api: Any, room: Playground, group: int) -> None:
    """The client sees a timeout or a broken line, and the message is there all the same."""
    address, form = f"/bot{api.token}/sendMessage", {"chat_id": group, "text": "x"}
    await room.fault("sendMessage", "slow", seconds=30)
    with pytest.raises(httpx.ReadTimeout):
        await api.http.post(address, data=form, timeout=0.3)
    await room.fault("sendMessage", "broken")
    with pytest.raises(httpx.HTTPError):
        await api.http.post(address, data=form)
    assert len([message for message in await room.messages(group) if message.by_bot]) == 2


async def test_waiting_ends_when_the_bot_speaks_or_edits(api: Any, room: Playground, group: int) -> None:
    """`wait` brings what came after a message, also an edit of an older one; a timeout brings nothing."""
    old = await api("sendMessage", chat_id=group, text="old")
    asked = (await room.say(group, "bo", "/x")).message.id
    waiting = asyncio.create_task(room.wait(group, asked))
    await api("editMessageText", chat_id=group, message_id=old["message_id"], text="new")
    assert [message.text for message in await waiting] == ["new"]
    assert await room.wait(group, timeout=0.1) == []


async def test_quiet_means_that_the_mail_is_handled(api: Any, room: Playground, group: int) -> None:
    """With an unacknowledged update it is not quiet; after the next poll it is."""
    await api.updates()
    assert await room.quiet(1)
    await room.say(group, "bo", "/x")
    assert not await room.quiet(0.3)
    found = await api("getUpdates")
    assert not await room.quiet(0.3)
    await api("getUpdates", offset=found[-1]["update_id"] + 1)
    assert await room.quiet(2)


async def test_windows_hear_everything_and_go_on_where_they_stopped(
    api: Any, room: Playground, group: int
) -> None:
    """Events are numbered; Last-Event-ID brings what was missed."""
    first = (await room.get("state"))["event"]
    await room.say(group, "bo", "one")
    await api("sendChatAction", chat_id=group, action="typing")
    kinds = await _events(api, str(first), 3)
    assert [kind for kind, _, _ in kinds] == ["message", "typing", "call"]
    assert kinds[0][2]["message"]["text"] == "one"
    again = await _events(api, kinds[0][1], 2)
    assert [kind for kind, _, _ in again] == ["typing", "call"]


async def _events(api: Any, last: str, count: int) -> list[tuple[str, str, dict[str, Any]]]:
    """The next events after `last`: kind, number and data."""
    found: list[tuple[str, str, dict[str, Any]]] = []
    async with api.http.stream("GET", "/sim/events", headers={"Last-Event-ID": last}) as stream:
        number = kind = ""
        async for line in stream.aiter_lines():
            name, _, value = line.partition(": ")
            if name == "id":
                number = value
            elif name == "event":
                kind = value
            elif name == "data":
                found.append((kind, number, json.loads(value)))
            if len(found) == count:
                break
    return found


async def test_the_call_log_never_shows_the_token(api: Any, room: Playground, group: int) -> None:
    """Calls are kept with parameters, status and answer, without the token."""
    await api("sendMessage", chat_id=group, text="x")
    await api.refused("sendMessage", chat_id=group)
    calls = await room.calls("sendmessage")
    assert [(call["method"], call["status"]) for call in calls] == [
        ("sendMessage", 200),
        ("sendMessage", 400),
    ]
    assert api.token not in json.dumps(calls)


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/sim/privacy", {"Host": "evil.example"}),
        ("/sim/privacy", {"Origin": "https://evil.example"}),
        ("/sim/privacy", {"Origin": "null"}),
        ("/bot1:test/getMe", {"Origin": "https://evil.example"}),
        ("/sim/privacy", {"Sec-Fetch-Site": "cross-site"}),
    ],
)
async def test_no_foreign_page_drives_the_room(api: Any, path: str, headers: dict[str, str]) -> None:
    """Another host name or origin is refused before anything happens."""
    response = await api.http.post(path, json={"on": False}, headers=headers)
    assert response.status_code == 403


@pytest.mark.parametrize(
    "token", ["1234567890:AAEhBP0av28nrc8bZPvzd2eMqYiVPzpvAbc", "nonsense", "1:a b", "a:b"]
)
def test_real_looking_and_wrong_tokens_are_refused(token: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The program and the factory ask for an invented token and do not repeat the given one."""
    with pytest.raises(ValueError, match="invent one"):
        check_token(token)
    with pytest.raises(ValueError, match="invent one"):
        build(furnish("1:test").__class__(furnish("1:test").bot, token))
    assert main(["--token", token]) == 2
    assert token not in capsys.readouterr().err


async def test_the_program_starts_tells_its_address_and_stops(tmp_path: Path) -> None:
    """`python -m playground` serves a room in the asked language until it is told to stop."""
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "playground", "--port", "0", "--token", "7:try", "--lang", "zh",
        "--bot-name", "小助手", "--bot-username", "@helper_bot",
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert program.stdout
    line = (await asyncio.wait_for(program.stdout.readline(), 20)).decode()
    async with Playground(line.split()[5].rstrip("/")) as room:
        state: Any = await room.state()
    program.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(program.wait(), 10) == 0
    assert (state["bot"]["id"], state["bot"]["first_name"], state["bot"]["username"]) == (
        7,
        "小助手",
        "helper_bot",
    )
    assert [person["language_code"] for person in state["people"]] == ["zh", "zh"]


def test_a_taken_port_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """A port that is in use ends the program with one line."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert main(["--port", port]) == 1
    assert f"Port {port} cannot be used" in capsys.readouterr().err


def test_only_loopback_is_served(capsys: pytest.CaptureFixture[str]) -> None:
    """Another address is refused with a sentence."""
    assert main(["--host", "0.0.0.0"]) == 2  # noqa: S104 - it is refused
    assert "127.0.0.1 only" in capsys.readouterr().err
