/** The part of a chat's messages that this window holds: a few pages out of a history of any length. */

import * as api from "./api.js";
import { tried } from "./notices.js";

const PAGE = 60; // messages asked for at a time
const KEEP = 240; // messages held; beyond that the far end goes

/** What is held: `list` in order; `atStart` and `atEnd` say whether the history ends there. */
export const held = { chat: null, thread: null, list: [], atStart: true, atEnd: true, loading: false };
let turn = 0; // answers to what was asked in an earlier turn are out of date
let asking = 0; // pages under way in this turn
let changed = new Map(); // id -> the message as it became (null: deleted) while a page was under way
let heard = 0; // messages told of so far: a page asked for before one of them is not known to reach the end

const first = () => held.list[0]?.message_id ?? 0;
const last = () => held.list.at(-1)?.message_id ?? 0;

function nextTurn() {
  turn += 1;
  asking = 0;
  changed = new Map();
  held.loading = false;
}

/** Turn to another chat or topic; nothing of it is held yet. */
export function turnTo(chat, thread) {
  nextTurn();
  Object.assign(held, { chat, thread, list: [], atStart: true, atEnd: true });
}

/** Ask for a page; null when it did not come or nobody wants it any more. */
async function ask(values) {
  const mine = turn;
  asking += 1;
  held.loading = true;
  const page = await tried(api.page(held.chat, { limit: PAGE, thread: held.thread, ...values }));
  if (mine !== turn) return null;
  asking -= 1;
  held.loading = asking > 0;
  if (!page) return null;
  const messages = page.messages.map((message) => (changed.has(message.message_id) ? changed.get(message.message_id) : message)).filter(Boolean);
  if (!held.loading) changed = new Map();
  return { ...page, messages };
}

/** Hold the newest page. True when it came. */
export async function newest() {
  nextTurn();
  const before = heard;
  const wasAtEnd = held.atEnd;
  const page = await ask({});
  if (!page) return false;
  const end = page.messages.at(-1)?.message_id ?? 0;
  const since = wasAtEnd && heard > before ? held.list.filter((message) => message.message_id > end) : [];
  Object.assign(held, { list: [...page.messages, ...since], atStart: !page.more, atEnd: wasAtEnd || heard === before });
  return true;
}

/** Hold the oldest page. True when it came. */
export const oldest = () => from({ after: 0 });

/** Read what is held once more, as it is now. True when it came. */
export const again = () => (held.list.length ? from({ after: first() - 1, limit: KEEP }, held.atStart) : newest());

async function from(values, atStart = true) {
  nextTurn();
  const before = heard;
  const page = await ask(values);
  if (!page) return false;
  Object.assign(held, { list: page.messages, atStart, atEnd: !page.more && heard === before });
  return true;
}

/** Hold a page of older messages too. True when something came. */
export async function older() {
  if (held.loading || held.atStart || !held.list.length) return false;
  const page = await ask({ before: first() });
  if (!page) return false;
  const list = [...page.messages, ...held.list];
  held.atStart = !page.more;
  if (list.length > KEEP) held.atEnd = false;
  held.list = list.slice(0, KEEP);
  return true;
}

/** Hold a page of newer messages too. True when something came. */
export async function newer() {
  if (held.loading || held.atEnd || !held.list.length) return false;
  const before = heard;
  const page = await ask({ after: last() });
  if (!page) return false;
  const list = [...held.list, ...page.messages.filter((message) => message.message_id > last())];
  held.atEnd = !page.more && heard === before;
  if (list.length > KEEP) held.atStart = false;
  held.list = list.slice(-KEEP);
  return true;
}

/** Hold a message and what stands around it, however far away. False when there is no such message here. */
export async function around(id) {
  nextTurn();
  const before = heard;
  const half = Math.floor(PAGE / 2);
  const [above, below] = await Promise.all([ask({ before: id + 1, limit: half + 1 }), ask({ after: id, limit: half })]);
  if (!above || !below || above.messages.at(-1)?.message_id !== id) return false;
  Object.assign(held, { list: [...above.messages, ...below.messages], atStart: !above.more, atEnd: !below.more && heard === before });
  return true;
}

/**
 * Take in a message that was just posted. `isFollowed`: the reader is at the end, so the oldest may go.
 * False when it lies beyond what is held.
 */
export function take(message, isFollowed) {
  heard += 1;
  if (!isFollowed && held.list.length >= KEEP) held.atEnd = false;
  if (!held.atEnd) return false;
  let index = held.list.length;
  while (index > 0 && held.list[index - 1].message_id > message.message_id) index -= 1;
  held.list.splice(index, 0, message);
  if (held.list.length > KEEP) {
    held.list.splice(0, held.list.length - KEEP);
    held.atStart = false;
  }
  return true;
}

/** Put a changed message in its place; its index, or -1 when it is not held. */
export function replace(message) {
  const index = held.list.findIndex((one) => one.message_id === message.message_id);
  if (index >= 0) held.list[index] = message;
  if (held.loading) changed.set(message.message_id, message);
  return index;
}

export function drop(ids) {
  const gone = new Set(ids);
  if (held.loading) for (const id of ids) changed.set(id, null);
  held.list = held.list.filter((message) => !gone.has(message.message_id));
}
