/** The left side: who is writing, the chats with their last words and unread marks. */

import { avatar, byId, h, icon } from "./dom.js";
import { exampleList, examples } from "./hint.js";
import { paced } from "./paced.js";
import { summary } from "./service.js";
import { fullName, isPrivate, openChat, person, recall, store, title, visibleChats } from "./store.js";
import { t } from "./texts.js";
import { clockTime, dayKey, dayName, now } from "./time.js";

/** Draw the list; `actions`: open(chat id), compose(text). A burst of messages draws it a few times only. */
export const draw = paced(drawNow);

const items = new Map(); // chat id -> {row, button}; kept, so that a press outlives a redraw

function drawNow(actions) {
  const chats = visibleChats();
  const kept = new Set(chats.map((chat) => chat.id));
  for (const [id, { row }] of items) {
    if (kept.has(id)) continue;
    row.remove();
    items.delete(id);
  }
  let next = byId("chat-list").firstChild;
  for (const chat of chats) {
    const { row } = item(chat, actions);
    if (row === next) next = next.nextSibling;
    else byId("chat-list").insertBefore(row, next);
  }
  personButton();
  byId("list-hint").hidden = Number(recall("said") ?? 0) >= 3 || !examples().length; // no newcomer any more
  byId("list-hint").replaceChildren(h("p", { text: t("hint_list") }), exampleList(actions.compose, "list-example"));
  const all = [...store.unread].filter(([key]) => !key.includes(":")).reduce((sum, [, count]) => sum + count, 0);
  document.title = `${all ? `(${all}) ` : ""}${store.bot.first_name} · ${t("playground")}`;
}

function personButton() {
  const who = person(store.me);
  if (!who) return byId("person").replaceChildren(icon("add"), t("new_person"));
  const words = h("span", { class: "person-words" }, h("b", { text: fullName(who) }), h("small", { text: t("you_are") }));
  byId("person").replaceChildren(avatar(fullName(who), who.id, "small"), words);
  byId("person").setAttribute("aria-label", `${t("you_are")} ${fullName(who)}`);
  return undefined;
}

/** The chat's row, its content as of now. */
function item(chat, actions) {
  if (!items.has(chat.id)) {
    const button = h("button", { type: "button", data: { testid: "chat-item", chatId: chat.id }, on: { click: () => actions.open(chat.id) } });
    items.set(chat.id, { row: h("li", {}, button), button });
  }
  const found = items.get(chat.id);
  const isOpen = chat.id === store.chat;
  found.button.className = `chat-item ${isOpen ? "open" : ""}`;
  if (isOpen) found.button.setAttribute("aria-current", "true");
  else found.button.removeAttribute("aria-current");
  const parts = content(chat);
  const isSame = parts.every((part, place) => found.button.children[place]?.isEqualNode(part));
  if (!isSame) found.button.replaceChildren(...parts);
  return found;
}

function content(chat) {
  const unread = store.unread.get(String(chat.id)) ?? 0;
  const name = title(chat);
  const head = h("span", { class: "chat-line" }, h("b", { text: name }), h("time", { text: chat.last ? when(chat.last.date) : "" }));
  const mark = unread ? h("span", { class: "unread", role: "img", "aria-label": t("unread", { count: unread }), data: { testid: "unread" }, text: String(unread) }) : null;
  const last = h("span", { class: "chat-line" }, h("span", { class: "chat-last" }, ...lastWords(chat)), mark);
  return [avatar(name, isPrivate(chat) ? store.bot.id : chat.id), h("span", { class: "chat-words" }, head, last)];
}

function lastWords(chat) {
  const message = chat.last;
  if (!message) return [t(isPrivate(chat) && !chat.started ? "not_started" : kindOf(chat))];
  const isPlain = message.text || message.caption || message.photo || message.document;
  const name = message.sender_chat?.title ?? (message.from?.id === store.me ? t("you") : message.from?.first_name);
  return isPlain && name && !isPrivate(chat) ? [h("i", { text: `${name}: ` }), summary(message)] : [summary(message)];
}

const kindOf = (chat) => (chat.is_forum ? "kind_forum" : `kind_${chat.type}`);
const when = (seconds) => (dayKey(seconds) === dayKey(now().getTime() / 1000) ? clockTime(seconds) : dayName(seconds));

/** Count a message as unread where this window does not show it; true when the marks changed. */
export function count(chat, message, isShown) {
  if (message.from?.id === store.me || isShown) return false;
  const keys = [String(chat)];
  if (openChat()?.is_forum || message.is_topic_message) keys.push(`${chat}:${message.is_topic_message ? message.message_thread_id : 1}`);
  for (const key of keys) store.unread.set(key, (store.unread.get(key) ?? 0) + 1);
  return true;
}

/** The person sees this chat (and topic) now. */
export function seen(chat, thread) {
  const whole = String(chat);
  if (thread === null) {
    for (const key of [...store.unread.keys()]) if (key === whole || key.startsWith(`${whole}:`)) store.unread.delete(key);
    return;
  }
  const inTopic = store.unread.get(`${whole}:${thread}`) ?? 0;
  store.unread.delete(`${whole}:${thread}`);
  const left = (store.unread.get(whole) ?? 0) - inTopic;
  if (left > 0) store.unread.set(whole, left);
  else store.unread.delete(whole);
}
