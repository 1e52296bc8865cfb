/** Inline keyboards: buttons under a bubble, their pressed look, and what the bot answers. */

import * as api from "./api.js";
import { h, icon } from "./dom.js";
import { open } from "./links.js";
import { alert, copy, toast } from "./notices.js";
import { store } from "./store.js";
import { t } from "./texts.js";

const PATIENCE = 15_000; // milliseconds that a button shows that it waits for the bot

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

const pressed = new Map(); // query id -> the button that waits for its answer
const early = new Set(); // answers that came before the press's own reply told the query's id

async function tap(data, message, chat, element) {
  if (element.classList.contains("waiting")) return;
  wait(element, true);
  try {
    const { query } = await api.post("tap", { chat, message: message.message_id, person: store.me, data });
    if (early.delete(query)) return wait(element, false);
    pressed.set(query, element);
    setTimeout(() => settle(query), PATIENCE);
  } catch (error) {
    wait(element, false);
    toast(error.message, "bad");
  }
  return undefined;
}

function wait(element, isWaiting) {
  element.classList.toggle("waiting", isWaiting);
  element.setAttribute("aria-busy", String(isWaiting));
}

function settle(query) {
  const element = pressed.get(query);
  pressed.delete(query);
  if (element) wait(element, false);
  return Boolean(element);
}

/** The bot answered a press. Windows that show somebody else leave it alone; only the pressing one opens links. */
export function announced({ person, query, text, show_alert: loud, url }) {
  if (person !== store.me) return;
  const isOurs = settle(query);
  if (!isOurs) early.add(query);
  if (url && isOurs) open(url);
  if (text && loud) alert(store.bot.first_name, text);
  else if (text) toast(text);
}
