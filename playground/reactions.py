"""Reactions: people and the bot put emoji on messages.

The bot is told as Telegram tells it: in groups who changed their reaction, in channels only the counts, both
only where it is an admin and asked for these updates; of its own reactions nothing.
"""

from collections import Counter

from playground import rights
from playground.actors import actor
from playground.acts import Unable, chat_of, message_of
from playground.shapes import GROUP_KINDS, Chat, Message, Reaction
from playground.wire import Json
from playground.world import World

EMOJI = (
    "❤", "👍", "👎", "🔥", "🥰", "👏", "😁", "🤔", "🤯", "😱", "🤬", "😢", "🎉", "🤩", "🤮", "💩", "🙏", "👌",
    "🕊", "🤡", "🥱", "🥴", "😍", "🐳", "❤‍🔥", "🌚", "🌭", "💯", "🤣", "⚡", "🍌", "🏆", "💔", "🤨", "😐",
    "🍓", "🍾", "💋", "🖕", "😈", "😴", "😭", "🤓", "👻", "👨‍💻", "👀", "🎃", "🙈", "😇", "😨", "🤝", "✍",
    "🤗", "🫡", "🎅", "🎄", "☃", "💅", "🤪", "🗿", "🆒", "💘", "🙉", "🦄", "😘", "💊", "🙊", "😎", "👾",
    "🤷‍♂", "🤷", "🤷‍♀", "😡",
)  # fmt: skip
"""What ReactionTypeEmoji lists, character by character: "❤" stands there without a variation selector."""
MOST = 3
"""So many a person with Telegram Premium puts on one message; everybody else, and a bot, one."""
DIFFERENT = 11
"""So many different ones a message bears (`max_reaction_count`)."""
_VARIATION = "\ufe0f"
_REACT = "can_react_to_messages"


class Unfit(Exception):
    """This reaction does not fit: the message or the chat does not take it; `code` is Telegram's word."""

    def __init__(self, sentence: str, code: str = "REACTION_INVALID") -> None:
        super().__init__(sentence)
        self.code = code


def available(world: World, message: Message) -> list[str]:
    """The emoji with which one may react to a message; a channel's post keeps its channel's in the group."""
    home = message.chat
    if message.extra.get("is_automatic_forward") and message.sender_chat is not None:
        home = message.sender_chat
    allowed = world.chats[home].reactions
    return list(EMOJI) if allowed is None else allowed


def holder(world: World, message: Message) -> Message:
    """The message that holds the reactions: of an album its first one that was not deleted."""
    album = message.extra.get("media_group_id")
    if album is None:
        return message
    kept = world.chats[message.chat].messages.values()
    return next((one for one in kept if one.extra.get("media_group_id") == album), message)


def put(world: World, message: Message, who: int, emoji: list[str], chat: int | None = None) -> None:
    """Set all reactions of somebody at once; none takes them away. Raises Unfit."""
    if message.service:
        raise Unfit("Nobody can react to a service message.")
    allowed = available(world, message)
    if any(one not in allowed for one in emoji):
        raise Unfit(f"Here one reacts with {' '.join(allowed) or 'nothing'}.")
    others = {one for actor, given in message.reactions.items() if actor != who for one in given.emoji}
    if any(one not in others for one in emoji) and len(others | set(emoji)) > DIFFERENT:
        raise Unfit(f"The message bears {DIFFERENT} different reactions already.", "REACTIONS_TOO_MANY")
    if emoji:
        message.reactions[who] = Reaction(emoji, chat)
    else:
        message.reactions.pop(who, None)
    world.refresh(message)


def react(world: World, chat: int, message: int, person: int, emoji: list[str], speaker: str = "") -> Message:
    """A person reacts with these emoji instead of those before. Raises Unable."""
    place = chat_of(world, chat)
    masked = actor(world, place, person, speaker)
    if place.type in GROUP_KINDS and _REACT not in rights.left_to(place, world.standing(place, person)):
        raise Unable(f"{world.people[person].first_name} may not react in {place.title}.")
    one = holder(world, message_of(place, message))
    wanted = [name.replace(_VARIATION, "") for name in dict.fromkeys(emoji)]
    if len(wanted) > MOST:
        raise Unable(f"One puts at most {MOST} reactions on a message.")
    before = one.reactions.get(person, Reaction([])).emoji
    if wanted == before:
        return one
    try:
        put(world, one, person, wanted, masked)
    except Unfit as unfit:
        raise Unable(str(unfit)) from None
    _tell(world, place, one, person, before, masked)
    return one


def _tell(
    world: World, place: Chat, message: Message, person: int, before: list[str], masked: int | None
) -> None:
    """The update of a person's change, when the bot may know of it."""
    if place.type != "private" and world.standing(place, world.bot.id).status != "administrator":
        return
    told: Json = {"chat": world.show_chat(place), "message_id": message.id}
    if place.type == "channel":
        told |= {"date": int(world.clock.now()), "reactions": counts(message)}
        world.deliver("message_reaction_count", told)
        return
    told |= {"user": world.user(person)} if masked is None else {
        "actor_chat": world.show_chat(world.chats[masked])
    }  # fmt: skip
    after = message.reactions.get(person, Reaction([])).emoji
    told |= {
        "date": int(world.clock.now()), "old_reaction": list(map(kind, before)),
        "new_reaction": list(map(kind, after)),
    }  # fmt: skip
    world.deliver("message_reaction", told)


def counts(message: Message) -> list[Json]:
    """A message's reactions as ReactionCount, the most frequent first."""
    given = Counter(one for reaction in message.reactions.values() for one in reaction.emoji)
    return [{"type": kind(emoji), "total_count": number} for emoji, number in given.most_common()]


def kind(emoji: str) -> Json:
    """An emoji as a ReactionType."""
    return {"type": "emoji", "emoji": emoji}
