"""Methods about polls: sendPoll and stopPoll. What a poll may hold stands in `poll_drafts`."""

from playground import polls, rules
from playground.methods import sending, shared
from playground.methods.poll_drafts import check, read
from playground.methods.sending import Content
from playground.methods.shared import Method
from playground.wire import Params, bad
from playground.world import World


def send_poll(world: World, params: Params) -> object:
    """The API's sendPoll."""
    draft = read(world, params)
    where = sending.place(world, params, "poll")
    check(world, where.chat, draft)
    world.flood.pass_or_refuse(where.chat.id)
    draft.by_bot = True
    return world.show(sending.post(world, where, Content(poll=polls.keep(world, draft))))


def stop_poll(world: World, params: Params) -> object:
    """The API's stopPoll: the bot's own one, once; the keyboard is the given one or goes."""
    markup = rules.markup(params)
    chat = shared.reachable(world, params)
    message = chat.messages.get(params.integer("message_id"))
    if message is None:
        raise bad("message with poll to stop not found")
    if message.poll is None:
        raise bad("message is not a poll")
    if not message.by_bot or "forward_origin" in message.extra:
        raise bad("poll can't be stopped")
    polls.look(world)
    if message.poll.closed:
        raise bad("poll has already been closed")
    message.markup = markup
    polls.close(world, message.poll, by_bot=message)
    return polls.state(world, message.poll)


METHODS: dict[str, Method] = {"sendPoll": send_poll, "stopPoll": stop_poll}
