/** Above the messages: the chat's name, who is typing, the topics of a forum as tabs. */

import { avatar, byId, h } from "./dom.js";
import { isInside, isPrivate, openChat, store, title } from "./store.js";
import { language, t } from "./texts.js";

const typing = new Map(); // chat id -> timer
let choose = () => {};
let create = () => {};

export function set(actions) {
  choose = actions.topic;
  create = actions.newTopic;
}

export function draw() {
  const chat = openChat();
  if (!chat) return;
  byId("chat-title").textContent = title(chat);
  byId("chat-face").replaceChildren(avatar(title(chat), isPrivate(chat) ? store.bot.id : chat.id, "medium"));
  note(chat);
  topics(chat);
}

function note(chat) {
  const isTyping = typing.has(chat.id);
  byId("chat-note").classList.toggle("typing", isTyping);
  byId("chat-note").textContent = isTyping ? t("typing", { name: store.bot.first_name }) : quietNote(chat);
}

function quietNote(chat) {
  if (isPrivate(chat)) return t("kind_bot");
  const count = chat.members.filter(isInside).length;
  return t(count === 1 ? "member_one" : "members", { count });
}

/** The bot does something in this chat for the next seconds (a chat action), or stopped doing it. */
export function announce(chat, isTyping) {
  clearTimeout(typing.get(chat));
  typing.delete(chat);
  if (isTyping) typing.set(chat, setTimeout(() => announce(chat, false), 5000));
  if (chat === store.chat) note(openChat());
}

let shown = ""; // the tabs as they were drawn last

function topics(chat) {
  const bar = byId("topics");
  bar.hidden = !chat.is_forum;
  if (!chat.is_forum) return;
  const all = allTopics(chat);
  const now = JSON.stringify([language(), chat.id, store.thread, all.map((topic) => [topic, store.unread.get(`${chat.id}:${topic.id}`)])]);
  if (now === shown) return;
  shown = now;
  const hadFocus = bar.contains(document.activeElement) && document.activeElement.role === "tab";
  const add = h("button", { type: "button", class: "topic-add", "aria-label": t("new_topic"), title: t("new_topic"), data: { testid: "topic-add" }, text: "+", on: { click: create } });
  bar.replaceChildren(h("div", { class: "topic-tabs", role: "tablist", "aria-label": t("topics") }, all.map((topic) => tab(chat, topic))), add);
  const open = bar.querySelector("[aria-selected=true]");
  if (hadFocus) open?.focus();
  open?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The forum's topics; General stands first also where the server does not list it. */
export function allTopics(chat) {
  const rest = chat.topics.filter((topic) => topic.id !== 1);
  return [chat.topics.find((topic) => topic.id === 1) ?? { id: 1, name: t("general") }, ...rest];
}

function tab(chat, topic) {
  const isOpen = topic.id === store.thread;
  const unread = store.unread.get(`${chat.id}:${topic.id}`);
  const move = (event) => {
    const step = { ArrowRight: "nextElementSibling", ArrowLeft: "previousElementSibling" }[event.key];
    const target = step && event.currentTarget[step];
    if (target?.role === "tab") target.click(); // the drawing that follows keeps the focus on the open tab
  };
  const props = { type: "button", role: "tab", class: "topic", "aria-selected": String(isOpen), tabindex: isOpen ? "0" : "-1", data: { testid: "topic-tab", topicId: topic.id } };
  return h("button", { ...props, on: { click: () => choose(topic.id), keydown: move } }, topic.name, unread ? h("span", { class: "unread", text: String(unread) }) : null);
}
