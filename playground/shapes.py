"""What the room is made of: the bot, people, chats, their members and topics, and messages.

Plain records without behavior; `views` writes them in Telegram's form and `world` changes them.
"""

from dataclasses import dataclass, field

from playground.entities import Entity
from playground.pages import Pages
from playground.wire import Json

GROUP_KINDS = ("group", "supergroup")
PRESENT = ("creator", "administrator", "member", "restricted")
"""The statuses of somebody who is in the chat."""


@dataclass
class Bot:
    """The bot under test. `privacy` is BotFather's switch; a chat keeps the state of when the bot joined."""

    id: int
    first_name: str
    username: str
    privacy: bool = True
    inline: bool = True


@dataclass
class Person:
    """Somebody who writes. `started` once they pressed Start or wrote to the bot; `blocked` it since."""

    id: int
    first_name: str
    username: str = ""
    last_name: str = ""
    language_code: str = ""
    started: bool = False
    blocked: bool = False
    deleted: bool = False
    hidden: bool = False
    """Whether forwards of what they say leave out who they are."""


@dataclass
class Member:
    """How somebody stands in a chat."""

    user: int
    status: str
    anonymous: bool = False
    title: str = ""
    rights: frozenset[str] | None = None
    """An administrator's rights; None are the usual ones (`playground.rights`)."""
    by_bot: bool = False
    """Whether the bot made this person an administrator, and so may change that."""
    permissions: frozenset[str] = frozenset()
    """What is left to a restricted member."""
    until: int = 0
    """When a restriction or a ban ends by itself; 0: never."""
    inside: bool = True
    """Whether a restricted one is in the chat: a restriction stays with who leaves."""

    @property
    def present(self) -> bool:
        """Whether this one is in the chat."""
        return self.status in PRESENT and (self.status != "restricted" or self.inside)

    @property
    def can_send(self) -> bool:
        """False for who is mute by a restriction of their own."""
        return self.status != "restricted" or "can_send_messages" in self.permissions

    def after(self, now: float) -> "Member":
        """The same one at a later time: what had an end may have ended."""
        if not 0 < self.until <= now or self.status not in ("restricted", "kicked"):
            return self
        return Member(self.user, "member" if self.present else "left")


@dataclass
class InviteLink:
    """A link by which people join a chat. `expires` and `limit` are 0 where there is none."""

    text: str
    creator: int
    name: str = ""
    expires: int = 0
    limit: int = 0
    """How many people that came by it may be in the chat at once."""
    by_request: bool = False
    primary: bool = False
    revoked: bool = False


@dataclass
class JoinRequest:
    """Somebody asked to join; `link` is the text of the link that they followed, "" without one."""

    person: int
    link: str
    date: int


@dataclass
class Topic:
    """A forum topic; its id is the id of the service message that made it."""

    id: int
    name: str
    closed: bool = False
    color: int = 7322096
    emoji: str = ""
    """The id of the custom emoji that is its icon."""
    owner: int = 0
    """Who opened it; they may rename and close it without the right to manage topics."""
    hidden: bool = False
    """Only General is ever hidden."""


@dataclass
class Words:
    """A short text with its entities, inside something larger."""

    text: str = ""
    entities: list[Entity] = field(default_factory=list)


@dataclass
class Vote:
    """What somebody chose in a poll (0-based, in order), and the chat as which they voted."""

    options: list[int]
    chat: int | None = None


@dataclass
class Poll:
    """A poll. Every message that shows it shares it; a copy has one of its own."""

    id: str
    question: Words
    options: list[Words]
    quiz: bool = False
    anonymous: bool = True
    multiple: bool = False
    revoting: bool = True
    hidden: bool = False
    """Whether people see the results only after it closed."""
    correct: list[int] = field(default_factory=list)
    explanation: Words = field(default_factory=Words)
    description: Words = field(default_factory=Words)
    open_period: int = 0
    close_date: int = 0
    """When it closes by itself, in the room's time; 0: never."""
    closed: bool = False
    by_bot: bool = False
    members_only: bool = False
    country_codes: list[str] = field(default_factory=list)
    votes: dict[int, Vote] = field(default_factory=dict)
    """By the id of who voted; those who retracted are not in it."""
    shown_in: list[tuple[int, int]] = field(default_factory=list)
    """Chat and message of every message that shows it."""


@dataclass
class Reaction:
    """How somebody reacted to a message: their emoji in order, and the chat as which they did."""

    emoji: list[str]
    chat: int | None = None


@dataclass
class Message:
    """A message as the room keeps it: parsed text and entities, and what else it carries."""

    id: int
    chat: int
    date: int
    sender: Json | None = None
    sender_chat: int | None = None
    text: str = ""
    entities: list[Entity] = field(default_factory=list)
    media: Json = field(default_factory=dict)
    service: Json = field(default_factory=dict)
    extra: Json = field(default_factory=dict)
    reply_to: int | None = None
    thread: int | None = None
    markup: Json | None = None
    link_preview: Json | None = None
    edited: int | None = None
    by_bot: bool = False
    twin: int | None = None
    """Of a channel's post: its automatic forward in the linked group."""
    inline_id: str = ""
    """The id by which the bot edits what a person sent via it."""
    posted: int = 0
    """The number of the event that first told of it."""
    poll: Poll | None = None
    reactions: dict[int, Reaction] = field(default_factory=dict)
    """By the id of who reacted."""


@dataclass
class Chat:
    """A chat and everything in it. A private chat bears the person's id."""

    id: int
    type: str
    title: str = ""
    username: str = ""
    description: str = ""
    forum: bool = False
    topics: dict[int, Topic] = field(default_factory=dict)
    general: Topic = field(default_factory=lambda: Topic(1, "General"))
    """A forum's first topic. What stands in it carries no thread."""
    photo: Json = field(default_factory=dict)
    """The chat's photo as a ChatPhoto; empty for none."""
    members: dict[int, Member] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    next_id: int = 1
    reads_all: bool = False
    """Whether the bot joined with privacy mode off."""
    moved_to: int | None = None
    linked: int | None = None
    permissions: frozenset[str] | None = None
    """What members may do; None is the usual (`playground.rights`)."""
    links: dict[str, InviteLink] = field(default_factory=dict)
    """By their text, in the order in which they were made; revoked ones too."""
    requests: dict[int, JoinRequest] = field(default_factory=dict)
    """Who waits to be let in."""
    came_by: dict[int, str] = field(default_factory=dict)
    """The link by which somebody came who is still there."""
    by_request: bool = False
    """Whether who follows a public chat's name has to ask."""
    banned_senders: set[int] = field(default_factory=set)
    """Channels in whose name nobody may write here."""
    reactions: list[str] | None = None
    """The emoji with which people may react here; None: all of Telegram's."""
    pinned: list[int] = field(default_factory=list)
    """Pinned messages by their id, so the last is the newest."""
    by_bot: list[tuple[int, int]] = field(default_factory=list)
    """Event number and message id of each time the bot posted or edited, in order."""
    pages: Pages = field(default_factory=Pages, init=False, compare=False, repr=False)
    """The order of `messages`; a chat made of another (an upgrade) starts with its own."""
