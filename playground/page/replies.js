/** The bot's keyboard under the input line: its buttons send their words; it may hide, shrink, or ask for a reply. */

import * as api from "./api.js";
import { byId, h, icon, iconButton } from "./dom.js";
import { toast } from "./notices.js";
import { isInside, isPrivate, member, openChat, store } from "./store.js";
import { t } from "./texts.js";

const box = h("div", { class: "reply-keyboard", role: "group", hidden: true, data: { testid: "reply-keyboard" } });
const toggle = iconButton("keyboard", "", () => turn(), { hidden: true, "data-testid": "reply-keyboard-toggle", "aria-expanded": "false" });
const put = new Map(); // "person:chat:message" -> true when hidden by hand or by one_time_keyboard
const asked = new Set(); // force replies that this window has already turned to
let given = { keyboard: null, message: null };
let wished = null; // the message that asks this person for a reply
let actions = { send: () => {}, reply: () => {}, hint: () => {} };
let turnNumber = 0;

/** `send(text)` says the words of a pressed button; `reply(message)` begins the reply that the bot asks for; `hint(text)` stands in the line. */
export function set(wanted) {
  actions = wanted;
  byId("send").before(toggle);
  byId("composer-form").after(box);
}

const key = () => `${store.me}:${store.chat}:${given.message?.message_id}`;

/** Ask which keyboard this person has here now. */
export async function refresh() {
  const mine = ++turnNumber;
  const chat = openChat();
  const isHere = chat && chat.type !== "channel" && (isPrivate(chat) ? chat.started !== false : isInside(member(chat, store.me)));
  const answer = isHere ? await api.get(`chats/${chat.id}/keyboard`, { person: store.me, thread: store.thread }).catch(() => null) : null;
  if (mine !== turnNumber) return;
  given = answer?.keyboard ? { keyboard: answer.keyboard, message: answer.message } : { keyboard: null, message: null };
  const wish = answer?.force_reply;
  wished = wish ? answer.message : null;
  actions.hint(given.keyboard?.input_field_placeholder ?? wish?.input_field_placeholder ?? null);
  draw();
  if (!wish) return;
  const place = `${store.me}:${answer.message.chat.id}:${answer.message.message_id}`;
  if (!asked.has(place)) actions.reply(answer.message);
  asked.add(place);
}

function draw() {
  const rows = given.keyboard?.keyboard ?? [];
  const isOpen = rows.length > 0 && !put.get(key());
  toggle.hidden = rows.length === 0 || Boolean(given.keyboard.is_persistent);
  const label = t(isOpen ? "keyboard_hide" : "keyboard_show");
  toggle.setAttribute("aria-label", label);
  toggle.title = label;
  toggle.setAttribute("aria-expanded", String(isOpen));
  box.hidden = !isOpen;
  box.setAttribute("aria-label", t("keyboard"));
  box.classList.toggle("tall", Boolean(given.keyboard && !given.keyboard.resize_keyboard));
  box.replaceChildren(...rows.map((row) => h("div", { class: "reply-row" }, row.map(button))));
}

function button(one) {
  const words = typeof one === "string" ? one : one.text;
  const kind = typeof one === "string" ? null : SPECIAL.find((name) => one[name]);
  const press = () => {
    if (kind) return toast(t("button_out_of_reach"));
    if (given.keyboard.one_time_keyboard) {
      put.set(key(), true);
      draw();
    }
    return actions.send(words, given.message);
  };
  return h("button", { type: "button", class: `reply-button ${kind ? "away" : ""}`, data: { testid: "reply-button" }, title: kind ? t("button_out_of_reach") : null, on: { click: press } }, h("span", { text: words }), kind ? icon("app") : null);
}

const SPECIAL = ["request_users", "request_user", "request_chat", "request_contact", "request_location", "request_poll", "web_app"];

function turn() {
  if (put.get(key())) put.delete(key());
  else put.set(key(), true);
  draw();
}

/** A message came: it may bring a keyboard, or be the reply that the bot waits for. */
export function heard(message) {
  if (message.keyboard || (wished && message.from?.id === store.me)) refresh();
}

/** Messages were deleted; a keyboard goes with its message. */
export function gone(ids) {
  if (ids.includes(given.message?.message_id) || ids.includes(wished?.message_id)) refresh();
}

/** The page's language changed. */
export const redraw = draw;
