"""The room: everything that exists in it, and the few ways in which it changes.

`World` posts, edits and deletes messages and hands updates to the bot; what people do is in `acts`, what the
bot does in `methods`. Ids are given in order, so the same deeds always make the same room.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from playground import privacy, rights, views
from playground.calls import CallLog
from playground.clock import Clock
from playground.faults import Faults
from playground.flood import Flood
from playground.hub import Activity, Hub
from playground.menus import Menus
from playground.shapes import Bot, Chat, Member, Message, Person, Poll
from playground.updates import Mailbox
from playground.wire import Json, Params, Upload

if TYPE_CHECKING:
    from playground.inline import Asked, Offer
    from playground.polls import Closing
    from playground.webhook import Webhook


_TOLD_TO_WHO_DID_IT = frozenset((
    "left_chat_member",
    "new_chat_title", "new_chat_photo", "delete_chat_photo", "pinned_message", "forum_topic_created",
    "forum_topic_edited", "forum_topic_closed", "forum_topic_reopened", "general_forum_topic_hidden",
    "general_forum_topic_unhidden",
))  # fmt: skip
"""Service messages of which a bot is told although it made them; of other messages of its own it is not."""

_DOINGS = 5000


@dataclass
class Query:
    """A pressed button that waits for its answer; `answered` holds what the person is shown."""

    id: str
    person: int
    chat: int
    answered: asyncio.Future[Json | None]
    pressed: float = 0.0
    """When it was pressed, in `Clock.elapsed`."""


@dataclass
class StoredFile:
    """A file that can be fetched: its id in Telegram's sense, where it lies, and its bytes."""

    id: str
    path: str
    upload: Upload
    kind: str = "document"
    unique_id: str = ""
    media: Json = field(default_factory=dict)
    """What a message with it carries, in Telegram's form; empty for a thumbnail."""


@dataclass
class World:
    """One bot, its people and chats, and all that is kept about them."""

    bot: Bot
    token: str
    clock: Clock = field(default_factory=Clock)
    people: dict[int, Person] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    hub: Hub = field(default_factory=Hub)
    activity: Activity = field(default_factory=Activity)
    faults: Faults = field(default_factory=Faults)
    menus: Menus = field(default_factory=Menus)
    profile: dict[tuple[str, str], str] = field(default_factory=dict)
    queries: dict[str, Query] = field(default_factory=dict)
    files: dict[str, StoredFile] = field(default_factory=dict)
    next_query: int = 1
    performer: Callable[[str, Params], Awaitable[None]] | None = None
    inline: dict[str, "Asked"] = field(default_factory=dict)
    webhook: "Webhook | None" = None
    sent_inline: dict[str, tuple[int, int]] = field(default_factory=dict)
    polls: dict[str, Poll] = field(default_factory=dict)
    closing: "Closing | None" = None
    """The alarm of polls that close by themselves, once there was one."""
    offered: dict[tuple[str, ...], tuple[float, "Offer"]] = field(default_factory=dict)
    """Answers to inline queries that are given again without the bot, each with its end by the clock."""
    next_album: int = 1
    contacts: dict[int, float] = field(default_factory=dict)
    """Until when the bot may write to who asked to join a chat and never pressed Start."""
    menu_buttons: dict[int, Json] = field(default_factory=dict)
    """The menu button by the private chat; 0: of all others."""
    wished_rights: dict[bool, frozenset[str]] = field(default_factory=dict)
    """The rights that the bot suggests to who makes it an admin: of channels (True), of groups (False)."""

    def __post_init__(self) -> None:
        self.mailbox = Mailbox(self.activity, self.clock)
        self.flood = Flood(self.clock)
        self.faults.chat_named = self.chat_named
        self.calls = CallLog(self.clock, self.hub)

    async def perform(self, method: str, params: Params) -> None:
        """Do a method that came without a request; the server says how."""
        if self.performer is not None:
            await self.performer(method, params)

    # --- looking

    def chat_named(self, name: str) -> str:
        """The id, as text, of the chat that an @username or an id names; what names none stays as it is."""
        wanted = name.removeprefix("@").lower()
        found = (
            str(one.id) for one in self.chats.values() if name[:1] == "@" and one.username.lower() == wanted
        )
        return next(found, name)

    def user(self, user: int) -> Json | None:
        """A person or the bot as a User, or None when there is no such id."""
        if user == self.bot.id:
            return views.bot(self.bot)
        return views.person(self.people[user]) if user in self.people else None

    def show(self, message: Message) -> Json:
        """A message in Telegram's form."""
        return views.message(message, self.chats, self.people)

    def told(self, message: Message) -> Json:
        """A message as windows and the control side see it: with what Telegram's own form leaves out.

        That is `by_bot`, `reactions`, and of a poll `votes` and what the bot may not know yet.
        """
        return self.show(message) | {"by_bot": message.by_bot} | views.beside(message, self.people)

    def show_chat(self, chat: Chat) -> Json:
        """A chat as it stands in messages."""
        return views.chat(chat, self.people)

    def standing(self, chat: Chat, user: int) -> Member:
        """How somebody stands in a chat; who never was in it has left."""
        known = chat.members.get(user)
        if known is None:
            return Member(user, "left")
        now = known.after(self.clock.now())
        if now is not known:
            chat.members[user] = now
            self.tell_members(chat)
        return now

    def present(self, chat: Chat) -> list[Member]:
        """Who is in the chat now."""
        return [member for user in list(chat.members) if (member := self.standing(chat, user)).present]

    # --- changing

    def add_person(self, person: Person) -> Person:
        """A new person, and their private chat with the bot, still empty."""
        self.people[person.id] = person
        self.chats[person.id] = Chat(person.id, "private")
        self.hub.tell("people", {"person": person.id})
        return person

    def post(self, message: Message) -> Message:
        """Keep a new message, number it, tell the windows, and tell the bot when it may see it."""
        chat = self.chats[message.chat]
        message.id = chat.next_id
        message.date = int(self.clock.now())
        chat.next_id += 1
        chat.messages[message.id] = message
        message.reactions = {}  # a forward or a copy starts without any
        if message.poll:
            message.poll.shown_in.append((chat.id, message.id))
        message.posted = self._tell("message", message)
        own = message.by_bot and message.service.keys() & _TOLD_TO_WHO_DID_IT
        if own or (not message.by_bot and privacy.sees(self.bot, chat, message)):
            self.deliver("channel_post" if chat.type == "channel" else "message", self.show(message))
        if chat.type == "channel" and not message.service:
            self._forward_to_group(chat, message)
        return message

    def _forward_to_group(self, channel: Chat, post: Message) -> None:
        """A channel's post appears in its linked group by itself, pinned without a word of it."""
        if channel.linked is None or channel.linked not in self.chats:
            return
        origin: Json = {
            "type": "channel", "chat": self.show_chat(channel), "message_id": post.id, "date": post.date,
        }  # fmt: skip
        extra = {"is_automatic_forward": True, "forward_origin": post.extra.get("forward_origin", origin)}
        twin = replace(
            post, chat=channel.linked, sender=dict(views.TELEGRAM), markup=None, reply_to=None, thread=None,
            entities=list(post.entities), extra=post.extra | extra, reactions={}, by_bot=False, twin=None,
        )  # fmt: skip
        post.twin = self.post(twin).id
        group = self.chats[channel.linked]
        group.pinned.append(post.twin)
        self.hub.tell("chat", {"chat": group.id, "pinned": post.twin})

    def edit(self, message: Message) -> None:
        """Tell everybody that a message was edited; in the linked group its automatic forward follows."""
        message.edited = int(self.clock.now())
        self._tell("edit", message)
        chat = self.chats[message.chat]
        if not message.by_bot and privacy.sees(self.bot, chat, message):
            kind = "edited_channel_post" if chat.type == "channel" else "edited_message"
            self.deliver(kind, self.show(message))
        twin = self.chats[chat.linked].messages.get(message.twin or 0) if chat.linked in self.chats else None
        if twin is not None:
            twin.text, twin.entities, twin.media = message.text, list(message.entities), message.media
            self.edit(twin)

    def restyle(self, message: Message) -> None:
        """Tell the windows of an edit that the bot made in a person's message; the bot knows it."""
        message.edited = int(self.clock.now())
        self._spoke(message, self._tell("edit", message))

    def refresh(self, message: Message, *, by_bot: bool = False) -> None:
        """Tell the windows, by an "edit", that votes or reactions of a message changed.

        `by_bot`: the bot did it, which answers those who wait for it.
        """
        number = self.hub.tell("edit", lambda: self._event(message))
        if by_bot:
            self._spoke(message, number)

    def new_album(self) -> str:
        """The id of a new album."""
        self.next_album += 1
        return str(13_700_000_000_000_000 + self.next_album)

    def delete(self, chat: Chat, message: int) -> None:
        """Take a message away; the bot is not told."""
        chat.messages.pop(message, None)
        if message in chat.pinned:
            chat.pinned.remove(message)
            self.hub.tell("chat", {"chat": chat.id, "pinned": chat.pinned[-1] if chat.pinned else None})
        self.hub.tell("delete", {"chat": chat.id, "message": message, "messages": [message]})

    def deliver(self, kind: str, thing: Json) -> bool:
        """Put an update into the bot's mail; whether the bot wants its kind."""
        return self.mailbox.put(kind, thing)

    def stand(
        self, chat: Chat, user: int, change: Callable[[Member], Member], by: Json, **more: object
    ) -> None:
        """Change how somebody stands in a chat, and tell the bot where it may know; `more` goes with it."""
        old = self.standing(chat, user)
        new = change(replace(old))
        if new == old:
            return
        chat.members[user] = new
        if new.present or new.status == "kicked":
            chat.requests.pop(user, None)
        if not new.present:
            chat.came_by.pop(user, None)
        joined = new.present and not old.present
        if user == self.bot.id and joined:
            chat.reads_all = not self.bot.privacy
        self.tell_members(chat)
        self._tell_bot(chat, old, new, by, more)

    def members(self, chat: Chat) -> list[Json]:
        """Who stands how in a chat, as the control side tells it."""
        return [rights.told(chat, self.standing(chat, user)) for user in list(chat.members)]

    def tell_members(self, chat: Chat) -> None:
        """Tell the windows how everybody stands in a chat now."""
        self.hub.tell("members", {"chat": chat.id, "members": self.members(chat)})

    def _tell_bot(self, chat: Chat, old: Member, new: Member, by: Json, more: Json) -> None:
        user = self.user(new.user)
        if user is None:
            return
        mine = new.user == self.bot.id
        if not mine and self.standing(chat, self.bot.id).status != "administrator":
            return
        change: Json = {
            "chat": self.show_chat(chat),
            "from": by,
            "date": int(self.clock.now()),
            "old_chat_member": views.member(chat, old, user),
            "new_chat_member": views.member(chat, new, user),
            **more,
        }
        self.deliver("my_chat_member" if mine else "chat_member", change)

    def _tell(self, kind: str, message: Message) -> int:
        number = self.hub.tell(kind, lambda: self._event(message))
        if message.by_bot:
            self._spoke(message, number)
        return number

    def _event(self, message: Message) -> Json:
        return {"chat": message.chat, "thread": message.thread, "message": self.told(message)}

    def _spoke(self, message: Message, number: int) -> None:
        """Remember for those who wait that event `number` told of the bot's doing; the last few thousand."""
        doings = self.chats[message.chat].by_bot
        doings.append((number, message.id))
        if len(doings) > 2 * _DOINGS:
            del doings[:-_DOINGS]
