"""What a poll may hold: a call becomes a poll, or a refusal.

The call is read as telegram-bot-api reads it (`process_send_poll_query`) by `read`; once the chat is found
the poll is checked as TDLib does (`create_input_message_content`, `PollOption`) by `check`. Limits count
characters, not UTF-16 units. Telegram's words for a bad explanation or closing time are not public; ours
follow its style.
"""

from collections.abc import Sequence

from playground.entities import Entity
from playground.formatted import Formatted
from playground.methods import shared
from playground.shapes import Chat, Poll, Words
from playground.wire import Params, Refusal, bad
from playground.world import World

QUESTION = 300
OPTION = 100
OPTIONS = 12
EXPLANATION = 200
LINE_FEEDS = 2
DESCRIPTION = 1024
SHORTEST = 5
LONGEST = 2_628_000
"""Seconds, fewest and most, that a poll may stay open by its own."""
_MEDIA = ("media", "explanation_media")


def read(world: World, params: Params) -> Poll:
    """The call's poll, not yet checked. Raises Telegram's refusals of what cannot be read."""
    if any(params.text(name) for name in _MEDIA):
        raise Refusal(501, "Not Implemented: the playground has no media in polls yet")
    question = _plain(_words(world, params, "question"))
    if not params.text("options").strip():
        raise bad("can't parse options JSON object")
    options = [_option(world, one) for one in _list(params, "options", "InputPollOption")]
    poll = Poll("", question, options)
    poll.anonymous = params.boolean("is_anonymous") if "is_anonymous" in params else True
    poll.multiple = params.boolean("allows_multiple_answers")
    poll.hidden = params.boolean("hide_results_until_closes")
    _read_kind(world, params, poll)
    poll.revoting = params.boolean("allows_revoting") if "allows_revoting" in params else not poll.quiz
    poll.description = _words(world, params, "description")
    poll.open_period = min(max(params.integer("open_period"), 0), LONGEST)
    poll.close_date = 0 if poll.open_period else params.integer("close_date")
    poll.closed = params.boolean("is_closed")
    poll.members_only = params.boolean("members_only")
    poll.country_codes = [str(one) for one in _list(params, "country_codes", "String")]
    return poll


def _words(world: World, params: Params, name: str) -> Words:
    return _kept(shared.words(world, params, name, f"{name}_entities", f"{name}_parse_mode"))


def _kept(found: Formatted) -> Words:
    return Words(found.text, list(found.entities))


def _plain(words: Words) -> Words:
    """Of a question and an option only custom emoji stay."""
    return Words(words.text, [one for one in words.entities if _emoji(one)])


def _emoji(one: Entity) -> bool:
    return one.kind == "custom_emoji"


def _list(params: Params, name: str, what: str) -> Sequence[object]:
    try:
        given = params.thing(name)
    except ValueError:
        raise bad(f"can't parse {name} JSON object") from None
    if given is not None and not isinstance(given, list):
        raise bad(f"expected an Array of {what}")
    return given or []


def _option(world: World, one: object) -> Words:
    """An option: its text, or an InputPollOption."""
    if isinstance(one, str):
        return _plain(_words(world, Params({"text": one}), "text"))
    if not isinstance(one, dict):
        raise _unread("Expected InputPollOption to be an Object")
    if "text" not in one:
        raise _unread('Can\'t find field "text"')
    if not isinstance(one["text"], str):
        raise _unread('Field "text" must be of type String')
    if one.get("media"):
        raise Refusal(501, "Not Implemented: the playground has no media in polls yet")
    try:
        return _plain(_words(world, Params(one), "text"))
    except Refusal as refusal:
        raise _unread(refusal.description.removeprefix("Bad Request: ")) from None


def _unread(why: str) -> Refusal:
    return bad(f"can't parse InputPollOption: {why}")


def _read_kind(world: World, params: Params, poll: Poll) -> None:
    kind = params.text("type")
    if kind not in ("", "regular", "quiz"):
        raise bad("unsupported poll type specified")
    poll.quiz = kind == "quiz"
    if poll.quiz:
        poll.explanation = _words(world, params, "explanation")
        poll.correct = _correct(params)


def _correct(params: Params) -> list[int]:
    """The right options: `correct_option_ids`, or the older single one."""
    if "correct_option_ids" not in params:
        return [params.integer("correct_option_id", -1)] if "correct_option_id" in params else []
    try:
        given = params.thing("correct_option_ids")
    except ValueError:
        raise bad("can't parse correct option identifiers JSON object") from None
    if given is not None and not isinstance(given, list):
        raise bad("expected an Array of correct option identifiers")
    return [_number(one) for one in given or []]


def _number(one: object) -> int:
    if isinstance(one, bool) or not isinstance(one, int | float):
        raise bad("correct option identifier must be of type Number")
    if not isinstance(one, int):
        raise bad("invalid correct option identifier specified")
    return one


def check(world: World, chat: Chat, poll: Poll, most: int = QUESTION) -> None:
    """Refuse what TDLib or Telegram's servers refuse of a poll for this chat."""
    _check_texts(poll, most)
    _check_quiz(poll)
    _check_times(poll, int(world.clock.now()))
    place(chat, poll)
    if chat.type != "channel" and (poll.members_only or poll.country_codes):
        raise bad("poll voters can be restricted only in channel chats")


def place(chat: Chat, poll: Poll) -> None:
    """Refuse a poll that may not stand in this chat, also as a forward or a copy."""
    if chat.type == "channel" and not poll.anonymous:
        raise bad("non-anonymous polls can't be sent to channel chats")


def _check_texts(poll: Poll, most: int) -> None:
    if not poll.question.text:
        raise bad("text must be non-empty")
    if len(poll.question.text) > most:
        raise bad(f"poll question length must not exceed {most}")
    if not poll.options:
        raise bad("poll must have at least one answer option")
    if len(poll.options) > OPTIONS:
        raise bad(f"poll can't have more than {OPTIONS} options")
    for option in poll.options:
        if not option.text:
            raise bad("text must be non-empty")
        if len(option.text) > OPTION:
            raise bad(f"poll options length must not exceed {OPTION}")
    if len(poll.description.text) > DESCRIPTION:
        raise bad("message caption is too long")


def _check_quiz(poll: Poll) -> None:
    if not poll.quiz:
        return
    if not poll.correct:
        raise bad("correct quiz option list must be non-empty")
    if poll.correct != sorted(set(poll.correct)):
        raise bad("correct quiz option list must be increasing")
    if not 0 <= poll.correct[0] <= poll.correct[-1] < len(poll.options):
        raise bad("wrong quiz correct_option_id")
    if len(poll.explanation.text) > EXPLANATION:
        raise bad(f"poll explanation length must not exceed {EXPLANATION}")
    if poll.explanation.text.count("\n") > LINE_FEEDS:
        raise bad(f"poll explanation must have at most {LINE_FEEDS} line feeds")


def _check_times(poll: Poll, now: int) -> None:
    if 0 < poll.open_period < SHORTEST:
        raise bad(f"poll open period must be at least {SHORTEST} seconds")
    if poll.close_date and not SHORTEST <= poll.close_date - now <= LONGEST:
        raise bad(f"poll close date must be {SHORTEST} to {LONGEST} seconds in the future")
