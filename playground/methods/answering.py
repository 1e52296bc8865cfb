"""Methods that answer a question: answerCallbackQuery."""

from playground import rules
from playground.entities import units
from playground.methods.shared import Method
from playground.wire import Json, Params, bad
from playground.world import World


def answer_callback_query(world: World, params: Params) -> object:
    """The API's answerCallbackQuery: once a query; the person sees a toast, an alert, or nothing."""
    query = world.queries.get(params.text("callback_query_id"))
    expired = query is not None and world.clock.elapsed() - query.pressed > rules.QUERY_LIFE
    if query is None or query.answered.done() or expired:
        raise bad(rules.OLD_QUERY)
    text, url = params.text("text"), params.text("url")
    if units(text) > rules.TOAST:
        raise bad("MESSAGE_TOO_LONG")
    if url and not url.startswith((f"https://t.me/{world.bot.username}?", f"t.me/{world.bot.username}?")):
        raise bad("URL_INVALID")
    answer: Json = {"text": text, "show_alert": params.boolean("show_alert"), "url": url}
    query.answered.set_result(answer)
    world.hub.tell("toast", {"chat": query.chat, "person": query.person, "query": query.id} | answer)
    return True


METHODS: dict[str, Method] = {"answerCallbackQuery": answer_callback_query}
