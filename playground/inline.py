"""Inline mode: a person types `@bot words` anywhere, the bot offers results, one of them is sent.

A sent result is the person's message "via" the bot; where it has buttons it has an inline id, by which the
bot may edit it. What the bot offered is offered again without asking it while its cache time lasts.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from playground import views
from playground.acts import Speech, Unable, chat_of, person_of, place_of, speaker_of
from playground.formatted import Formatted
from playground.shapes import Message
from playground.wire import Json, Refusal
from playground.world import World

LONGEST_QUERY = 256


@dataclass
class Asked:
    """An inline query, and what the bot offers when it answers. `place` is the kind of chat it came from."""

    id: str
    person: int
    query: str
    offered: asyncio.Future["Offer"]
    offset: str = ""
    place: str = ""


@dataclass(frozen=True)
class Result:
    """One result: as the bot described it, and the message that it would become.

    A file that is named by its address is loaded only when somebody sends it: `load`, which raises Refusal.
    """

    described: Json
    words: Formatted
    markup: Json | None
    link_preview: Json | None = None
    media: Json = field(default_factory=dict)
    extra: Json = field(default_factory=dict)
    load: Callable[[], Awaitable[Json]] | None = None

    @property
    def id(self) -> str:
        """The bot's id of it."""
        return str(self.described["id"])

    def shown(self) -> Json:
        """The result as windows list it, with what would be sent."""
        return self.described | {
            "message_text": self.words.text, "reply_markup": self.markup, "media": self.media,
        }  # fmt: skip


@dataclass(frozen=True)
class Offer:
    """The bot's answer to an inline query."""

    results: list[Result]
    next_offset: str
    button: Json | None
    cache_time: int
    is_personal: bool

    def shown(self) -> Json:
        """The offer as the control side tells it."""
        return {
            "results": [one.shown() for one in self.results],
            "next_offset": self.next_offset, "button": self.button, "cache_time": self.cache_time,
            "is_personal": self.is_personal,
        }  # fmt: skip


def ask(world: World, person: int, query: str, offset: str = "", chat: int | None = None) -> Asked:
    """A person types after the bot's name; the bot is asked, unless an offer of it still holds."""
    who = person_of(world, person)
    if not world.bot.inline:
        raise Unable("The bot has no inline mode.")
    if len(query) > LONGEST_QUERY:
        raise Unable(f"An inline query has at most {LONGEST_QUERY} characters.")
    kind = chat_of(world, chat).type if chat is not None else ""
    place = "sender" if kind == "private" else kind
    offered: asyncio.Future[Offer] = asyncio.get_running_loop().create_future()
    asked = Asked(str(world.next_query), person, query, offered, offset, place)
    world.next_query += 1
    world.inline[asked.id] = asked
    kept = _kept(world, asked)
    if kept is not None:
        asked.offered.set_result(kept)
        world.hub.tell("inline", {"query": asked.id, "person": person} | kept.shown())
        return asked
    update: Json = {"id": asked.id, "from": views.person(who), "query": query, "offset": offset}
    world.deliver("inline_query", update | ({"chat_type": place} if place else {}))
    return asked


def answer(world: World, asked: Asked, offer: Offer) -> None:
    """The bot answers a query; the offer is kept for as long as it says."""
    asked.offered.set_result(offer)
    if offer.cache_time:
        who = str(asked.person) if offer.is_personal else ""
        world.offered[_key(who, asked)] = (world.clock.now() + offer.cache_time, offer)
    world.hub.tell("inline", {"query": asked.id, "person": asked.person} | offer.shown())


def _kept(world: World, asked: Asked) -> Offer | None:
    """An offer for the same words and place that still holds, to everybody or to this person."""
    for who in ("", str(asked.person)):
        until, offer = world.offered.get(_key(who, asked), (0.0, None))
        if offer is not None and world.clock.now() < until:
            return offer
    return None


def _key(who: str, asked: Asked) -> tuple[str, ...]:
    return (who, asked.place, asked.offset, asked.query.strip())


async def choose(world: World, speech: Speech, query: str, result: str) -> Message:
    """The person sends one of the offered results into a chat."""
    asked = world.inline.get(query)
    if asked is None or not asked.offered.done() or asked.person != speech.person:
        raise Unable("That inline query was not answered.")
    found = [one for one in asked.offered.result().results if one.id == result]
    if not found:
        raise Unable(f"The bot offered no result {result!r}.")
    message = await _sent(world, speech, found[0], f"inline-{query}-{len(world.sent_inline) + 1}")
    chosen: Json = {
        "result_id": result,
        "from": views.person(world.people[speech.person]),
        "query": asked.query,
    }
    if message.inline_id:
        world.sent_inline[message.inline_id] = (message.chat, message.id)
        chosen["inline_message_id"] = message.inline_id
    world.deliver("chosen_inline_result", chosen)
    return message


async def _sent(world: World, speech: Speech, one: Result, inline_id: str) -> Message:
    media = one.media
    if one.load:
        try:
            media = await one.load()
        except Refusal as refusal:
            raise Unable(f"The result's file cannot be loaded ({refusal.description}).") from None
    chat = chat_of(world, speech.chat)
    sender, sender_chat = speaker_of(world, chat, speech)
    thread, reply_to = place_of(chat, speech)
    return world.post(
        Message(
            0, chat.id, 0, sender=sender, sender_chat=sender_chat, text=one.words.text,
            entities=list(one.words.entities), thread=thread, reply_to=reply_to, markup=one.markup,
            link_preview=one.link_preview, extra=one.extra | {"via_bot": views.bot(world.bot)}, media=media,
            inline_id=inline_id if one.markup else "",
        )
    )  # fmt: skip
