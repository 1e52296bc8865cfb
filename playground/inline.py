"""Inline mode: a person types `@bot words` anywhere, the bot offers results, one of them is sent.

A sent result is the person's message "via" the bot; it has an inline id, by which the bot may edit it.
"""

import asyncio
from dataclasses import dataclass

from playground import views
from playground.acts import Speech, Unable, chat_of, person_of, place_of, speaker_of
from playground.formatted import Formatted
from playground.shapes import Message
from playground.wire import Json
from playground.world import World

LONGEST_QUERY = 256


@dataclass
class Asked:
    """An inline query, and what the bot offers when it answers."""

    id: str
    person: int
    query: str
    offered: asyncio.Future["Offer"]


@dataclass(frozen=True)
class Result:
    """One result: as the bot described it, and the message that it would become."""

    described: Json
    words: Formatted
    markup: Json | None
    link_preview: Json | None

    @property
    def id(self) -> str:
        """The bot's id of it."""
        return str(self.described["id"])


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
            "results": [
                one.described | {"message_text": one.words.text, "reply_markup": one.markup}
                for one in self.results
            ],
            "next_offset": self.next_offset, "button": self.button, "cache_time": self.cache_time,
            "is_personal": self.is_personal,
        }  # fmt: skip


def ask(world: World, person: int, query: str, offset: str = "", chat: int | None = None) -> Asked:
    """A person types after the bot's name; the bot is asked when it has inline mode."""
    who = person_of(world, person)
    if not world.bot.inline:
        raise Unable("The bot has no inline mode.")
    if len(query) > LONGEST_QUERY:
        raise Unable(f"An inline query has at most {LONGEST_QUERY} characters.")
    asked = Asked(str(world.next_query), person, query, asyncio.get_running_loop().create_future())
    world.next_query += 1
    world.inline[asked.id] = asked
    update: Json = {"id": asked.id, "from": views.person(who), "query": query, "offset": offset}
    if chat is not None:
        kind = chat_of(world, chat).type
        update["chat_type"] = "sender" if kind == "private" else kind
    world.deliver("inline_query", update)
    return asked


def choose(world: World, speech: Speech, query: str, result: str) -> Message:
    """The person sends one of the offered results into a chat."""
    asked = world.inline.get(query)
    if asked is None or not asked.offered.done() or asked.person != speech.person:
        raise Unable("That inline query was not answered.")
    found = [one for one in asked.offered.result().results if one.id == result]
    if not found:
        raise Unable(f"The bot offered no result {result!r}.")
    chat = chat_of(world, speech.chat)
    sender, sender_chat = speaker_of(world, chat, speech)
    thread, reply_to = place_of(chat, speech)
    one = found[0]
    message = world.post(
        Message(
            0, chat.id, 0, sender=sender, sender_chat=sender_chat, text=one.words.text,
            entities=one.words.entities, thread=thread, reply_to=reply_to, markup=one.markup,
            link_preview=one.link_preview, extra={"via_bot": views.bot(world.bot)},
            inline_id=f"inline-{query}-{len(world.sent_inline) + 1}",
        )
    )  # fmt: skip
    world.sent_inline[message.inline_id] = (chat.id, message.id)
    world.deliver("chosen_inline_result", {
        "result_id": result, "from": views.person(world.people[speech.person]), "query": asked.query,
        "inline_message_id": message.inline_id,
    })  # fmt: skip
    return message
