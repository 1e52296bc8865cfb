"""answerInlineQuery, the bot's offer of results."""

from playground import rules
from playground.entities import units
from playground.inline import Offer, Result
from playground.methods import shared
from playground.methods.shared import Method
from playground.wire import Json, Params, bad
from playground.world import World

_MOST = 50
_LONGEST_ID = 64
_UNREAD = "can't parse inline query result"
_TYPES = frozenset((
    "article", "audio", "contact", "document", "game", "gif", "location", "mpeg4_gif", "photo", "sticker",
    "venue", "video", "voice",
))  # fmt: skip


def answer_inline_query(world: World, params: Params) -> object:
    """The API's answerInlineQuery: at most 50 results with ids of their own, once a query."""
    results = _results(world, params)
    next_offset = params.text("next_offset")
    if len(next_offset.encode()) > _LONGEST_ID:
        raise bad("NEXT_OFFSET_INVALID")
    asked = world.inline.get(params.text("inline_query_id"))
    if asked is None or asked.offered.done():
        raise bad(rules.OLD_QUERY)
    offer = Offer(
        results,
        next_offset,
        _button(params),
        params.integer("cache_time", 300),
        params.boolean("is_personal"),
    )
    asked.offered.set_result(offer)
    world.hub.tell("inline", {"query": asked.id, "person": asked.person} | offer.shown())
    return True


def _results(world: World, params: Params) -> list[Result]:
    try:
        given = params.thing("results")
    except ValueError:
        raise bad("can't parse JSON encoded inline query results") from None
    if not isinstance(given, list):
        raise bad("expected an Array of inline query results")
    if len(given) > _MOST:
        raise bad("too many inline query results specified")
    results = [_result(world, one) for one in given]
    if len({one.id for one in results}) < len(results):
        raise bad("RESULT_ID_DUPLICATE")
    return results


def _result(world: World, one: object) -> Result:
    if not isinstance(one, dict):
        raise bad(f"{_UNREAD}: Inline query result must be an object")
    fields = Params(one)
    if fields.text("type") not in _TYPES:
        raise bad(f"{_UNREAD}: Unallowed inline query result type")
    if not 1 <= len(fields.text("id").encode()) <= _LONGEST_ID:
        raise bad("RESULT_ID_INVALID")
    if fields.text("type") == "article" and not fields.text("title"):
        raise bad(f'{_UNREAD}: Can\'t find field "title"')
    content = one.get("input_message_content")
    if isinstance(content, dict):
        message = Params(content)
        if "message_text" not in message:
            raise bad(f'{_UNREAD}: Can\'t find field "message_text"')
        words = shared.words(world, message, "message_text", "entities")
        link_preview = shared.preview(message)
    elif fields.text("type") == "article":
        raise bad(f"{_UNREAD}: Input message content is not specified")
    else:
        words, link_preview = shared.caption_of(world, fields), None
    if not words.text and isinstance(content, dict):
        raise bad("MESSAGE_EMPTY")
    if units(words.text) > rules.TEXT:
        raise bad("MESSAGE_TOO_LONG")
    described: Json = {
        name: one[name]
        for name in ("type", "id", "title", "description", "url", "thumbnail_url")
        if name in one
    }
    return Result(described, words, rules.markup(fields), link_preview)


def _button(params: Params) -> Json | None:
    try:
        given = params.thing("button")
    except ValueError:
        raise bad("can't parse inline query results button JSON object") from None
    if not isinstance(given, dict):
        return None
    if not given.get("text") or not given.keys() & {"start_parameter", "web_app"}:
        raise bad("can't parse inline query results button: text and start_parameter must be specified")
    return {str(name): value for name, value in given.items()}


METHODS: dict[str, Method] = {"answerInlineQuery": answer_inline_query}
