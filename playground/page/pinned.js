/** The bar above the messages that shows what is pinned; a press goes there, and on to the one pinned before. */

import * as api from "./api.js";
import { byId, h, icon, iconButton } from "./dom.js";
import * as may from "./may.js";
import { tried } from "./notices.js";
import { source } from "./media.js";
import { summary } from "./service.js";
import { openChat, store } from "./store.js";
import { t } from "./texts.js";
import * as transcript from "./transcript.js";

const bar = h("div", { class: "pinned-bar", hidden: true, data: { testid: "pinned" } });
let shown = { key: "", messages: [], at: 0 };

export function set() {
  byId("offline").after(bar);
}

/** Fetch what is pinned when that changed; draw the bar. */
export async function refresh() {
  const chat = openChat();
  const ids = chat?.pins ?? [];
  const key = `${chat?.id}:${store.thread}:${ids.join(",")}`;
  if (key === shown.key) return draw();
  shown = { key, messages: [], at: 0 };
  if (!ids.length) return draw();
  const pages = await Promise.all(ids.slice(-20).map((id) => api.page(chat.id, { before: id + 1, limit: 1 }).catch(() => null)));
  if (key !== shown.key) return undefined; // another chat is open meanwhile
  const found = pages.map((page) => page?.messages[0]).filter((one) => one && ids.includes(one.message_id) && isHere(one, chat));
  shown.messages = found.sort((left, right) => right.message_id - left.message_id);
  return draw();
}

const isHere = (message, chat) => !chat.is_forum || (message.is_topic_message ? message.message_thread_id : 1) === store.thread;

/** A pinned message was edited, or is gone. */
export function change(message) {
  const index = shown.messages.findIndex((one) => one.message_id === message.message_id && one.chat.id === message.chat.id);
  if (index < 0) return;
  shown.messages[index] = message;
  draw();
}

export function draw() {
  const { messages, at } = shown;
  const message = messages[at];
  bar.hidden = !message;
  if (!message) return bar.replaceChildren();
  const isOne = messages.length === 1;
  const name = isOne || at === 0 ? t("pinned") : t("pinned_number", { number: messages.length - at });
  const picture = message.photo && !message.has_media_spoiler ? source(h("img", { class: "pinned-thumb", alt: "" }), message.photo[0]) : null;
  const words = h("span", { class: "pinned-words" }, h("b", { text: name }), h("span", { text: summary(message) }));
  const press = () => {
    shown.at = (at + 1) % messages.length;
    transcript.jump(message.message_id);
    draw();
  };
  const steps = h("span", { class: "pinned-steps", "aria-hidden": "true" }, messages.slice(0, 4).map((_, index) => h("span", { class: index === Math.min(3, messages.length - 1 - at) ? "on" : "" })));
  const jump = h("button", { type: "button", class: "pinned-jump", "aria-label": `${name}: ${summary(message)}`, data: { testid: "pinned-jump" }, on: { click: press } }, steps, picture, words);
  const unpin = may.pin(openChat()) ? iconButton("close", t("unpin"), () => tried(api.post(`chats/${message.chat.id}/pins`, { message: message.message_id, by: store.me, on: false })), { "data-testid": "unpin" }) : icon("pin");
  bar.replaceChildren(jump, unpin);
  return undefined;
}
