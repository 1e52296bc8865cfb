"""Pages of a transcript, and the page's files."""

import time
from typing import Any

import httpx
from hypothesis import given
from hypothesis import strategies as st

from playground.client import Playground
from playground.pages import EVERY, Pages
from playground.shapes import Message
from playground.world import World

THREADS = st.sampled_from([None, 5, 9])


@given(
    threads=st.lists(THREADS, max_size=40),
    gone=st.sets(st.integers(1, 40)),
    edge=st.integers(0, 45),
    limit=st.integers(1, 12),
    thread=st.sampled_from([EVERY, None, 5, 9, 77]),
)
def test_pages_are_what_a_look_at_everything_finds(
    threads: list[int | None], gone: set[int], edge: int, limit: int, thread: int | None
) -> None:
    """A page holds the nearest messages of the thread that are still there, whatever was read before."""
    kept = {n: Message(n, 1, 0, thread=one) for n, one in enumerate(threads, 1)}
    pages = Pages()
    pages.before(kept, len(kept) // 2 + 1, 45, 3)  # half of them were there at an earlier reading
    for one in gone:
        kept.pop(one, None)
    wanted = [n for n, one in kept.items() if thread in (EVERY, one.thread)]
    end = len(threads) + 1
    assert pages.before(kept, end, edge, limit, thread) == [n for n in wanted if n < edge][::-1][:limit]
    assert pages.after(kept, end, edge, limit, thread) == [n for n in wanted if n > edge][:limit]


async def test_a_page_of_a_long_transcript(room: Playground, world: World, forum: int, topic: int) -> None:
    """Of 100,000 messages a page is read as quickly as of a hundred, also of a topic where few were said."""
    chat = world.chats[forum]
    for n in range(chat.next_id, 100_000):
        chat.messages[n] = Message(n, forum, 0, text="x", thread=topic if n % 25_000 == 0 else None)
    chat.next_id = 100_000
    await room.messages(forum, limit=1)
    begun = time.perf_counter()
    found = await room.messages(forum, thread=topic, limit=3)
    assert [one.id for one in found] == [25_000, 50_000, 75_000]
    assert time.perf_counter() - begun < 0.1


async def test_messages_after_one(room: Playground, forum: int) -> None:
    """`after` reads on from a message, and says whether more follow."""
    said = [(await room.say(chat=forum, person="ann", text=str(n))).message.id for n in range(4)]
    page = await room.get(f"chats/{forum}/messages", after=said[0], limit=2)
    assert ([one["text"] for one in page["messages"]], page["more"]) == (["1", "2"], True)
    page = await room.get(f"chats/{forum}/messages", after=said[2], limit=2)
    assert ([one["text"] for one in page["messages"]], page["more"]) == (["3"], False)


async def test_files_of_the_page_are_never_stale(address: str) -> None:
    """The browser must ask before it uses a copy, and is told by a hash when the copy still holds."""
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        for path in ("/", "/page/app.js", "/page/style.css", "/page/texts.zh.json"):
            first = await http.get(path)
            assert first.headers["Cache-Control"] == "no-cache"
            again = await http.get(path, headers={"If-None-Match": first.headers["ETag"]})
            assert (again.status_code, again.content) == (304, b"")
            changed = await http.get(path, headers={"If-None-Match": '"another"'})
            assert (changed.status_code, changed.content) == (200, first.content)


async def test_a_strict_policy(address: str) -> None:
    """The page may load and call only where it came from; no script or style stands in it."""
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        page = await http.get("/")
    policy = dict(part.strip().split(" ", 1) for part in page.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert (policy["script-src"], policy["style-src"], policy["connect-src"]) == ("'self'",) * 3
    assert "unsafe" not in str(policy)
    assert all(tag not in page.text for tag in ("<style", " style=", "<script>", " onclick"))


async def test_only_the_pages_files(address: str) -> None:
    """What is no file of the page is not found, by whatever way it is asked for."""
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        for path in ("/page/", "/page/..%2fapp.py", "/page/nothing.js", "/page/%2e%2e/rules.py"):
            assert (await http.get(path)).status_code == 404


async def test_one_fault_is_taken_away(api: Any, room: Playground, group: int) -> None:
    """A single fault goes, the others wait on; one that is gone is refused with a sentence."""
    for kind in ("403", "429"):
        await room.fault("sendMessage", kind)
    first, second = (await room.get("faults"))["faults"]
    left = (await room.http.delete(f"/sim/faults/{first['id']}")).json()
    assert left["faults"] == [second]
    again = await room.http.delete(f"/sim/faults/{first['id']}")
    assert (again.status_code, "waits" in again.json()["error"]) == (400, True)
    assert (await api.refused("sendMessage", chat_id=group, text="x"))[0] == 429


async def test_flood_pauses_are_told(api: Any, room: Playground, world: World, group: int) -> None:
    """The state tells where the bot must pause for how long; time that passes ends it."""
    world.flood.on = True
    for _ in range(5):
        await api("sendMessage", chat_id=group, text="x")
    assert (await room.state())["pauses"] == []
    _, sentence = await api.refused("sendMessage", chat_id=group, text="x")
    seconds = int(sentence.rsplit(" ", 1)[1])
    assert (await room.state())["pauses"] == [{"chat": group, "seconds": seconds}]
    await room.clock(advance=seconds)
    assert (await room.state())["pauses"] == []


async def test_a_keyboard_far_above(room: Playground, world: World, api: Any, group: int) -> None:
    """The keyboard under the line is found as quickly when 100,000 messages were said since."""
    keyboard = {"keyboard": [[{"text": "yes"}]]}
    sent = await api("sendMessage", chat_id=group, text="?", reply_markup=keyboard)
    chat = world.chats[group]
    for n in range(chat.next_id, 100_000):
        chat.messages[n] = Message(n, group, 0, text="x")
    chat.next_id = 100_000
    await room.messages(group, limit=1)
    begun = time.perf_counter()
    held = await room.get(f"chats/{group}/keyboard", person=1001)
    assert held["message"]["message_id"] == sent["message_id"]
    assert time.perf_counter() - begun < 0.1
