/** The input line: writing, replying, editing, the Start and Join buttons that stand there instead. */

import * as api from "./api.js";
import * as menu from "./commands.js";
import { avatar, byId, h, icon, iconButton } from "./dom.js";
import * as inline from "./inline.js";
import { toast, tried } from "./notices.js";
import { summary } from "./service.js";
import { fullName, isInside, isPrivate, member, openChat, person, recall, remember, speakingAs, store, userId } from "./store.js";
import { t } from "./texts.js";
import * as transcript from "./transcript.js";
import { sender } from "./bubbles.js";

const drafts = new Map(); // chat:thread -> text
let replying = null;
let editing = null;
const input = () => byId("composer");
const place = () => `${store.chat}:${store.thread ?? ""}`;

export function set() {
  byId("send").append(icon("send"));
  byId("slash").append(icon("slash"));
  byId("composer-form").addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  input().addEventListener("input", typed);
  input().addEventListener("keydown", keys);
  input().addEventListener("blur", () => setTimeout(() => document.activeElement !== input() && menu.close(), 120));
  byId("slash").addEventListener("click", slash);
  byId("start").addEventListener("click", enter);
  menu.set((one) => compose(`/${one.command} `));
}

/** Put words into the input line and the cursor behind them. */
export function compose(text) {
  input().value = text;
  input().focus();
  input().setSelectionRange(text.length, text.length);
  typed();
}

/** Add words at the cursor: a tapped @mention. */
export function insert(text) {
  const { value, selectionStart: at } = input();
  compose(`${value.slice(0, at)}${at && !/\s$/.test(value.slice(0, at)) ? " " : ""}${text} ${value.slice(at)}`);
}

function typed() {
  drafts.set(place(), input().value);
  resize();
  if (!inline.typed(input().value, sentInline)) menu.suggest(input().value);
}

function sentInline(message) {
  clear();
  leave();
  if (message.chat.id === store.chat) transcript.add(message, true);
}

function resize() {
  input().style.height = "auto";
  if (input().scrollHeight) input().style.height = `${Math.min(input().scrollHeight, innerHeight * 0.35)}px`;
  byId("composer-form").classList.toggle("empty", !input().value.trim());
}

function slash() {
  if (menu.isOpen()) return menu.close();
  compose("/");
  if (!menu.isOpen()) toast(t("hint_no_menu", { name: store.bot.first_name }));
  return undefined;
}

function keys(event) {
  if (event.isComposing || menu.key(event)) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    send();
  } else if (event.key === "Escape" && (replying || editing)) leave();
  else if (event.key === "ArrowUp" && !input().value && transcript.own()) edit(transcript.own());
}

/** The chat, person or topic changed: draft, buttons and the line's state follow. */
export function refresh() {
  const chat = openChat();
  const row = member(chat, store.me);
  const mustStart = isPrivate(chat) && (!chat.started || chat.blocked);
  const mustJoin = Boolean(chat) && !isPrivate(chat) && chat.type !== "channel" && !isInside(row);
  byId("start").hidden = !(mustStart || mustJoin);
  byId("start").textContent = chat?.blocked ? t("unblock", { name: store.bot.first_name }) : t(mustStart ? "start" : "join");
  byId("speak-as").hidden = !chat;
  byId("composer-form").hidden = mustStart || mustJoin || !chat;
  asButton(chat);
}

/** Another place is open: what was being written there comes back. */
export function moved() {
  leave();
  input().value = drafts.get(place()) ?? "";
  resize();
  menu.close();
  refresh();
}

function asButton(chat) {
  if (!chat) return;
  const as = speakingAs();
  const name = as === "anonymous" ? chat.title : as === "self" ? fullName(person(store.me)) : (store.chats.find((one) => one.id === as)?.title ?? "");
  byId("speak-as").replaceChildren(avatar(name, as === "self" ? store.me : store.chat, "small"));
  const label = t("writing_as", { name });
  byId("speak-as").setAttribute("aria-label", label);
  byId("speak-as").title = label;
}

/** Send this text at once (a tapped /command), or what stands in the line. */
export async function send(text = null) {
  const words = (text ?? input().value).trim();
  if (!words) return;
  const wasEditing = editing;
  const body = wasEditing
    ? { chat: store.chat, person: store.me, message: wasEditing.message_id, text: words }
    : { chat: store.chat, person: store.me, text: words, thread: store.thread ?? undefined, reply_to: replying?.message_id, as: speakingAs() };
  if (text === null) clear();
  leave();
  remember("said", String(Number(recall("said") ?? 0) + 1));
  try {
    const { message } = await api.post(wasEditing ? "edit" : "say", body);
    if (wasEditing) transcript.change(message);
    else if (body.chat === store.chat) transcript.add(message, true);
  } catch (error) {
    toast(error.message, "bad");
    if (text === null && !input().value) compose(words);
  }
}

function clear() {
  input().value = "";
  drafts.delete(place());
  resize();
  inline.typed("");
  menu.close();
}

async function enter() {
  const chat = openChat();
  if (chat.blocked) await tried(api.post("block", { person: store.me, on: false }));
  else if (isPrivate(chat)) await tried(api.post("open", { person: store.me }));
  else await tried(api.post(`chats/${chat.id}/members`, { person: store.me, by: store.me, status: "member" }));
}

export function reply(message) {
  editing = null;
  replying = message;
  above("reply", sender(message).name, summary(message));
}

export function edit(message) {
  replying = null;
  editing = message;
  compose(message.text ?? "");
  above("edit", t("editing"), summary(message));
}

function above(kind, name, text) {
  const words = h("div", { class: "above-words" }, h("b", { text: name }), h("span", { text }));
  byId("above-input").replaceChildren(icon(kind), words, iconButton("close", t("cancel"), leave));
  byId("above-input").hidden = false;
  input().focus();
}

function leave() {
  if (editing) clear();
  replying = null;
  editing = null;
  byId("above-input").hidden = true;
}

/** The identities that the person may use here, for the menu of "write as". */
export function identities(chat) {
  const row = member(chat, store.me);
  if (!row || isPrivate(chat) || !["creator", "administrator"].includes(row.status)) return [];
  const channels = store.chats.filter((one) => one.type === "channel" && one.members.some((other) => userId(other) === store.me && ["creator", "administrator"].includes(other.status)));
  return ["anonymous", ...channels.map((one) => one.id)];
}
