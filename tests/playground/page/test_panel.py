"""Around the chat: who writes, the clock, the calls, members, faults, and the look of the page."""

import re
import shlex

from playwright.sync_api import expect

from playground.faults import KINDS
from tests.playground.page.window import TOKEN, Room, become, enter, last, needs_browser, say, tool


@needs_browser
def test_anonymous_admin(room: Room) -> None:
    """An admin may write as the group; a plain member may not."""
    page = room.window()
    enter(page, "Reading group")
    page.get_by_test_id("speak-as").click()
    page.get_by_test_id("face-option").click()
    say(page, "we decided")
    expect(last(page)).to_have_text("we decided")
    become(page, "Bo")
    page.get_by_test_id("speak-as").click()
    expect(page.get_by_test_id("person-option")).to_have_count(2)
    expect(page.get_by_test_id("face-option")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".sender").last).to_contain_text("anonymous admin")


@needs_browser
def test_clock(room: Room) -> None:
    """The clock jumps to a named hour of the chosen zone, for the bot as for the page."""
    page = room.window()
    enter(page, "Reading group")
    tool(page, "clock")
    page.get_by_test_id("clock-zone").select_option("Asia/Shanghai")
    page.get_by_test_id("clock-fixed").click()
    page.get_by_test_id("clock-hour").fill("09:00")
    page.get_by_test_id("clock-jump").click()
    expect(page.get_by_test_id("clock-now")).to_have_text("09:00:00")
    expect(page.get_by_test_id("clock-exact")).to_have_value(re.compile(r"T09:00$"))
    now = room.http.get("/sim/clock").json()
    assert (now["fixed"], now["now"][11:19]) == (True, "01:00:00")


@needs_browser
def test_calls(room: Room) -> None:
    """A refused call stands beside the chat with its code and Telegram's words."""
    page = room.window()
    enter(page, "Reading group")
    tool(page, "calls")
    room.bot("sendMessage", chat_id=room.chat("Reading group"), text="")
    call = page.get_by_test_id("call-row").first
    expect(call).to_contain_text("400")
    expect(call).to_contain_text("message text is empty")
    call.click()
    expect(call.locator(".json").last).to_contain_text('"error_code": 400')


@needs_browser
def test_calls_of_one_method(room: Room) -> None:
    """Calls are filtered by method and to refusals."""
    page = room.window()
    enter(page, "Reading group")
    tool(page, "calls")
    room.bot("getMe")
    room.bot("getChat", chat_id=room.chat("Reading group"))
    room.bot("getChat", chat_id=1)
    page.get_by_test_id("calls-method").select_option("getMe")
    expect(page.get_by_test_id("call-row")).to_have_count(1)
    page.get_by_test_id("calls-method").select_option("getChat")
    expect(page.get_by_test_id("call-row")).to_have_count(2)
    page.get_by_test_id("calls-refused").check()
    expect(page.get_by_test_id("call-row")).to_contain_text("chat not found")


@needs_browser
def test_a_call_as_a_command_line(room: Room) -> None:
    """A copied call, read as a shell reads it, is the same call again; the token is not in it."""
    page = room.window()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    enter(page, "Reading group")
    tool(page, "calls")
    text = 'it\'s "quoted" $HOME `x` \\n\n中文'
    room.bot("sendMessage", chat_id=room.chat("Reading group"), text=text, disable_notification=True)
    page.get_by_test_id("call-row").first.locator("summary").click()
    page.get_by_test_id("copy-curl").click()
    expect(page.get_by_test_id("toast")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert TOKEN not in copied
    command, _, address, _, kind, _, body = shlex.split(copied)
    assert (command, kind) == ("curl", "Content-Type: application/json")
    again = room.http.post(
        address.replace("$TOKEN", TOKEN), content=body, headers={"Content-Type": kind[14:]}
    )
    assert again.json()["result"]["text"] == text


@needs_browser
def test_a_file_as_a_command_line(room: Room) -> None:
    """A call that carried a file becomes a form whose file lies in the folder."""
    script = "call => import('/page/curl.js').then(made => made.curl(call))"
    params = {"chat_id": 7, "caption": "@a 'b'", "document": "<file it's.bib, 11 bytes>"}
    copied = room.window().evaluate(script, {"method": "sendDocument", "params": params})
    assert shlex.split(copied)[3:] == [
        "--form-string", "chat_id=7", "--form-string", "caption=@a 'b'", "-F", 'document=@"it\'s.bib"',
    ]  # fmt: skip


@needs_browser
def test_members(room: Room) -> None:
    """Somebody removed from the group is offered Join, and joins."""
    page = room.window()
    enter(page, "Reading group")
    tool(page, "members")
    page.get_by_test_id("member").filter(has=page.get_by_text("Bo", exact=True)).get_by_test_id(
        "member-actions"
    ).click()
    page.get_by_test_id("kick").click()
    expect(page.get_by_test_id("member")).to_have_count(2)
    become(page, "Bo")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("member")).to_have_count(3)


@needs_browser
def test_faults(room: Room) -> None:
    """An armed fault strikes the bot's next call."""
    page = room.window()
    enter(page, "Reading group")
    tool(page, "faults")
    page.get_by_test_id("fault-add").click()
    expect(page.get_by_test_id("fault-list")).to_contain_text("sendMessage")
    assert room.bot("sendMessage", chat_id=room.chat("Reading group"), text="x")["error_code"] == 429


@needs_browser
def test_one_fault_is_taken_away(room: Room) -> None:
    """A fault is told everything it can be told; what waits is shown, and goes singly."""
    page = room.window()
    enter(page, "Reading group")
    tool(page, "faults")
    page.get_by_test_id("fault-method").fill("*")
    page.get_by_test_id("fault-kind").select_option("slow")
    page.get_by_test_id("fault-seconds").fill("3")
    page.get_by_test_id("fault-times").fill("4")
    page.get_by_test_id("fault-parameter").fill("text")
    page.get_by_test_id("fault-value").fill("late one")
    page.get_by_test_id("fault-add").click()
    expect(page.get_by_test_id("fault")).to_have_count(1)
    page.get_by_test_id("fault-kind").select_option("403")
    page.get_by_test_id("fault-add").click()
    expect(page.get_by_test_id("fault")).to_have_count(2)
    waiting = room.http.get("/sim/faults").json()["faults"]
    assert (waiting[0]["kind"], waiting[0]["times"], waiting[0]["seconds"]) == ("slow", 4, 3)
    assert waiting[0]["match"] == {"text": "late one"}
    page.get_by_test_id("fault-away").first.click()
    expect(page.get_by_test_id("fault")).to_have_count(1)
    expect(page.get_by_test_id("fault")).to_contain_text("403")


@needs_browser
def test_every_kind_of_fault(room: Room) -> None:
    """The form offers every kind that the server knows, each with a name of its own."""
    page = room.window()
    tool(page, "faults")
    kinds = page.get_by_test_id("fault-kind").locator("option")
    offered = kinds.evaluate_all("all => all.map(one => [one.value, one.textContent])")
    assert {value for value, _ in offered} | {"502-html"} == set(
        KINDS
    )  # that one is 5xx-html with status 502
    assert all(text != f"fault_{value}" for value, text in offered)


@needs_browser
def test_flood_pauses(room: Room) -> None:
    """A paused chat stands in the panel with the seconds that are left; one press ends the pause."""
    page = room.window()
    enter(page, "Reading group")
    tool(page, "faults")
    for _ in range(8):
        room.bot("sendMessage", chat_id=room.chat("Reading group"), text="x")
    expect(page.get_by_test_id("pause")).to_contain_text("Reading group")
    expect(page.get_by_test_id("pause")).to_contain_text(re.compile(r"\d+ s left"))
    page.get_by_test_id("flood-end").click()
    expect(page.get_by_test_id("pause")).to_have_count(0)
    assert room.bot("sendMessage", chat_id=room.chat("Reading group"), text="x")["ok"] is True
    page.get_by_test_id("flood").uncheck()
    expect(page.get_by_test_id("flood")).not_to_be_checked()
    assert all(room.bot("sendMessage", chat_id=room.chat("Reading group"), text="x")["ok"] for _ in range(8))


@needs_browser
def test_clock_by_date_and_amount(room: Room) -> None:
    """The clock is set to a date of the shown zone and moved by an amount."""
    page = room.window()
    tool(page, "clock")
    page.get_by_test_id("clock-zone").select_option("Asia/Shanghai")
    page.get_by_test_id("clock-fixed").click()
    expect(page.get_by_test_id("clock-fixed")).to_have_text("Let it run")
    page.get_by_test_id("clock-exact").fill("2030-02-28T23:30")
    page.get_by_test_id("clock-set").click()
    expect(page.get_by_test_id("clock-now")).to_have_text("23:30:00")
    page.get_by_test_id("clock-count").fill("2")
    page.get_by_test_id("clock-unit").select_option("hours")
    page.get_by_test_id("clock-advance").click()
    expect(page.get_by_test_id("clock-now")).to_have_text("01:30:00")
    assert room.http.get("/sim/clock").json()["now"].startswith("2030-02-28T17:30:00")


@needs_browser
def test_blocking(room: Room) -> None:
    """Whoever blocks the bot in the panel cannot be written to."""
    room.sim("open", person=1002)
    page = room.window()
    tool(page, "members")
    page.get_by_test_id("blocked").nth(1).check()
    expect(page.get_by_test_id("blocked").nth(1)).to_be_checked()
    assert room.bot("sendMessage", chat_id=1002, text="x")["error_code"] == 403


@needs_browser
def test_remembers_language_and_colors(room: Room) -> None:
    """Language and colors are switched by a button each and stay after a reload."""
    page = room.window()
    page.get_by_test_id("language").click()
    page.get_by_test_id("theme").click()
    page.get_by_test_id("theme").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
