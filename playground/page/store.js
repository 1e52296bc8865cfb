/** What this window knows: the server's state, who is writing, which chat is open, what is unread. */

import * as api from "./api.js";

export const store = {
  token: "",
  bot: { id: 0, username: "bot", first_name: "Bot" },
  isServed: false, // whether a bot has asked for updates
  people: [],
  chats: [],
  me: null, // id of the person this window writes and looks as
  as: {}, // chat id -> "anonymous" or a channel's id, where it is not the person
  chat: null,
  thread: null,
  unread: new Map(), // "chat" and "chat:thread" -> count
  commands: [],
  flood: true, // whether the flood limits are on
  pauses: [], // {chat, until}: where the bot must wait, until when on this window's performance.now()
  description: "", // what the bot says about itself in an empty private chat
};

const listeners = new Map();

/** Run `listener` at each `kind`: state, open, unread, commands, person, look. */
export function on(kind, listener) {
  listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
}

export function emit(kind, data) {
  for (const listener of listeners.get(kind) ?? []) listener(data);
}

/** Remember a choice in this browser; a browser that refuses storage only forgets. */
export function remember(key, value) {
  try {
    localStorage.setItem(`playground.${key}`, value);
  } catch {
    // private mode: the choice lives as long as the window
  }
}

export function recall(key) {
  try {
    return localStorage.getItem(`playground.${key}`);
  } catch {
    return null;
  }
}

/** Take the server's state over; the window keeps its person when that one still exists. */
export async function refresh() {
  const state = await api.state();
  Object.assign(store, { token: state.token, bot: state.bot, people: state.people, chats: state.chats, isServed: state.polled !== false, flood: state.flood });
  store.pauses = (state.pauses ?? []).map(({ chat: where, seconds }) => ({ chat: where, until: performance.now() + seconds * 1000 }));
  if (!person(store.me)) {
    const remembered = person(Number(recall("person")));
    store.me = (remembered ?? store.people[0])?.id ?? null;
  }
  emit("state", state);
  return state;
}

let waiting = null;

/** Refresh soon, once for a burst of changes. */
export function refreshSoon() {
  waiting ??= setTimeout(() => {
    waiting = null;
    refresh().catch(() => {});
  }, 60);
}

export const person = (id) => store.people.find((one) => one.id === id) ?? null;
export const chat = (id = store.chat) => store.chats.find((one) => one.id === id) ?? null;
export const isPrivate = (one) => one?.type === "private";

/** Name of a person with the family name, of the bot, or of whoever a Telegram user object describes. */
export function fullName(user) {
  return [user?.first_name, user?.last_name].filter(Boolean).join(" ") || user?.username || "";
}

/** The chat's name as the person sees it: a private chat bears the bot's name. */
export function title(one) {
  return isPrivate(one) ? store.bot.first_name : (one?.title ?? "");
}

/** A member row of this chat; `user` may come as an id or as a user object. */
export function member(one, user) {
  return (one?.members ?? []).find((row) => userId(row) === user) ?? null;
}

export function userId(row) {
  return typeof row.user === "object" ? row.user.id : row.user;
}

export function isInside(row) {
  return Boolean(row) && !["left", "kicked"].includes(row.status);
}

export function isAdmin(row) {
  return ["creator", "administrator"].includes(row?.status);
}

/** The chats that this window's person sees: groups, and the own private chat (a promise of one if none yet). */
export function visibleChats() {
  const groups = store.chats.filter((one) => !isPrivate(one) && !one.migrated_to);
  const own = store.chats.find((one) => isPrivate(one) && one.id === store.me);
  const promise = { id: store.me, type: "private", members: [], topics: [], started: false, last: null };
  const all = store.me === null ? groups : [...groups, own ?? promise];
  return all.sort((left, right) => (right.last?.date ?? 0) - (left.last?.date ?? 0));
}

/** The open chat, also when it is a private chat that nobody has started yet. */
export function openChat() {
  return visibleChats().find((one) => one.id === store.chat) ?? chat();
}

/** Who speaks when this window sends into the open chat: self, anonymous, or a channel's id. */
export function speakingAs() {
  const wanted = store.as[store.chat];
  if (!wanted) return "self";
  return wanted === "anonymous" && !isAdmin(member(chat(), store.me)) ? "self" : wanted;
}
