"""Odd and hostile use: what no client does is refused with a sentence, never by a fault of ours."""

from typing import Any

import httpx
import pytest

from playground.client import Playground, Refused
from playground.world import World

ODD = ("\xb2", "--5", "9" * 5000, "\u0665")
"""What Python takes for digits, or takes long over, and Telegram does not."""


@pytest.mark.parametrize("odd", ODD)
async def test_odd_numbers_name_nobody(room: Playground, group: int, odd: str) -> None:
    """A person, a speaker or a window's place that is no number is a sentence with status 400."""
    with pytest.raises(Refused, match="there is no person"):
        await room.say(group, odd, "hi")
    with pytest.raises(Refused, match="anonymous or the id of a channel"):
        await room.say(group, "ann", "hi", speaker=odd)


@pytest.mark.parametrize("odd", ODD)
async def test_odd_numbers_are_no_icon(api: Any, room: Playground, forum: int, odd: str) -> None:
    """An icon that is no number counts as none, as zero does."""
    await room.member(forum, "bot", "administrator")
    made = await api("createForumTopic", chat_id=forum, name="Papers", icon_custom_emoji_id=odd)
    assert "icon_custom_emoji_id" not in made


async def test_a_reference_without_end_is_shown(api: Any, group: int) -> None:
    """A numeric reference of endless digits stays as it was written; a short one may begin with zeros."""
    endless = f"&#{'9' * 4000};"
    assert (await api("sendMessage", chat_id=group, text=endless, parse_mode="HTML"))["text"] == endless
    short = await api("sendMessage", chat_id=group, text="&#0000065;", parse_mode="HTML")
    assert short["text"] == "A"


@pytest.mark.parametrize(
    ("method", "field"),
    [("setMyName", "name"), ("setMyDescription", "description"), ("sendContact", "first_name")],
)
async def test_text_must_be_utf_8(api: Any, group: int, method: str, field: str) -> None:
    """Bytes that are no UTF-8 are refused wherever text stands, and change nothing."""
    body = f"chat_id={group}&phone_number=1&{field}=%ff"
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = await api.http.post(f"/bot{api.token}/{method}", content=body, headers=form)
    assert answer.status_code == 400
    assert answer.json()["description"] == "Bad Request: strings must be encoded in UTF-8"
    assert (await api("getMe"))["first_name"] == "Playground bot"


async def test_half_a_surrogate_inside_json_is_refused(api: Any) -> None:
    """Text inside a list or an object that is no UTF-8 makes it no JSON."""
    commands = '[{"command": "a", "description": "\\ud800"}]'
    assert await api.refused("setMyCommands", commands=commands) == (
        400, "Bad Request: can't parse commands JSON object",
    )  # fmt: skip


async def test_a_command_is_made_of_text(api: Any) -> None:
    """A description that is an object or nothing is refused by its field's name."""
    for wrong in ({"x": 1}, None, 5):
        commands = [{"command": "a", "description": wrong}]
        assert await api.refused("setMyCommands", commands=commands) == (
            400, "Bad Request: can't parse BotCommand: Field \"description\" must be of type String",
        )  # fmt: skip


async def test_who_cannot_write_cannot_edit(room: Playground, group: int) -> None:
    """Muted, banned or gone, nobody changes what they said."""
    said = await room.say(group, "bo", "as it was")
    for change in ({"status": "restricted", "can_send": False}, {"status": "kicked"}, {"status": "left"}):
        await room.member(group, "bo", **change)  # type: ignore[arg-type]
        with pytest.raises(Refused, match="cannot write"):
            await room.edit(group, said.message.id, "as it never was")
    await room.member(group, "bo", "member")
    assert (await room.edit(group, said.message.id, "as it is")).message.text == "as it is"


async def test_who_blocked_the_bot_cannot_edit(room: Playground) -> None:
    """In private the same holds for who blocked the bot."""
    said = await room.say(1001, "ann", "hello")
    await room.block("ann")
    with pytest.raises(Refused, match="blocked the bot"):
        await room.edit(1001, said.message.id, "bye")


async def test_an_owner_stays_owner(api: Any, room: Playground) -> None:
    """Who is named as owner and as member of a new chat owns it."""
    ann, bo = 1001, 1002
    chat = await room.new_chat("supergroup", "Club", "ann", members=(ann, bo))
    await room.member(chat, "bot", "member")
    standing = [
        (one["user"]["id"], one["status"]) for one in await api("getChatAdministrators", chat_id=chat)
    ]
    assert standing == [(ann, "creator")]


async def test_a_link_brings_a_restricted_bot_back(
    room: Playground, world: World, api: Any, group: int
) -> None:
    """A bot that left while it was restricted comes back by a startgroup link."""
    await room.member(group, "bot", "restricted", can_send=True)
    await api("leaveChat", chat_id=group)
    await room.open("ann", "x", group=group)
    assert world.standing(world.chats[group], world.bot.id).present


async def test_a_refused_clock_runs_on(room: Playground) -> None:
    """A request to the clock is done wholly or not at all."""
    with pytest.raises(Refused, match="ISO 8601"):
        await room.clock(fixed=True, now="rubbish")
    assert (await room.clock())["fixed"] is False


async def test_a_group_belongs_to_one_channel(room: Playground, group: int) -> None:
    """A second channel cannot take another's discussion group."""
    await room.new_chat("channel", "News", "ann", linked=group)
    with pytest.raises(Refused, match="another channel"):
        await room.new_chat("channel", "More news", "ann", linked=group)


async def test_the_log_keeps_the_beginning_of_an_endless_text(address: str, room: Playground) -> None:
    """A call of nearly a megabyte costs the log a few kilobytes."""
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        await http.post("/bot1:test/getMe", data={"unknown": "x" * 900_000})
    kept = (await room.calls("getMe"))[-1]["params"]
    assert isinstance(kept, dict)
    assert kept["unknown"] == "x" * 16_384 + "… (900000 characters)"


@pytest.mark.parametrize(
    ("button", "sentence"),
    [
        ({"web_app": 5}, 'Field "web_app" must be of type Object'),
        ({"login_url": "x"}, 'Field "login_url" must be of type Object'),
        ({"switch_inline_query": True}, 'Field "switch_inline_query" must be of type String'),
        (
            {"switch_inline_query_chosen_chat": ""},
            'Field "switch_inline_query_chosen_chat" must be of type Object',
        ),
        ({"callback_data": "x", "style": 5}, 'Field "style" must be of type String'),
        ({"pay": "yes"}, 'Field "pay" must be of type Boolean'),
    ],
)
async def test_each_field_of_a_button_has_its_type(
    api: Any, group: int, button: dict[str, object], sentence: str
) -> None:
    """What no client library could read back is refused by the field's name."""
    markup = {"inline_keyboard": [[{"text": "a", **button}]]}
    assert await api.refused("sendMessage", chat_id=group, text="x", reply_markup=markup) == (
        400, f"Bad Request: can't parse inline keyboard button: {sentence}",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("markup", "sentence"),
    [
        ({"keyboard": "x"}, 'field "keyboard" of the ReplyKeyboardMarkup must be an Array'),
        ({"keyboard": ["x"]}, 'field "keyboard" of the ReplyKeyboardMarkup must be an Array of Arrays'),
        ({"keyboard": [[5]]}, "can't parse keyboard button: KeyboardButton must be a String or an Object"),
        ({"keyboard": [[{}]]}, 'can\'t parse keyboard button: Can\'t find field "text"'),
        ({"keyboard": [["a"]], "input_field_placeholder": 5},
         'field "input_field_placeholder" must be of type String'),
        ({"remove_keyboard": "x"}, 'field "remove_keyboard" must be of type Boolean'),
    ],
)  # fmt: skip
async def test_reply_keyboards_are_checked(
    api: Any, group: int, markup: dict[str, object], sentence: str
) -> None:
    """A keyboard under the input line is refused as an inline one is."""
    answer = await api.refused("sendMessage", chat_id=group, text="x", reply_markup=markup)
    assert answer == (400, f"Bad Request: {sentence}")
    kept = {"keyboard": [["a", {"text": "b"}]], "resize_keyboard": True}
    await api("sendMessage", chat_id=group, text="x", reply_markup=kept)


async def test_a_link_ends_by_the_last_date_there_is(api: Any, room: Playground, group: int) -> None:
    """The Bot API's dates have 32 bits; what is beyond means the last."""
    await room.member(group, "bot", "administrator")
    made = await api("createChatInviteLink", chat_id=group, expire_date=10**12)
    assert made["expire_date"] == 2**31 - 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "object expected as link preview options"),
        ({"url": 5}, 'can\'t parse link preview options: Field "url" must be of type String'),
        (
            {"is_disabled": "no"},
            'can\'t parse link preview options: Field "is_disabled" must be of type Boolean',
        ),
    ],
)
async def test_link_preview_options_have_types(api: Any, group: int, options: Any, sentence: str) -> None:
    """Each option is of its type, as the Bot API's server reads it."""
    refused = await api.refused("sendMessage", chat_id=group, text="x", link_preview_options=options)
    assert refused == (400, f"Bad Request: {sentence}")


async def test_unknown_preview_options_are_dropped(api: Any, group: int) -> None:
    """The answer carries what Telegram knows."""
    sent = await api(
        "sendMessage", chat_id=group, text="x", link_preview_options={"is_disabled": True, "colour": 1}
    )
    assert sent["link_preview_options"] == {"is_disabled": True}


@pytest.mark.parametrize("odd", [*ODD, "nan", "inf", "1_0", "\uff11"])
async def test_odd_decimals_are_zero(api: Any, group: int, odd: str) -> None:
    """What is no ASCII decimal counts as 0, as the Bot API's server reads it."""
    sent = await api("sendLocation", chat_id=group, latitude=odd, longitude="1e1")
    assert sent["location"] == {"latitude": 0.0, "longitude": 10.0}


async def test_a_live_location_grows_by_a_day_at_most(api: Any, group: int) -> None:
    """A new period counts from the sending on, and exceeds the old one by a day at most."""
    sent = await api("sendLocation", chat_id=group, latitude=1, longitude=1, live_period=600)
    place = {"chat_id": group, "message_id": sent["message_id"], "latitude": 1, "longitude": 2}
    refused = await api.refused("editMessageLiveLocation", **place, live_period=600 + 86_401)
    assert refused == (400, "Bad Request: wrong live location period specified")
    moved = await api("editMessageLiveLocation", **place, live_period=600 + 86_400)
    assert moved["location"]["live_period"] == 87_000
