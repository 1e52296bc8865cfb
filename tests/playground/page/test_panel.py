"""Around the chat: who writes, the clock, the calls, members, faults, and the look of the page."""

from playwright.sync_api import expect

from tests.playground.page.window import Room, become, enter, last, needs_browser, say, tool


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
def test_remembers_language_and_colors(room: Room) -> None:
    """Language and colors are switched by a button each and stay after a reload."""
    page = room.window()
    page.get_by_test_id("language").click()
    page.get_by_test_id("theme").click()
    page.get_by_test_id("theme").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
