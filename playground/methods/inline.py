"""answerInlineQuery, the bot's offer of results."""

import re

from playground import inline, rules
from playground.inline import Offer, Result
from playground.methods import inline_results
from playground.methods.shared import Method
from playground.wire import Json, Params, Refusal, bad
from playground.world import World

_MOST = 50
_LONGEST_OFFSET = 64
_USUAL, _DAY = 300, 24 * 3600


def answer_inline_query(world: World, params: Params) -> object:
    """The API's answerInlineQuery: at most 50 results with ids of their own, once a query."""
    button = _button(params)
    results = _results(world, params)
    next_offset = params.text("next_offset")
    if len(next_offset.encode()) > _LONGEST_OFFSET:
        raise bad("NEXT_OFFSET_INVALID")
    asked = world.inline.get(params.text("inline_query_id").strip())
    if asked is None or asked.offered.done():
        raise bad(rules.OLD_QUERY)
    cache_time = params.integer("cache_time") if params.text("cache_time") else _USUAL
    offer = Offer(
        results, next_offset, button, min(max(cache_time, 0), _DAY), params.boolean("is_personal")
    )  # fmt: skip
    inline.answer(world, asked, offer)
    return True


def _results(world: World, params: Params) -> list[Result]:
    try:
        given = params.thing("results")
    except ValueError:
        raise bad("can't parse JSON encoded inline query results") from None
    if given is None:
        return []
    if not isinstance(given, list):
        raise bad("expected an Array of inline query results")
    if len(given) > _MOST:
        raise bad("too many inline query results specified")
    results = [inline_results.read(world, one) for one in given]
    if len({one.id for one in results}) < len(results):
        raise bad("RESULT_ID_DUPLICATE")
    return results


def _button(params: Params) -> Json | None:
    """The button above the results, also from its older parameters."""
    try:
        given = params.thing("button")
    except ValueError:
        raise bad("can't parse inline query results button JSON object") from None
    if given is None and params.text("switch_pm_text"):
        given = {"text": params.text("switch_pm_text"), "start_parameter": params.text("switch_pm_parameter")}
    if given is None:
        return None
    if not isinstance(given, dict):
        raise _unread("InlineQueryResultsButton must be an Object")
    if "text" not in given:
        raise _unread('Can\'t find field "text"')
    if not given.keys() & {"start_parameter", "web_app"}:
        raise _unread("InlineQueryResultsButton must have exactly one optional field")
    if not str(given["text"]).strip():
        raise bad("SWITCH_PM_TEXT_EMPTY")
    start = given.get("start_parameter")
    if start is not None and not re.fullmatch(rf"[A-Za-z0-9_-]{{1,{rules.PAYLOAD}}}", str(start)):
        raise bad("START_PARAM_INVALID" if start else "START_PARAM_EMPTY")
    return {str(name): value for name, value in given.items()}


def _unread(reason: str) -> Refusal:
    return bad(f"can't parse inline query results button: {reason}")


METHODS: dict[str, Method] = {"answerInlineQuery": answer_inline_query}
