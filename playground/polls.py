"""Polls: they are made, voted in, and close by hand or by the room's clock.

Updates are Telegram's: the bot is told of votes in polls that it sent, and of polls that somebody stopped.
Of a poll that closes by its time the bot is told nothing, "because there is no way to guarantee it" (TDLib,
`PollManager::on_close_poll_timeout`); the next look at the poll shows it closed.
"""

import asyncio
from dataclasses import replace

from playground import privacy, views
from playground.actors import actor
from playground.acts import Speech, Unable, chat_of, message_of, person_of, place_of, speaker_of
from playground.shapes import Message, Person, Poll, Vote
from playground.wire import Json
from playground.world import World

_FIRST_ID = 5_100_000_000_000_000_000
_SOON = 0.01
"""Real seconds after which a poll's time has surely come, in spite of rounding."""


class Closing:
    """The alarm that closes polls when their time comes, also when somebody moves the clock."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._alarm: asyncio.TimerHandle | None = None
        world.clock.watchers.append(self.look)

    def look(self) -> None:
        """Close what is due, and set the alarm for the next one."""
        now = self._world.clock.now()
        timed = [poll for poll in self._world.polls.values() if poll.close_date and not poll.closed]
        for poll in timed:
            if poll.close_date <= now:
                poll.closed = True
                show(self._world, poll)
        self._wind([poll.close_date - now for poll in timed if not poll.closed])

    def _wind(self, left: list[float]) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if left and not self._world.clock.fixed:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(min(left), 0.0) + _SOON, self.look)


def keep(world: World, poll: Poll) -> Poll:
    """A new poll gets its id, and its time when it has an open period or a close date."""
    poll.id = str(_FIRST_ID + len(world.polls) + 1)
    now = int(world.clock.now())
    if poll.open_period:
        poll.close_date = now + poll.open_period
    elif poll.close_date:
        poll.open_period = poll.close_date - now
    world.polls[poll.id] = poll
    if poll.close_date and not poll.closed:
        world.closing = world.closing or Closing(world)
        world.closing.look()
    return poll


def ask(world: World, speech: Speech, poll: Poll) -> Message:
    """A person sends a poll, where and as whom `speech` says."""
    chat = chat_of(world, speech.chat)
    speech = replace(speech, media={"poll": {}})
    sender, sender_chat = speaker_of(world, chat, speech)
    thread, reply_to = place_of(chat, speech)
    message = Message(
        0, chat.id, 0, sender=sender, sender_chat=sender_chat, thread=thread, reply_to=reply_to,
        poll=keep(world, poll),
    )  # fmt: skip
    return world.post(message)


def look(world: World) -> None:
    """Close the polls whose time has come, should the alarm be late."""
    if world.closing:
        world.closing.look()


def copied(world: World, poll: Poll) -> Poll:
    """The same question asked anew by the bot: open, without votes, its open period starting now."""
    again = replace(poll, votes={}, shown_in=[], closed=False, by_bot=True, close_date=0)
    return keep(world, again)


def secret(message: Message) -> bool:
    """Whether a message holds a quiz that the bot cannot copy: it does not know the right options."""
    poll = message.poll
    return poll is not None and poll.quiz and not poll.closed and not views.knows(message)


def show(world: World, poll: Poll, *, by_bot: Message | None = None) -> None:
    """Tell the windows of a changed poll in every message that shows it; the bot changed that of `by_bot`."""
    for chat, number in poll.shown_in:
        message = world.chats[chat].messages.get(number)
        if message is not None:
            world.refresh(message, by_bot=message is by_bot)


def state(world: World, poll: Poll) -> Json:
    """A poll as updates and stopPoll tell of it to the bot that sent it."""
    return views.poll(poll, world.people, known=poll.by_bot, inside=False)


def close(world: World, poll: Poll, *, by_bot: Message | None = None, told: bool = True) -> None:
    """Somebody stops a poll; the bot is told where it may know."""
    poll.closed = True
    show(world, poll, by_bot=by_bot)
    if told:
        world.deliver("poll", state(world, poll))


def vote(
    world: World, chat: int, message: int, person: int, options: list[int], speaker: str = ""
) -> Message:
    """A person chooses options (0-based), or none to take the vote back. Raises Unable, as clients do."""
    place = chat_of(world, chat)
    shown = message_of(place, message)
    poll = _poll_of(shown)
    masked = actor(world, place, person, speaker)
    look(world)
    chosen = sorted(set(options))
    before = poll.votes.get(person)
    if chosen == (before.options if before else []):
        _check_open(poll)
        return shown
    _check(poll, chosen, before)
    if chosen:
        poll.votes[person] = Vote(chosen, masked)
    else:
        del poll.votes[person]
    show(world, poll)
    if poll.by_bot:
        _tell(world, poll, person, chosen, masked)
    return shown


def _poll_of(message: Message) -> Poll:
    if message.poll is None:
        raise Unable(f"Message {message.id} shows no poll.")
    return message.poll


def _check_open(poll: Poll) -> None:
    if poll.closed:
        raise Unable("The poll is closed.")


def _check(poll: Poll, chosen: list[int], before: Vote | None) -> None:
    """As TDLib's `PollManager::set_poll_answer` checks it."""
    _check_open(poll)
    if len(chosen) > 1 and not poll.multiple:
        raise Unable("The poll takes one option only.")
    if chosen and not 0 <= chosen[0] <= chosen[-1] < len(poll.options):
        raise Unable(f"The poll's options are 0 to {len(poll.options) - 1}.")
    if before and not poll.revoting:
        raise Unable("A vote in this poll cannot be changed.")


def _tell(world: World, poll: Poll, person: int, chosen: list[int], masked: int | None) -> None:
    """The updates of a vote: who chose what unless that is secret, and the new counts."""
    if not poll.anonymous:
        answer: Json = {"poll_id": poll.id}
        if masked is None:
            answer["user"] = views.person(world.people[person])
        else:
            answer |= {"voter_chat": world.show_chat(world.chats[masked]), "user": dict(views.CHANNEL_BOT)}
        answer |= {"option_ids": chosen, "option_persistent_ids": [str(number) for number in chosen]}
        world.deliver("poll_answer", answer)
    world.deliver("poll", state(world, poll))


def stop(world: World, chat: int, message: int, person: int) -> Message:
    """A person stops their own poll. The bot is told when it sees the message."""
    place = chat_of(world, chat)
    shown = message_of(place, message)
    poll = _poll_of(shown)
    look(world)
    if shown.by_bot or "forward_origin" in shown.extra or not _wrote(world, shown, person_of(world, person)):
        raise Unable(f"The poll in message {message} is another's.")
    _check_open(poll)
    close(world, poll, told=privacy.sees(world.bot, place, shown))
    return shown


def _wrote(world: World, message: Message, who: Person) -> bool:
    """Whether a person wrote a message, perhaps as the group or a channel of which they are an admin."""
    if message.sender_chat is None:
        return (message.sender or {}).get("id") == who.id
    mask = world.chats[message.sender_chat]
    return world.standing(mask, who.id).status in ("creator", "administrator")
