"""Forum topics: what the bot and people do with them, and what Telegram refuses.

Sources: the Bot API reference; TDLib's ForumTopicManager for the sentences; words in capitals are those of
Telegram's inner servers as bots meet them.
"""

from typing import Any

import pytest

from playground.client import Playground, Refused

BAD = "Bad Request: "
GREEN = 9367192


@pytest.fixture
async def mine(api: Any, room: Playground, forum: int) -> int:
    """A topic that the bot opened; the bot is an admin, and its mail is empty."""
    await room.member(forum, "bot", "administrator")
    topic = (await api("createForumTopic", chat_id=forum, name="Mine"))["message_thread_id"]
    await api.updates()
    return int(topic)


async def told(api: Any) -> list[Any]:
    """The messages of which the bot was told."""
    return [update["message"] for update in await api.updates() if "message" in update]


async def test_the_bot_opens_a_topic_and_is_told_of_it(api: Any, room: Playground, forum: int) -> None:
    """The answer names color and icon; the service message's id is the topic's, and comes as an update."""
    await room.member(forum, "bot", "administrator")
    await api.updates()
    icon = (await api("getForumTopicIconStickers"))[0]["custom_emoji_id"]
    made = await api(
        "createForumTopic", chat_id=forum, name="News", icon_color=GREEN, icon_custom_emoji_id=icon
    )
    topic = made["message_thread_id"]
    assert made == {
        "message_thread_id": topic, "name": "News", "icon_color": GREEN, "icon_custom_emoji_id": icon,
    }  # fmt: skip
    (message,) = await told(api)
    assert (message["message_id"], message["message_thread_id"], message["is_topic_message"]) == (
        topic, topic, True,
    )  # fmt: skip
    assert message["forum_topic_created"] == {
        "name": "News", "icon_color": GREEN, "icon_custom_emoji_id": icon,
    }  # fmt: skip
    assert "reply_to_message" not in message


async def test_a_name_is_kept_as_telegram_keeps_it(api: Any, room: Playground, forum: int) -> None:
    """Line breaks become spaces, and what is longer than 128 is cut, not refused; the usual color is blue."""
    await room.member(forum, "bot", "administrator")
    made = await api("createForumTopic", chat_id=forum, name="  a\n b " + "x" * 200)
    assert made["name"] == "a b " + "x" * 124
    assert made["icon_color"] == 7322096


async def test_renaming_names_only_what_changed(api: Any, forum: int, mine: int) -> None:
    """forum_topic_edited holds the new name or icon; "" takes the icon away; no change at all is refused."""
    icon = (await api("getForumTopicIconStickers"))[0]["custom_emoji_id"]
    change: dict[str, Any] = {"chat_id": forum, "message_thread_id": mine}
    await api("editForumTopic", **change, name="News")
    await api("editForumTopic", **change, name="News", icon_custom_emoji_id=icon)
    await api("editForumTopic", **change, icon_custom_emoji_id="")
    assert await api("editForumTopic", **change) is True
    edits = await told(api)
    assert [edit["forum_topic_edited"] for edit in edits] == [
        {"name": "News"}, {"icon_custom_emoji_id": icon}, {"icon_custom_emoji_id": ""},
    ]  # fmt: skip
    assert edits[0]["reply_to_message"]["message_id"] == mine
    assert await api.refused("editForumTopic", **change, name="News") == (400, f"{BAD}TOPIC_NOT_MODIFIED")


async def test_closed_topics_take_messages_of_those_who_manage_topics(
    api: Any, room: Playground, forum: int, mine: int
) -> None:
    """An admin writes on in a closed topic; members, people and bots, are refused."""
    await api("closeForumTopic", chat_id=forum, message_thread_id=mine)
    assert [list(m)[-1] for m in await told(api)] == ["forum_topic_closed"]
    await api("sendMessage", chat_id=forum, text="x", message_thread_id=mine)
    await room.say(forum, "ann", "the owner", thread=mine)
    with pytest.raises(Refused, match="closed"):
        await room.say(forum, "bo", "a member", thread=mine)
    other = await room.new_topic(forum, "Ann's")
    await room.change_topic(forum, other, closed=True)
    await room.member(forum, "bot", "member")
    refusal = (400, f"{BAD}TOPIC_CLOSED")
    send = {"chat_id": forum, "text": "x"}
    assert await api.refused("sendMessage", **send, message_thread_id=other) == refusal
    asked = await room.say(forum, "ann", "/x", thread=other)
    answer = {"message_id": asked.message.id}
    assert await api.refused("sendMessage", **send, reply_parameters=answer) == refusal
    await api("sendMessage", **send, message_thread_id=mine)
    await api("reopenForumTopic", chat_id=forum, message_thread_id=mine)
    assert await api.refused("reopenForumTopic", chat_id=forum, message_thread_id=mine) == (
        400, f"{BAD}TOPIC_NOT_MODIFIED",
    )  # fmt: skip


async def test_a_deleted_topic_takes_its_messages_along(
    api: Any, room: Playground, forum: int, mine: int
) -> None:
    """Nothing of it is left, writing there finds no thread, changing it finds no topic."""
    sent = await api("sendMessage", chat_id=forum, text="x", message_thread_id=mine)
    assert await api("deleteForumTopic", chat_id=forum, message_thread_id=mine) is True
    assert {mine, sent["message_id"]}.isdisjoint(one.id for one in await room.messages(forum))
    where = {"chat_id": forum, "message_thread_id": mine}
    assert await api.refused("sendMessage", **where, text="x") == (400, f"{BAD}message thread not found")
    for method in ("editForumTopic", "closeForumTopic", "deleteForumTopic", "unpinAllForumTopicMessages"):
        assert await api.refused(method, **where, name="y") == (400, f"{BAD}TOPIC_ID_INVALID")


@pytest.mark.parametrize(
    ("method", "sentence"),
    [
        ("createForumTopic", "not enough rights to create a topic"),
        ("editForumTopic", "not enough rights to edit the topic"),
        ("closeForumTopic", "not enough rights to close or open the topic"),
        ("reopenForumTopic", "not enough rights to close or open the topic"),
        ("deleteForumTopic", "not enough rights to delete the topic"),
        ("editGeneralForumTopic", "not enough rights to edit the topic"),
        ("closeGeneralForumTopic", "not enough rights to close or open the topic"),
        ("reopenGeneralForumTopic", "not enough rights to close or open the topic"),
        ("hideGeneralForumTopic", "not enough rights to close or open the topic"),
        ("unhideGeneralForumTopic", "not enough rights to close or open the topic"),
        ("unpinAllForumTopicMessages", "not enough rights to manage pinned messages in the chat"),
        ("unpinAllGeneralForumTopicMessages", "not enough rights to manage pinned messages in the chat"),
    ],
)
async def test_who_lacks_the_right_hears_which(
    api: Any, room: Playground, forum: int, topic: int, group: int, method: str, sentence: str
) -> None:
    """A bot that is no admin is told what it may not do; a group without topics is no forum."""
    call = {"message_thread_id": topic, "name": "x"}
    assert await api.refused(method, chat_id=forum, **call) == (400, BAD + sentence)
    assert await api.refused(method, chat_id=group, **call) == (400, f"{BAD}the chat is not a forum")
    await room.open("ann")
    assert await api.refused(method, chat_id=1001, **call) == (400, f"{BAD}the chat is not a forum")


async def test_a_bot_keeps_the_topics_that_it_opened(
    api: Any, room: Playground, forum: int, topic: int, mine: int
) -> None:
    """Without any right left the bot still renames, closes and deletes its own topic, and no other."""
    await room.member(forum, "bot", "member")
    where = {"chat_id": forum, "message_thread_id": mine}
    await api("editForumTopic", **where, name="Still mine")
    await api("closeForumTopic", **where)
    await api("deleteForumTopic", **where)
    assert (await api.refused("closeForumTopic", chat_id=forum, message_thread_id=topic))[0] == 400


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ({"name": " "}, "title must be non-empty"),
        ({}, "title must be non-empty"),
        ({"name": "x", "icon_color": 5}, "invalid icon color specified"),
        ({"name": "x", "icon_custom_emoji_id": "77"}, "DOCUMENT_INVALID"),
    ],
)
async def test_a_topic_needs_a_name_and_a_known_icon(
    api: Any, room: Playground, forum: int, call: dict[str, Any], sentence: str
) -> None:
    """What createForumTopic does not take; nothing is opened."""
    await room.member(forum, "bot", "administrator")
    assert await api.refused("createForumTopic", chat_id=forum, **call) == (400, BAD + sentence)


@pytest.mark.parametrize("number", [0, -5, None])
async def test_a_topic_must_be_named(api: Any, forum: int, mine: int, number: int | None) -> None:
    """Calls about a topic want its id."""
    for method in ("editForumTopic", "closeForumTopic", "deleteForumTopic", "unpinAllForumTopicMessages"):
        assert await api.refused(method, chat_id=forum, message_thread_id=number, name="x") == (
            400, f"{BAD}invalid message thread identifier specified",
        )  # fmt: skip


async def test_general_is_renamed_closed_and_hidden(
    api: Any, room: Playground, forum: int, mine: int
) -> None:
    """Hiding closes it, reopening shows it again; its service messages carry no thread."""
    await api("editGeneralForumTopic", chat_id=forum, name="Lobby")
    await api("closeGeneralForumTopic", chat_id=forum)
    await api("reopenGeneralForumTopic", chat_id=forum)
    await api("hideGeneralForumTopic", chat_id=forum)
    await api("unhideGeneralForumTopic", chat_id=forum)
    assert (await api.refused("closeGeneralForumTopic", chat_id=forum))[1] == f"{BAD}TOPIC_NOT_MODIFIED"
    await api("hideGeneralForumTopic", chat_id=forum)
    await api("reopenGeneralForumTopic", chat_id=forum)
    assert (await api.refused("unhideGeneralForumTopic", chat_id=forum))[1] == f"{BAD}TOPIC_NOT_MODIFIED"
    messages = await told(api)
    assert [list(message)[-1] for message in messages] == [
        "forum_topic_edited", "forum_topic_closed", "forum_topic_reopened", "general_forum_topic_hidden",
        "general_forum_topic_unhidden", "general_forum_topic_hidden", "forum_topic_reopened",
    ]  # fmt: skip
    assert not any("message_thread_id" in message for message in messages)


async def test_closed_general_refuses_members(api: Any, room: Playground, forum: int) -> None:
    """Who may not manage topics cannot write in General while it is closed."""
    await room.change_topic(forum, 1, hidden=True)
    assert await api.refused("sendMessage", chat_id=forum, text="x") == (400, f"{BAD}TOPIC_CLOSED")
    with pytest.raises(Refused, match="closed"):
        await room.say(forum, "bo", "hello")
    await room.say(forum, "ann", "the owner")
    await room.change_topic(forum, 1, closed=False)
    sent = await api("sendMessage", chat_id=forum, text="x")
    assert "message_thread_id" not in sent


async def test_generals_icon_stays(api: Any, forum: int, mine: int) -> None:
    """General may be named by its id 1, but its icon cannot be changed, and it cannot be written to by id."""
    icon = (await api("getForumTopicIconStickers"))[0]["custom_emoji_id"]
    general = {"chat_id": forum, "message_thread_id": 1}
    assert await api.refused("editForumTopic", **general, icon_custom_emoji_id=icon) == (
        400, f"{BAD}GENERAL_MODIFY_ICON_FORBIDDEN",
    )  # fmt: skip
    assert await api("editForumTopic", **general, name="Lobby") is True
    assert await api.refused("sendMessage", **general, text="x") == (400, f"{BAD}message thread not found")
    assert await api.refused("deleteForumTopic", **general) == (400, f"{BAD}TOPIC_ID_INVALID")


async def test_people_open_change_and_delete_topics(api: Any, room: Playground, forum: int) -> None:
    """By right or because they opened it; the bot is told in the person's name, but not of a deletion."""
    await api.updates()
    topic = await room.new_topic(forum, "News", icon_color=GREEN)
    assert await room.change_topic(forum, topic, name="Old news", closed=True) == {
        "id": topic, "name": "Old news", "closed": True, "hidden": False,
    }  # fmt: skip
    created, edited, closed = await told(api)
    assert created["from"]["first_name"] == "Ann"
    assert edited["forum_topic_edited"] == {"name": "Old news"}
    assert closed["forum_topic_closed"] == {}
    with pytest.raises(Refused, match="Bo cannot open topics"):
        await room.new_topic(forum, "Bo's", by="bo")
    with pytest.raises(Refused, match="Bo cannot change the topic"):
        await room.change_topic(forum, topic, by="bo", closed=False)
    with pytest.raises(Refused, match="Bo cannot delete the topic"):
        await room.drop_topic(forum, topic, by="bo")
    await room.drop_topic(forum, topic)
    assert await told(api) == []


async def test_an_anonymous_admin_opens_a_topic_as_the_group(api: Any, room: Playground, forum: int) -> None:
    """The service message comes from GroupAnonymousBot."""
    await room.member(forum, "ann", "creator", anonymous=True)
    await api.updates()
    await room.new_topic(forum, "Quiet")
    (created,) = await told(api)
    assert (created["from"]["id"], created["sender_chat"]["id"]) == (1087968824, forum)


async def test_the_state_tells_topics_with_color_and_state(
    api: Any, room: Playground, forum: int, mine: int
) -> None:
    """Windows learn of General and of each topic's color and icon."""
    await api("closeForumTopic", chat_id=forum, message_thread_id=mine)
    chats: Any = (await room.state())["chats"]
    shown = next(chat for chat in chats if chat["id"] == forum)
    assert shown["general"] == {
        "id": 1, "name": "General", "closed": False, "hidden": False, "icon_color": 7322096, "icon": "",
    }  # fmt: skip
    assert shown["topics"][-1] == {
        "id": mine, "name": "Mine", "closed": True, "hidden": False, "icon_color": 7322096, "icon": "",
    }  # fmt: skip
