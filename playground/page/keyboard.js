/** Inline keyboards: buttons under a bubble, their pressed look, and what the bot answers. */

import * as api from "./api.js";
import { h, icon } from "./dom.js";
import { open } from "./links.js";
import { alert, copy, toast } from "./notices.js";
import { store } from "./store.js";
import { t } from "./texts.js";

const WAIT = 10; // seconds that a press waits for the bot's answer
const shown = new Map(); // text -> how often one of the two ways told it before the other did

/** The keyboard of this message, or null. `compose(text)` puts words into the input line. */
export function keyboard(message, chat, compose) {
  const rows = message.reply_markup?.inline_keyboard;
  if (!rows?.length) return null;
  const buttons = (row) => row.map((button) => one(button, message, chat, compose));
  return h("div", { class: "keyboard" }, rows.map((row) => h("div", { class: "keyboard-row" }, buttons(row))));
}

function one(button, message, chat, compose) {
  const kind = KINDS.find((name) => name in button) ?? "pay";
  const mark = { url: "open", copy_text: "copy", login_url: "open", web_app: "open" }[kind];
  const press = (event) => PRESS[kind](button, message, chat, event.currentTarget, compose);
  const props = { type: "button", class: "inline-button", data: { testid: "inline-button" }, title: kind === "url" ? button.url : null, on: { click: press } };
  return h("button", props, h("span", { text: button.text }), mark ? icon(mark) : null);
}

const KINDS = ["callback_data", "url", "copy_text", "switch_inline_query_current_chat", "switch_inline_query", "switch_inline_query_chosen_chat", "login_url", "web_app", "callback_game"];
const outOfReach = () => toast(t("button_out_of_reach"));
const ask = (query, compose) => compose(`@${store.bot.username} ${query}`);

const PRESS = {
  callback_data: (button, message, chat, element) => tap(button.callback_data, message, chat, element),
  url: (button) => open(button.url),
  copy_text: (button) => copy(button.copy_text.text),
  switch_inline_query_current_chat: (button, message, chat, element, compose) => ask(button.switch_inline_query_current_chat, compose),
  switch_inline_query: (button, message, chat, element, compose) => ask(button.switch_inline_query, compose),
  switch_inline_query_chosen_chat: (button, message, chat, element, compose) => ask(button.switch_inline_query_chosen_chat.query ?? "", compose),
  login_url: (button) => open(button.login_url.url),
  web_app: outOfReach,
  callback_game: outOfReach,
  pay: outOfReach,
};

async function tap(data, message, chat, element) {
  if (element.classList.contains("waiting")) return;
  element.classList.add("waiting");
  element.setAttribute("aria-busy", "true");
  try {
    const body = { chat, message: message.message_id, person: store.me, data, wait: WAIT };
    const { answer } = await api.post("tap", body);
    if (answer?.url) open(answer.url);
    if (answer?.text) tell(answer.text, answer.show_alert, "press");
  } catch (error) {
    toast(error.message, "bad");
  } finally {
    element.classList.remove("waiting");
    element.removeAttribute("aria-busy");
  }
}

/** The server announced an answer to a press; a window that shows another person leaves it alone. */
export function announced({ person, text, show_alert: loud }) {
  if (text && person === store.me) tell(text, loud, "event");
}

/** The same answer comes by the press's own reply and by the event: show it once. */
function tell(text, loud, way) {
  const other = `${way === "press" ? "event" : "press"}:${text}`;
  if (shown.get(other)) {
    shown.set(other, shown.get(other) - 1);
    return;
  }
  const key = `${way}:${text}`;
  shown.set(key, (shown.get(key) ?? 0) + 1);
  setTimeout(() => shown.set(key, Math.max(0, shown.get(key) - 1)), 3000);
  if (loud) alert(store.bot.first_name, text);
  else toast(text);
}
