"""Invite links and requests to be let in: made by the bot, followed by people, told to the bot.

Sources: the Bot API reference; refusals as TDLib and Telegram's servers word them.
"""

import asyncio
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import joining
from playground.acts import Unable
from playground.client import Playground, Refused
from playground.room import furnish
from playground.world import World

ANN = 1001
BO = 1002
TOLD = ["message", "chat_member", "chat_join_request"]
NO_CONTACT = (403, "Forbidden: bot can't initiate conversation with a user")


@pytest.fixture
async def place(api: Any, room: Playground) -> int:
    """A supergroup of Ann's with the bot as admin, into which nobody else has come yet."""
    chat = await room.new_chat("supergroup", "Salon", "ann")
    await room.member(chat, "bot", "administrator")
    await api.updates(allowed_updates=TOLD)
    return chat


async def made(api: Any, chat: int, **more: Any) -> str:
    """A link of the bot's."""
    return str((await api("createChatInviteLink", chat_id=chat, **more))["invite_link"])


async def refused(room: Playground, link: str, sentence: str, person: str = "bo") -> None:
    """The link does not let somebody in, and says why."""
    with pytest.raises(Refused, match=f"^{re.escape(sentence)}$"):
        await room.join(person, link)


# --- links


async def test_a_link_is_as_it_was_made(api: Any, place: int, world: World) -> None:
    """All properties come back; the text is Telegram's form of a link, and no two are alike."""
    end = int(world.clock.now()) + 60
    link = await api(
        "createChatInviteLink", chat_id=place, name="  For  friends", expire_date=end, member_limit=5
    )
    assert re.fullmatch(r"https://t\.me/\+[\w-]{16}", link["invite_link"])
    assert link == {
        "invite_link": link["invite_link"], "name": "For friends", "creator": link["creator"],
        "expire_date": end, "member_limit": 5, "creates_join_request": False, "is_primary": False,
        "is_revoked": False,
    }  # fmt: skip
    assert link["creator"]["id"] == 1
    assert await made(api, place) != link["invite_link"]


async def test_a_name_is_cut(api: Any, place: int) -> None:
    """TDLib cuts a link's name at 32 characters."""
    link = await api("createChatInviteLink", chat_id=place, name="x" * 40)
    assert link["name"] == "x" * 32


def test_two_rooms_make_the_same_links() -> None:
    """Nothing is random: the same deeds make the same links, and no two chats have one in common."""
    rooms = [furnish(), furnish()]
    first, second = (
        [joining.new_link(chat, ANN).text for chat in room.chats.values() for _ in range(2)] for room in rooms
    )
    assert first == second
    assert len(set(first)) == len(first)


async def test_a_person_follows_a_link(api: Any, room: Playground, place: int) -> None:
    """The bot is told who came, by which link, and the chat by a service message of theirs."""
    link = await made(api, place, name="door")
    joined = await room.join("bo", link)
    assert (joined.chat, joined.inside) == (place, True)
    change, service = await api.updates()
    change = change["chat_member"]
    assert (change["old_chat_member"]["status"], change["new_chat_member"]["status"]) == ("left", "member")
    assert (change["from"]["id"], change["invite_link"]["name"]) == (BO, "door")
    assert "via_join_request" not in change
    assert service["message"]["from"]["id"] == BO
    assert [one["id"] for one in service["message"]["new_chat_members"]] == [BO]
    await refused(room, link, "Bo is in Salon already.")


async def test_the_bot_answers_who_came(api: Any, room: Playground, place: int) -> None:
    """With `wait` a join brings what the bot says to it, like any act."""

    async def greet() -> None:
        await api("getUpdates", timeout=5)
        await api.updates()
        await api("sendMessage", chat_id=place, text="Welcome")

    joined, _ = await asyncio.gather(room.join("bo", await made(api, place), wait=5), greet())
    assert [answer.text for answer in joined.answers] == ["Welcome"]


async def test_links_of_others_are_cut_off(api: Any, room: Playground, place: int) -> None:
    """The reference: the second part of other people's links is replaced by dots."""
    link = await room.new_link(place, name="Ann's")
    await room.join("bo", link)
    told = (await api.updates())[0]["chat_member"]["invite_link"]
    assert (told["creator"]["id"], told["invite_link"]) == (ANN, link[:22] + "...")


@pytest.mark.parametrize("form", ["{}", "t.me/+{hash}", "https://t.me/joinchat/{hash}"])
async def test_links_are_known_in_every_form(api: Any, room: Playground, place: int, form: str) -> None:
    """Clients take old forms and leave the scheme out."""
    link = await made(api, place)
    joined = await room.join("bo", form.format(link, hash=link.removeprefix("https://t.me/+")))
    assert joined.inside


async def test_an_expired_link_lets_nobody_in(api: Any, room: Playground, place: int, world: World) -> None:
    """The room's clock ends it."""
    link = await made(api, place, expire_date=int(world.clock.now()) + 60)
    await room.clock(advance=61)
    await refused(room, link, "This link into Salon has expired.")


async def test_a_revoked_link_lets_nobody_in(api: Any, room: Playground, place: int) -> None:
    """Revoking tells the link as revoked; what is revoked is not found again."""
    link = await made(api, place)
    assert (await api("revokeChatInviteLink", chat_id=place, invite_link=link))["is_revoked"] is True
    await refused(room, link, "This link into Salon was revoked.")
    assert await api.refused("revokeChatInviteLink", chat_id=place, invite_link=link) == (
        400, "Bad Request: INVITE_HASH_EXPIRED",
    )  # fmt: skip


async def test_a_full_link_waits_for_a_place(api: Any, room: Playground, place: int) -> None:
    """The limit counts who came by the link and is still there."""
    await room.new_person("Cat")
    link = await made(api, place, member_limit=1)
    await room.join("bo", link)
    await refused(room, link, "All places of this link into Salon are taken.", "cat")
    await room.member(place, "bo", "left", by="bo")
    assert (await room.join("cat", link)).inside


async def test_a_banned_person_comes_in_by_no_link(api: Any, room: Playground, place: int) -> None:
    """Only an unban helps."""
    link = await made(api, place)
    await api("banChatMember", chat_id=place, user_id=BO)
    await refused(room, link, "Bo is banned from Salon.")
    await api("unbanChatMember", chat_id=place, user_id=BO)
    assert (await room.join("bo", link)).inside


async def test_an_edit_replaces_every_property(api: Any, room: Playground, place: int) -> None:
    """What is not named again is gone; the text stays."""
    link = await made(api, place, name="a", member_limit=3)
    edited = await api("editChatInviteLink", chat_id=place, invite_link=link, creates_join_request=True)
    assert edited["invite_link"] == link
    assert edited["creates_join_request"] is True
    assert edited.keys().isdisjoint({"name", "member_limit"})
    assert (await room.join("bo", link)).inside is False


async def test_the_primary_link(api: Any, room: Playground, place: int) -> None:
    """Export makes a new one and ends the one before; getChat tells it; it cannot be edited."""
    first = await api("exportChatInviteLink", chat_id=place)
    second = await api("exportChatInviteLink", chat_id=place)
    await refused(room, first, "This link into Salon was revoked.")
    assert (await api("getChat", chat_id=place))["invite_link"] == second
    assert await api.refused("editChatInviteLink", chat_id=place, invite_link=second) == (
        400, "Bad Request: CHAT_INVITE_PERMANENT",
    )  # fmt: skip
    revoked = await api("revokeChatInviteLink", chat_id=place, invite_link=second)
    assert (revoked["is_primary"], revoked["is_revoked"]) == (True, True)
    assert (await api("getChat", chat_id=place))["invite_link"] not in (first, second)


async def test_public_groups_are_joined_by_name(api: Any, room: Playground) -> None:
    """By @name or t.me link, without an invite link in the update."""
    chat = await room.new_chat("supergroup", "Open", "ann", username="open_house")
    await room.member(chat, "bot", "administrator")
    await api.updates(allowed_updates=TOLD)
    assert (await room.join("bo", "@Open_House")).chat == chat
    assert "invite_link" not in (await api.updates())[0]["chat_member"]
    await room.member(chat, "bo", "left", by="bo")
    assert (await room.join("bo", "https://t.me/open_house")).inside


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("https://t.me/+0000000000000000", "There is no such invite link."),
        ("@nobody_here", "link: an invite link or a public chat's @name, not '@nobody_here'."),
        ("\u202e<b>", "link: an invite link or a public chat's @name, not '\\u202e<b>'."),
        ("", "The field link is missing."),
    ],
)
async def test_what_is_no_link_is_said(room: Playground, link: str, sentence: str) -> None:
    """A wrong link is answered with a sentence."""
    await refused(room, link, sentence)


@given(text=st.one_of(st.text(), st.from_regex(r"(https?://)?t\.me/(\+|joinchat/)?[\w-]*")))
def test_any_text_is_taken_as_a_link(text: str) -> None:
    """Whatever somebody pastes lets nobody in and ends in a sentence."""
    world = furnish()
    with pytest.raises(Unable):
        joining.follow(world, BO, text)


# --- requests


async def test_a_request_is_told_and_approved(api: Any, room: Playground, place: int) -> None:
    """The person waits; the bot is told, lets them in, and sees who came by which link."""
    link = await made(api, place, name="ask", creates_join_request=True)
    assert (await room.join("bo", link)).inside is False
    request = (await api.updates())[0]["chat_join_request"]
    assert (request["chat"]["id"], request["from"]["id"], request["user_chat_id"]) == (place, BO, BO)
    assert request["invite_link"]["pending_join_request_count"] == 1
    assert await room.requests(place) == [BO]
    await refused(room, link, "Bo has asked to join Salon already.")
    assert await api("approveChatJoinRequest", chat_id=place, user_id=BO) is True
    change, service = await api.updates()
    assert change["chat_member"]["from"]["id"] == 1
    assert change["chat_member"]["invite_link"]["name"] == "ask"
    assert service["message"]["from"]["id"] == BO
    assert await api.refused("approveChatJoinRequest", chat_id=place, user_id=BO) == (
        400, "Bad Request: USER_ALREADY_PARTICIPANT",
    )  # fmt: skip


async def test_a_declined_request_is_gone(api: Any, room: Playground, place: int) -> None:
    """No update tells of it; the person may ask again."""
    link = await made(api, place, creates_join_request=True)
    await room.join("bo", link)
    await api.updates()
    assert await api("declineChatJoinRequest", chat_id=place, user_id=BO) is True
    assert await api.updates() == []
    assert await api.refused("declineChatJoinRequest", chat_id=place, user_id=BO) == (
        400, "Bad Request: HIDE_REQUESTER_MISSING",
    )  # fmt: skip
    assert (await room.join("bo", link)).inside is False


async def test_the_bot_writes_to_who_asked_for_five_minutes(api: Any, room: Playground, place: int) -> None:
    """Without Start, until the time is over."""
    link = await made(api, place, creates_join_request=True)
    assert await api.refused("sendMessage", chat_id=BO, text="why?") == NO_CONTACT
    await room.join("bo", link)
    await api("sendMessage", chat_id=BO, text="why?")
    await room.clock(advance=301)
    assert await api.refused("sendMessage", chat_id=BO, text="why?") == NO_CONTACT


@pytest.mark.parametrize("approve", [True, False])
async def test_the_contact_ends_with_the_decision(
    api: Any, room: Playground, place: int, *, approve: bool
) -> None:
    """Once the request is processed, only Start opens the private chat."""
    await room.join("bo", await made(api, place, creates_join_request=True))
    await (room.approve if approve else room.decline)(place, "bo")
    assert await api.refused("sendMessage", chat_id=BO, text="hi") == NO_CONTACT


async def test_who_blocked_the_bot_hears_nothing(api: Any, room: Playground, place: int) -> None:
    """A block goes before the contact."""
    await room.block("bo")
    await room.join("bo", await made(api, place, creates_join_request=True))
    assert await api.refused("sendMessage", chat_id=BO, text="hi") == (
        403, "Forbidden: bot was blocked by the user",
    )  # fmt: skip


async def test_admins_answer_requests_too(api: Any, room: Playground, place: int) -> None:
    """A person with the right lets somebody in; others cannot."""
    await room.new_person("Cat")
    await room.member(place, "cat", "administrator", rights=["pin_messages"])
    await room.join("bo", await made(api, place, creates_join_request=True))
    with pytest.raises(Refused, match="Cat may not invite people to Salon"):
        await room.approve(place, "bo", by="cat")
    await api.updates()
    await room.approve(place, "bo", by="ann")
    assert (await api.updates())[0]["chat_member"]["from"]["id"] == ANN
    with pytest.raises(Refused, match="Bo has not asked to join Salon"):
        await room.decline(place, "bo")


async def test_a_bot_without_the_right_is_told_nothing(api: Any, room: Playground, place: int) -> None:
    """chat_join_request comes only with can_invite_users; and no contact with it."""
    await room.member(place, "bot", "administrator", rights=["delete_messages"])
    await room.join("bo", await room.new_link(place, creates_join_request=True))
    assert [update for update in await api.updates() if "chat_join_request" in update] == []
    assert await api.refused("sendMessage", chat_id=BO, text="hi") == NO_CONTACT


async def test_a_public_group_may_want_requests(api: Any, room: Playground) -> None:
    """Without a link the update says that it came by a request."""
    chat = await room.new_chat("supergroup", "Open", "ann", username="open_house")
    await room.member(chat, "bot", "administrator")
    await room.permissions(chat, by_request=True)
    assert (await api("getChat", chat_id=chat))["join_by_request"] is True
    await api.updates(allowed_updates=TOLD)
    assert (await room.join("bo", "@open_house")).inside is False
    assert "invite_link" not in (await api.updates())[0]["chat_join_request"]
    await api("approveChatJoinRequest", chat_id=chat, user_id=BO)
    assert (await api.updates())[0]["chat_member"]["via_join_request"] is True


async def test_who_came_otherwise_waits_no_more(api: Any, room: Playground, place: int) -> None:
    """Being added or banned ends a request."""
    link = await made(api, place, creates_join_request=True)
    await room.join("bo", link)
    await room.member(place, "bo", "member")
    assert await room.requests(place) == []
    await room.member(place, "bo", "left")
    await room.join("bo", link)
    await room.member(place, "bo", "kicked")
    assert await room.requests(place) == []


async def test_the_control_side_tells_all_links(api: Any, room: Playground, place: int) -> None:
    """Whole links of everybody, who came by them, and who waits."""
    mine, theirs = await made(api, place), await room.new_link(place, name="Ann's")
    await room.join("bo", theirs)
    told: Any = await room.links(place)
    assert [(one["invite_link"], one["members"]) for one in told["links"]] == [(mine, []), (theirs, [BO])]
    await room.revoke_link(place, theirs)
    told = await room.links(place)
    assert [one["is_revoked"] for one in told["links"]] == [False, True]
