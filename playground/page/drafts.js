/** What was begun and not sent, per person, chat and topic: it outlives a reload of the window. */

import { store } from "./store.js";

const KEY = "playground.drafts";
const drafts = new Map(read());

function read() {
  try {
    return Object.entries(JSON.parse(sessionStorage.getItem(KEY) ?? "{}"));
  } catch {
    return []; // storage refused, or something else was there
  }
}

function write() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(drafts)));
  } catch {
    // the drafts live as long as the window
  }
}

const place = () => `${store.me}:${store.chat}:${store.thread ?? ""}`;

export const current = () => drafts.get(place()) ?? "";

/** Keep the text of the open place; an empty one is forgotten. */
export function keep(text) {
  if (text) drafts.set(place(), text);
  else drafts.delete(place());
  write();
}

/** The draft that waits in a chat, for the chat list; "" when there is none. */
export function of(chat) {
  const begun = [...drafts].find(([key]) => key.startsWith(`${store.me}:${chat}:`));
  return begun?.[1] ?? "";
}
