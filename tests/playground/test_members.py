"""Bans, restrictions, administrators and their rights: what the bot does to people, and what it is told.

Sources: the Bot API reference; refusals as TDLib and Telegram's Bot API server word them.
"""

from typing import Any

import pytest

from playground.client import Playground, Refused
from playground.world import World

BO = 1002
ANN = 1001
TOLD = ["message", "chat_member", "my_chat_member"]
EVERYTHING = [
    "send_messages", "send_audios", "send_documents", "send_photos", "send_videos", "send_video_notes",
    "send_voice_notes", "send_polls", "send_other_messages", "add_web_page_previews",
]  # fmt: skip


async def admin(api: Any, room: Playground, chat: int, *rights: str) -> None:
    """Make the bot an admin with these rights alone (none named: the usual ones), its mail read."""
    await room.member(chat, "bot", "administrator", rights=rights or None)
    await api.updates(allowed_updates=TOLD)


async def changes(api: Any) -> list[tuple[str, str, str]]:
    """Kind, old and new status of each change that the bot is told of."""
    return [
        (kind, change["old_chat_member"]["status"], change["new_chat_member"]["status"])
        for update in await api.updates()
        for kind, change in update.items()
        if kind.endswith("chat_member")
    ]


async def status(api: Any, chat: int, user: int = BO) -> str:
    """How somebody stands."""
    return str((await api("getChatMember", chat_id=chat, user_id=user))["status"])


# --- bans


async def test_a_ban_takes_somebody_out(api: Any, room: Playground, group: int) -> None:
    """The bot is told of the change and of the service message; the banned one writes no more."""
    await admin(api, room, group)
    assert await api("banChatMember", chat_id=group, user_id=BO) is True
    change, service = await api.updates()
    assert change["chat_member"]["from"]["id"] == 1
    assert change["chat_member"]["old_chat_member"] == {
        "user": change["chat_member"]["old_chat_member"]["user"], "status": "member",
    }  # fmt: skip
    assert change["chat_member"]["new_chat_member"]["until_date"] == 0
    assert (service["message"]["from"]["id"], service["message"]["left_chat_member"]["id"]) == (1, BO)
    assert await status(api, group) == "kicked"
    assert await api("getChatMemberCount", chat_id=group) == 2
    with pytest.raises(Refused, match="cannot write"):
        await room.say(group, "bo", "hello?")


async def test_a_ban_ends_by_the_clock(api: Any, room: Playground, group: int, world: World) -> None:
    """After until_date the person counts as left, and may join again."""
    await admin(api, room, group)
    until = int(world.clock.now()) + 3600
    await api("banChatMember", chat_id=group, user_id=BO, until_date=until)
    banned = await api("getChatMember", chat_id=group, user_id=BO)
    assert (banned["status"], banned["until_date"]) == ("kicked", until)
    await room.clock(advance=3601)
    assert await status(api, group) == "left"
    await room.member(group, "bo", "member", by="bo")


@pytest.mark.parametrize("seconds", [10, 367 * 24 * 3600])
async def test_an_end_too_near_or_too_far_means_never(
    api: Any, room: Playground, group: int, world: World, seconds: int
) -> None:
    """The reference: less than 30 seconds or more than 366 days are for ever."""
    await admin(api, room, group)
    until = int(world.clock.now()) + seconds
    await api("banChatMember", chat_id=group, user_id=BO, until_date=until)
    assert (await api("getChatMember", chat_id=group, user_id=BO))["until_date"] == 0


async def test_what_a_banned_person_wrote_stays(api: Any, room: Playground, group: int) -> None:
    """revoke_messages hides the chat from who was removed, not their words from the others."""
    said = await room.say(group, "bo", "hello")
    await admin(api, room, group)
    await api("banChatMember", chat_id=group, user_id=BO, revoke_messages=True)
    assert said.message.id in [message.id for message in await room.messages(group)]


async def test_unban_frees_a_banned_one(api: Any, room: Playground, group: int) -> None:
    """Who was banned has left, and comes back only by themselves."""
    await admin(api, room, group)
    await room.member(group, "bo", "kicked")
    await api.updates()
    assert await api("unbanChatMember", chat_id=group, user_id=BO, only_if_banned=True) is True
    assert await changes(api) == [("chat_member", "kicked", "left")]


async def test_unban_puts_a_member_out(api: Any, room: Playground, group: int) -> None:
    """Without only_if_banned a member is removed, as the reference warns; with it nothing happens."""
    await admin(api, room, group)
    await api("unbanChatMember", chat_id=group, user_id=BO, only_if_banned=True)
    assert await changes(api) == []
    await api("unbanChatMember", chat_id=group, user_id=BO)
    assert await changes(api) == [("chat_member", "member", "kicked"), ("chat_member", "kicked", "left")]


async def test_a_basic_group_only_removes(api: Any, room: Playground) -> None:
    """There a ban puts somebody out, an end has no meaning, and unban is refused."""
    small = await room.new_chat("group", "Small", "ann", members=(BO,))
    await room.member(small, "bot", "member")
    assert await api.refused("banChatMember", chat_id=small, user_id=BO) == (
        400, "Bad Request: CHAT_ADMIN_REQUIRED",
    )  # fmt: skip
    await admin(api, room, small)
    await api("banChatMember", chat_id=small, user_id=BO, until_date=1)
    assert await status(api, small) == "left"
    assert await api.refused("banChatMember", chat_id=small, user_id=BO) == (
        400, "Bad Request: USER_NOT_PARTICIPANT",
    )  # fmt: skip
    assert await api.refused("unbanChatMember", chat_id=small, user_id=BO) == (
        400, "Bad Request: method is available only in supergroup and channel chats",
    )  # fmt: skip


# --- restrictions


async def test_a_muted_member_cannot_write(api: Any, room: Playground, group: int) -> None:
    """RestrictChatMember without permissions mutes; with all of them it ends."""
    await admin(api, room, group)
    await api("restrictChatMember", chat_id=group, user_id=BO, permissions={})
    standing = await api("getChatMember", chat_id=group, user_id=BO)
    assert (standing["status"], standing["is_member"], standing["can_send_messages"]) == (
        "restricted", True, False,
    )  # fmt: skip
    with pytest.raises(Refused, match="cannot write"):
        await room.say(group, "bo", "x")
    everything = {f"can_{name}": True for name in (
        "send_messages", "send_other_messages", "add_web_page_previews", "send_polls", "change_info",
        "invite_users", "pin_messages",
    )}  # fmt: skip
    await api("restrictChatMember", chat_id=group, user_id=BO, permissions=everything)
    assert await changes(api) == [
        ("chat_member", "member", "restricted"), ("chat_member", "restricted", "member"),
    ]  # fmt: skip


async def test_a_restriction_ends_by_the_clock(api: Any, room: Playground, group: int, world: World) -> None:
    """After until_date the person is a member as before."""
    await admin(api, room, group)
    until = int(world.clock.now()) + 60
    await api("restrictChatMember", chat_id=group, user_id=BO, permissions={}, until_date=until)
    assert (await api("getChatMember", chat_id=group, user_id=BO))["until_date"] == until
    await room.clock(advance=61)
    assert await status(api, group) == "member"
    await room.say(group, "bo", "free")


async def test_a_restriction_waits_for_who_leaves(api: Any, room: Playground, group: int) -> None:
    """Who leaves restricted is still restricted but no member, and comes back restricted."""
    await admin(api, room, group)
    await api("restrictChatMember", chat_id=group, user_id=BO, permissions={})
    await room.member(group, "bo", "left", by="bo")
    gone = await api("getChatMember", chat_id=group, user_id=BO)
    assert (gone["status"], gone["is_member"]) == ("restricted", False)
    assert await api("getChatMemberCount", chat_id=group) == 2
    link = await room.new_link(group)
    await room.join("bo", link)
    back = await api("getChatMember", chat_id=group, user_id=BO)
    assert (back["status"], back["is_member"], back["can_send_messages"]) == ("restricted", True, False)


async def test_broader_permissions_imply_narrower_ones(api: Any, room: Playground, group: int) -> None:
    """The reference: polls imply messages, stickers and previews imply all media, unless set apart."""
    await admin(api, room, group)
    for alone, expected in ((False, True), (True, False)):
        await api(
            "restrictChatMember", chat_id=group, user_id=BO, permissions={"can_send_other_messages": True},
            use_independent_chat_permissions=alone,
        )  # fmt: skip
        standing = await api("getChatMember", chat_id=group, user_id=BO)
        assert (standing["can_send_photos"], standing["can_send_messages"]) == (expected, expected)
        assert standing["can_send_polls"] is False


@pytest.mark.parametrize(
    ("lacking", "method", "params", "sentence"),
    [
        ("send_messages", "sendMessage", {"text": "x"}, "text messages"),
        ("send_polls", "sendPoll", {"question": "q", "options": [{"text": "a"}, {"text": "b"}]}, "polls"),
    ],
)
async def test_a_restricted_bot_is_refused_by_kind(
    api: Any, room: Playground, group: int, lacking: str, method: str, params: dict[str, Any], sentence: str
) -> None:
    """What a restricted bot may not send is refused with its name; the rest goes through."""
    left = [name for name in EVERYTHING if name != lacking]
    await room.member(group, "bot", "restricted", permissions=left)
    assert await api.refused(method, chat_id=group, **params) == (
        400, f"Bad Request: not enough rights to send {sentence} to the chat",
    )  # fmt: skip
    await room.member(group, "bot", "restricted", permissions=[lacking])
    await api(method, chat_id=group, **params)


async def test_a_restricted_bot_sends_no_files(api: Any, room: Playground, group: int) -> None:
    """Documents and photos have permissions of their own."""
    await room.member(group, "bot", "restricted", permissions=["send_messages"])
    for kind in ("photo", "document"):
        answer = await api.http.post(
            f"/bot{api.token}/send{kind.capitalize()}", data={"chat_id": str(group)},
            files={kind: ("a.gif", b"GIF89a\x10\x00\x10\x00\x00\x00\x00")},
        )  # fmt: skip
        assert answer.json()["description"] == f"Bad Request: not enough rights to send {kind}s to the chat"


async def test_permissions_of_the_chat_hold_for_everybody(api: Any, room: Playground, group: int) -> None:
    """SetChatPermissions mutes members, not admins; getChat shows it."""
    await admin(api, room, group)
    await api("setChatPermissions", chat_id=group, permissions={"can_invite_users": True})
    shown = (await api("getChat", chat_id=group))["permissions"]
    assert [name for name, held in shown.items() if held] == ["can_invite_users"]
    with pytest.raises(Refused, match="cannot write"):
        await room.say(group, "bo", "x")
    await room.say(group, "ann", "I may")
    await room.member(group, "bot", "member")
    assert await api.refused("sendMessage", chat_id=group, text="x") == (
        400, "Bad Request: not enough rights to send text messages to the chat",
    )  # fmt: skip


# --- administrators


async def test_a_promoted_one_has_exactly_these_rights(api: Any, room: Playground, group: int) -> None:
    """Chosen rights and those that they imply are held, the others not; the bot may change them."""
    await admin(api, room, group, "promote_members", "delete_messages", "pin_messages")
    await api("promoteChatMember", chat_id=group, user_id=BO, can_delete_messages=True)
    promoted = await api("getChatMember", chat_id=group, user_id=BO)
    assert [name for name, held in promoted.items() if name.startswith("can_") and held] == [
        "can_be_edited", "can_manage_chat", "can_delete_messages",
    ]  # fmt: skip
    await api("promoteChatMember", chat_id=group, user_id=BO)
    assert await changes(api) == [
        ("chat_member", "member", "administrator"), ("chat_member", "administrator", "member"),
    ]  # fmt: skip


async def test_the_bot_gives_no_right_that_it_lacks(api: Any, room: Playground, group: int) -> None:
    """RIGHT_FORBIDDEN for rights of others; "not enough rights" without can_promote_members."""
    await admin(api, room, group, "promote_members")
    assert await api.refused("promoteChatMember", chat_id=group, user_id=BO, can_pin_messages=True) == (
        400, "Bad Request: RIGHT_FORBIDDEN",
    )  # fmt: skip
    await admin(api, room, group, "pin_messages")
    assert await api.refused("promoteChatMember", chat_id=group, user_id=BO, can_pin_messages=True) == (
        400, "Bad Request: not enough rights",
    )  # fmt: skip


async def test_only_members_are_promoted(api: Any, room: Playground, group: int) -> None:
    """Who is not there, and who was banned, is refused in the servers' words."""
    await admin(api, room, group, "promote_members", "pin_messages")
    for standing, sentence in (("left", "USER_NOT_MUTUAL_CONTACT"), ("kicked", "USER_KICKED")):
        await room.member(group, "bo", standing)
        assert await api.refused("promoteChatMember", chat_id=group, user_id=BO, can_pin_messages=True) == (
            400, f"Bad Request: {sentence}",
        )  # fmt: skip


async def test_owner_and_other_peoples_admins_cannot_be_touched(
    api: Any, room: Playground, group: int
) -> None:
    """The bot bans, mutes and demotes only whom it may; those whom it promoted it may."""
    await admin(api, room, group, "promote_members", "restrict_members", "pin_messages")
    for method in ("banChatMember", "unbanChatMember", "restrictChatMember", "promoteChatMember"):
        assert await api.refused(method, chat_id=group, user_id=ANN) == (
            400, "Bad Request: can't remove chat owner",
        )  # fmt: skip
    await room.member(group, "bo", "administrator")
    for method in ("banChatMember", "unbanChatMember", "restrictChatMember"):
        assert await api.refused(method, chat_id=group, user_id=BO) == (
            400, "Bad Request: user is an administrator of the chat",
        )  # fmt: skip
    assert await api.refused("promoteChatMember", chat_id=group, user_id=BO, can_pin_messages=True) == (
        400, "Bad Request: CHAT_ADMIN_REQUIRED",
    )  # fmt: skip
    await room.member(group, "bo", "member")
    await api("promoteChatMember", chat_id=group, user_id=BO, can_pin_messages=True)
    await api("banChatMember", chat_id=group, user_id=BO)


async def test_the_bot_touches_not_itself(api: Any, room: Playground, group: int) -> None:
    """It cannot ban, mute or promote itself; unbanning itself is leaving, as the server does it."""
    await admin(api, room, group, "promote_members", "restrict_members")
    for method, params, sentence in (
        ("banChatMember", {}, "can't restrict self"),
        ("restrictChatMember", {"permissions": {}}, "can't restrict self"),
        ("promoteChatMember", {"can_restrict_members": True}, "can't promote self"),
    ):
        assert await api.refused(method, chat_id=group, user_id=1, **params) == (
            400, f"Bad Request: {sentence}",
        )  # fmt: skip
    await api("unbanChatMember", chat_id=group, user_id=1)
    assert await changes(api) == [("my_chat_member", "administrator", "left")]


async def test_titles_of_admins(api: Any, room: Playground, group: int) -> None:
    """At most 16 characters, no emoji, only for admins whom the bot made; the title goes with the rank."""
    await admin(api, room, group, "promote_members", "pin_messages")
    title: dict[str, Any] = {"chat_id": group, "user_id": BO, "custom_title": "Librarian"}
    method = "setChatAdministratorCustomTitle"
    assert await api.refused(method, **title) == (400, "Bad Request: user is not an administrator")
    await api("promoteChatMember", chat_id=group, user_id=BO, can_pin_messages=True)
    for wrong, sentence in (("x" * 17, "INVALID"), ("boss 🔥", "EMOJI_NOT_ALLOWED")):
        assert await api.refused(method, **title | {"custom_title": wrong}) == (
            400, f"Bad Request: CUSTOM_TITLE_{sentence}",
        )  # fmt: skip
    await api(method, **title)
    assert (await api("getChatMember", chat_id=group, user_id=BO))["custom_title"] == "Librarian"
    await api("promoteChatMember", chat_id=group, user_id=BO)
    await api("promoteChatMember", chat_id=group, user_id=BO, can_pin_messages=True)
    assert "custom_title" not in await api("getChatMember", chat_id=group, user_id=BO)


async def test_an_admin_without_the_right_is_refused(api: Any, room: Playground, group: int) -> None:
    """Being admin is not enough: each deed needs its own right."""
    mine = (await api("sendMessage", chat_id=group, text="x"))["message_id"]
    theirs = (await room.say(group, "bo", "x")).message.id
    await admin(api, room, group, "manage_chat")
    for method, params, sentence in (
        ("deleteMessage", {"message_id": theirs}, "message can't be deleted"),
        ("pinChatMessage", {"message_id": mine}, "not enough rights to manage pinned messages in the chat"),
        ("banChatMember", {"user_id": BO}, "not enough rights to restrict/unrestrict chat member"),
        ("setChatPermissions", {"permissions": {}}, "not enough rights to change chat permissions"),
        ("createChatInviteLink", {}, "not enough rights to manage chat invite link"),
        ("approveChatJoinRequest", {"user_id": BO}, "not enough rights to manage chat join requests"),
    ):
        assert await api.refused(method, chat_id=group, **params) == (400, f"Bad Request: {sentence}")


async def test_channels_need_the_right_to_post(api: Any, room: Playground) -> None:
    """An admin of a channel without can_post_messages writes nothing there."""
    channel = await room.new_chat("channel", "News", "ann")
    await admin(api, room, channel, "edit_messages")
    assert await api.refused("sendMessage", chat_id=channel, text="x") == (
        400, "Bad Request: need administrator rights in the channel chat",
    )  # fmt: skip
    await admin(api, room, channel, "post_messages")
    await api("sendMessage", chat_id=channel, text="x")


async def test_members_of_a_channel_are_told_to_its_admins_only(api: Any, room: Playground) -> None:
    """A bot that is no admin of a channel asks in vain for others, not for itself."""
    channel = await room.new_chat("channel", "News", "ann", username="news_here")
    for method, params in (("getChatAdministrators", {}), ("getChatMember", {"user_id": ANN})):
        assert await api.refused(method, chat_id="@news_here", **params) == (
            400, "Bad Request: member list is inaccessible",
        )  # fmt: skip
    assert await status(api, channel, 1) == "left"
    await admin(api, room, channel)
    assert await status(api, channel, ANN) == "creator"


async def test_the_bot_wishes_for_rights(api: Any, room: Playground, group: int) -> None:
    """The rights that it suggests are those that it gets from who chooses none."""
    await api("setMyDefaultAdministratorRights", rights={"can_pin_messages": True})
    wished = await api("getMyDefaultAdministratorRights")
    assert [name for name, held in wished.items() if held] == ["can_manage_chat", "can_pin_messages"]
    assert not any((await api("getMyDefaultAdministratorRights", for_channels=True)).values())
    await room.member(group, "bot", "administrator")
    mine = await api("getChatMember", chat_id=group, user_id=1)
    assert (mine["can_pin_messages"], mine["can_delete_messages"]) == (True, False)


# --- channels that write, and the control side


async def test_a_banned_channel_writes_no_more(api: Any, room: Playground, group: int) -> None:
    """Neither in its own name nor in that of another channel of its owner, until it is free again."""
    news, more = [await room.new_chat("channel", title, "bo") for title in ("News", "More")]
    await admin(api, room, group)
    await api("banChatSenderChat", chat_id=group, sender_chat_id=news)
    for channel in (news, more):
        with pytest.raises(Refused, match=r"is banned in Reading group\.$"):
            await room.say(group, "bo", "x", speaker=channel)
    await room.say(group, "bo", "as myself")
    await api("unbanChatSenderChat", chat_id=group, sender_chat_id=news)
    await room.say(group, "bo", "x", speaker=news)


async def test_the_state_shows_rights_and_permissions(room: Playground, group: int, world: World) -> None:
    """People drive the same: chosen rights, permissions and an end, told by the state."""
    until = int(world.clock.now()) + 100
    await room.member(group, "bo", "restricted", permissions=["send_messages"], until=until)
    await room.member(group, "bot", "administrator", rights=["can_pin_messages"])
    state: Any = await room.state()
    members = next(chat["members"] for chat in state["chats"] if chat["id"] == group)
    shown = {one["user"]: one for one in members}
    assert (shown[BO]["permissions"], shown[BO]["until"]) == (["can_send_messages"], until)
    assert shown[1]["rights"] == ["can_manage_chat", "can_pin_messages"]
    with pytest.raises(Refused, match="there is no can_fly"):
        await room.member(group, "bot", "administrator", rights=["fly"])


async def test_questions_that_have_no_answer_here(api: Any, room: Playground, group: int) -> None:
    """Nobody has photos or boosts; boosts are told to admins."""
    assert await api("getUserProfilePhotos", user_id=BO) == {"total_count": 0, "photos": []}
    await admin(api, room, group)
    assert await api("getUserChatBoosts", chat_id=group, user_id=BO) == {"boosts": []}


async def test_menu_buttons(api: Any) -> None:
    """A private chat has a button of its own, or the one of all."""
    button = {"type": "web_app", "text": "Open", "web_app": {"url": "https://example.com/"}}
    await api("setChatMenuButton", chat_id=ANN, menu_button=button)
    assert await api("getChatMenuButton", chat_id=ANN) == button
    assert await api("getChatMenuButton", chat_id=BO) == {"type": "default"}
    assert await api("getChatMenuButton") == {"type": "commands"}
    await api("setChatMenuButton", chat_id=ANN)
    assert await api("getChatMenuButton", chat_id=ANN) == {"type": "default"}
