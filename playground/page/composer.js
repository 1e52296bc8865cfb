/** The input line: writing, replying, editing, the Start and Join buttons that stand there instead. */

import * as api from "./api.js";
import * as attach from "./attach.js";
import * as menu from "./commands.js";
import { avatar, byId, h, icon, iconButton } from "./dom.js";
import * as drafts from "./drafts.js";
import * as inline from "./inline.js";
import * as may from "./may.js";
import * as mentions from "./mentions.js";
import { toast, tried } from "./notices.js";
import * as replies from "./replies.js";
import { sender } from "./sender.js";
import { summary } from "./service.js";
import { fullName, isAdmin, isInside, isPrivate, member, openChat, person, recall, refreshSoon, remember, speakingAs, store, userId } from "./store.js";
import { t } from "./texts.js";
import * as transcript from "./transcript.js";

const LIMIT = 4096; // UTF-16 units of one message, as Telegram counts
const CAPTION = 1024;
let replying = null;
let editing = null;
let hint = null; // what the bot's keyboard wants to stand in the empty line
const input = () => byId("composer");
const size = h("p", { class: "line-note", role: "status", hidden: true, data: { testid: "long-text" } });
const silence = h("p", { class: "no-writing", hidden: true, data: { testid: "no-writing" } });

export function set() {
  byId("send").append(icon("send"));
  byId("slash").append(icon("slash"));
  input().removeAttribute("maxlength"); // a longer text is sent in parts
  byId("above-input").after(size);
  byId("start").after(silence);
  byId("composer-form").addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  input().addEventListener("input", typed);
  input().addEventListener("keydown", keys);
  input().addEventListener("blur", () => setTimeout(() => document.activeElement !== input() && menu.close(), 120));
  byId("slash").addEventListener("click", slash);
  byId("start").addEventListener("click", enter);
  menu.set(pickCommand);
  attach.set({ open: () => !byId("composer-form").hidden, text: () => input().value, reply: () => replying?.message_id, sent: sentFiles });
  replies.set({ send: press, reply, hint: (text) => hinted(text) });
}

/** A chosen command is sent at once when its list says nothing of arguments; in groups with the bot's name. */
function pickCommand(one) {
  compose(`${menu.written(one.command)} `);
}

/** A button of the bot's keyboard says its words; in a group as a reply, so that the bot hears them. */
function press(words, message) {
  return send(words, isPrivate(openChat()) ? undefined : message?.message_id);
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
  put(at, at, `${at && !/\s$/.test(value.slice(0, at)) ? " " : ""}${text} `);
}

function put(start, end, text) {
  const { value } = input();
  input().value = `${value.slice(0, start)}${text}${value.slice(end)}`;
  input().focus();
  input().setSelectionRange(start + text.length, start + text.length);
  typed();
}

function typed() {
  if (!editing) drafts.keep(input().value);
  resize();
  const { value, selectionStart: at } = input();
  if (inline.typed(value, sentInline)) return;
  if (!mentions.suggest(value, at, put)) menu.suggest(value);
}

function sentInline(message) {
  clear();
  leave();
  if (message.chat.id === store.chat) transcript.add(message, true);
}

/** Files went out with the line's words as their caption. */
function sentFiles(messages, keepsLine = false) {
  if (!keepsLine) clear();
  leave();
  for (const message of messages) if (message.chat.id === store.chat) transcript.add(message, true);
}

function resize() {
  input().style.height = "auto";
  if (input().scrollHeight) input().style.height = `${Math.min(input().scrollHeight, innerHeight * 0.35)}px`;
  byId("composer-form").classList.toggle("empty", !input().value.trim());
  const { length } = input().value.trim();
  const limit = isCaption(editing) ? CAPTION : LIMIT;
  size.hidden = length <= limit;
  size.classList.toggle("bad", Boolean(editing));
  size.textContent = editing ? t("text_too_long", { over: length - limit }) : t("text_split", { count: Math.ceil(length / LIMIT) });
}

const isCaption = (message) => Boolean(message) && message.text === undefined;

function hinted(text) {
  hint = text;
  placeholder();
}

/** What stands in the empty line: the bot's wish, or as whom one writes. */
function placeholder() {
  const key = { anonymous: "write_anonymous", self: openChat()?.type === "channel" ? "write_post" : "write" }[speakingAs()] ?? "write_channel";
  input().placeholder = hint ?? t(key);
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
  } else if (event.key === "Escape" && (replying || editing)) {
    event.stopPropagation();
    leave();
  } else if (event.key === "ArrowUp" && !input().value && transcript.own()) {
    event.preventDefault();
    edit(transcript.own());
  }
}

/** The chat, person or topic changed: draft, buttons and the line's state follow. */
export function refresh() {
  const chat = openChat();
  const row = member(chat, store.me);
  const mustStart = isPrivate(chat) && (!chat.started || chat.blocked);
  const mustJoin = Boolean(chat) && !isPrivate(chat) && !isInside(row);
  const why = mustStart || mustJoin ? null : may.silence(chat, store.thread);
  byId("start").hidden = !(mustStart || mustJoin);
  byId("start").disabled = mustJoin && hasAsked(chat);
  byId("start").textContent = chat?.blocked ? t("unblock", { name: store.bot.first_name }) : t(mustJoin ? joinWord(chat) : "start");
  byId("speak-as").hidden = !chat;
  byId("composer-form").hidden = mustStart || mustJoin || Boolean(why) || !chat;
  silence.hidden = !why;
  silence.textContent = why ? t(why) : "";
  asButton(chat);
  placeholder();
  resize();
}

function joinWord(chat) {
  if (hasAsked(chat)) return "join_asked";
  if (chat?.join_by_request) return "join_ask";
  return chat?.type === "channel" ? "join_channel" : "join";
}

const hasAsked = (chat) => (chat?.join_requests ?? []).some((one) => one.person === store.me);

/** What is being written stays behind as a draft, before somebody else writes or another place opens. */
export function park() {
  if (!editing) drafts.keep(input().value);
}

/** Another place is open: what was being written there comes back. */
export function moved() {
  leave();
  hint = null;
  input().value = drafts.current();
  resize();
  menu.close();
  refresh();
  replies.refresh();
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

/** Send this text at once (a tapped /command, a button's words), or what stands in the line. */
export async function send(text = null, replyTo = replying?.message_id) {
  const words = (text ?? input().value).trim();
  if (!words) return;
  const wasEditing = text === null ? editing : null;
  const body = wasEditing
    ? { chat: store.chat, person: store.me, message: wasEditing.message_id, text: words }
    : { chat: store.chat, person: store.me, text: words, thread: store.thread ?? undefined, reply_to: replyTo, as: speakingAs() };
  if (text === null) clear();
  if (text === null || replying) leave();
  remember("said", String(Number(recall("said") ?? 0) + 1));
  try {
    const { message, messages } = await api.post(wasEditing ? "edit" : "say", body);
    if (wasEditing) transcript.change(message);
    else if (body.chat === store.chat) for (const one of messages ?? [message]) transcript.add(one, true);
  } catch (error) {
    toast(error.message, "bad");
    if (text === null && !input().value) compose(words);
  }
}

function clear() {
  input().value = "";
  drafts.keep("");
  resize();
  inline.typed("");
  menu.close();
}

async function enter() {
  const chat = openChat();
  if (chat.blocked) await tried(api.post("block", { person: store.me, on: false }));
  else if (isPrivate(chat)) await tried(api.post("open", { person: store.me }));
  else if (chat.username) await tried(api.post("join", { link: `@${chat.username}`, person: store.me }));
  else await tried(api.post(`chats/${chat.id}/members`, { person: store.me, by: store.me, status: "member" }));
  refreshSoon();
}

export function reply(message) {
  if (editing) leave();
  replying = message;
  above("reply", t("reply_to", { name: sender(message).name }), summary(message));
}

export function edit(message) {
  replying = null;
  editing = message;
  compose(message.text ?? message.caption ?? "");
  above("edit", t("editing"), summary(message));
}

function above(kind, name, text) {
  const words = h("div", { class: "above-words" }, h("b", { text: name }), h("span", { text }));
  byId("above-input").replaceChildren(icon(kind), words, iconButton("close", t("cancel"), leave));
  byId("above-input").hidden = false;
  input().focus();
}

function leave() {
  const wasEditing = editing;
  replying = null;
  editing = null;
  byId("above-input").hidden = true;
  if (!wasEditing) return;
  input().value = drafts.current(); // what stood there before comes back
  resize();
}

/** The identities that the person may use here, for the menu of "write as". */
export function identities(chat) {
  const row = member(chat, store.me);
  if (!isInside(row) || isPrivate(chat) || chat.type === "channel") return [];
  const owned = store.chats.filter((one) => one.type === "channel" && one.members.some((other) => userId(other) === store.me && isAdmin(other)));
  const channels = chat.type === "supergroup" ? owned.map((one) => one.id) : [];
  return [...(isAdmin(row) ? ["anonymous"] : []), ...channels];
}
