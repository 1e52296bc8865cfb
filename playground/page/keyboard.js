/** Inline keyboards: buttons under a bubble, their pressed look, and what the bot answers. */

import * as api from "./api.js";
import { h, icon } from "./dom.js";
import { open } from "./links.js";
import { alert, copy, notice, toast } from "./notices.js";
import { store } from "./store.js";
import { t } from "./texts.js";

const PATIENCE = 15_000; // milliseconds that a button shows that it waits for the bot
let elsewhere = () => {};

/** Who lets the person choose another chat for an inline query: `run(query, kinds)`, kinds of chats or null. */
export function whenElsewhere(run) {
  elsewhere = run;
}

/** The keyboard of this message, or null. `compose(text)` puts words into the input line. */
export function keyboard(message, chat, compose) {
  const rows = message.reply_markup?.inline_keyboard;
  if (!rows?.length) return null;
  const buttons = (row) => row.map((button) => one(button, message, chat, compose));
  return h("div", { class: "keyboard" }, rows.map((row) => h("div", { class: "keyboard-row" }, buttons(row))));
}

function one(button, message, chat, compose) {
  const kind = KINDS.find((name) => name in button) ?? "pay";
  const mark = { url: "open", copy_text: "copy", login_url: "open", web_app: "app", switch_inline_query: "forward", switch_inline_query_chosen_chat: "forward" }[kind];
  const press = (event) => PRESS[kind](button, message, chat, event.currentTarget, compose);
  const isAway = OUT_OF_REACH.has(kind);
  const props = { type: "button", class: `inline-button ${isAway ? "away" : ""} ${STYLES[button.style] ?? ""}`, data: { testid: "inline-button" }, title: kind === "url" ? button.url : isAway ? t("button_out_of_reach") : null, on: { click: press } };
  return h("button", props, h("span", { text: button.text }), mark ? icon(mark) : null);
}

const KINDS = ["callback_data", "url", "copy_text", "switch_inline_query_current_chat", "switch_inline_query", "switch_inline_query_chosen_chat", "login_url", "web_app", "callback_game"];
const STYLES = { primary: "style-primary", success: "style-success", danger: "style-danger" };
const OUT_OF_REACH = new Set(["login_url", "web_app", "callback_game", "pay"]);
const ask = (query, compose) => compose(`@${store.bot.username} ${query}`);

/** A button of which only Telegram itself can do anything: say so, and show where it would have led. */
function outOfReach(button) {
  const address = button.web_app?.url ?? button.login_url?.url ?? "";
  const text = h("p", { class: "alert-text", text: `${t("button_out_of_reach")}${address ? `\n${address}` : ""}` });
  return notice(button.text, text, "out-of-reach");
}

const PRESS = {
  callback_data: (button, message, chat, element) => tap(button.callback_data, message, chat, element),
  url: (button) => open(button.url, true),
  copy_text: (button) => copy(button.copy_text.text),
  switch_inline_query_current_chat: (button, message, chat, element, compose) => ask(button.switch_inline_query_current_chat, compose),
  switch_inline_query: (button) => elsewhere(button.switch_inline_query, null),
  switch_inline_query_chosen_chat: ({ switch_inline_query_chosen_chat: wanted }) => elsewhere(wanted.query ?? "", kindsOf(wanted)),
  login_url: outOfReach,
  web_app: outOfReach,
  callback_game: outOfReach,
  pay: outOfReach,
};

/** Which kinds of chats may be chosen: as `switch_inline_query_chosen_chat` says it. */
function kindsOf(wanted) {
  const kinds = [];
  if (wanted.allow_user_chats || wanted.allow_bot_chats) kinds.push("private");
  if (wanted.allow_group_chats) kinds.push("group", "supergroup");
  if (wanted.allow_channel_chats) kinds.push("channel");
  return kinds.length ? kinds : null;
}

const pressed = new Map(); // query id -> the place of the button that waits for its answer
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
  if (url && isOurs) open(url, true);
  if (text && loud) alert(store.bot.first_name, text);
  else if (text) toast(text);
}
