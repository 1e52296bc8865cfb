/** The open chat's messages: a window onto a long history, of which only a part is ever in the page. */

import * as api from "./api.js";
import { byId, h } from "./dom.js";
import { decorate, row } from "./bubbles.js";
import { hint } from "./hint.js";
import { onPress } from "./press.js";
import { tried } from "./notices.js";
import { emit, openChat, store } from "./store.js";
import { t } from "./texts.js";

const PAGE = 60; // messages asked for at a time
const KEEP = 360; // rows kept in the page; beyond that the far end goes
const NEAR = 90; // pixels from the bottom that count as "at the bottom"

const view = { chat: null, thread: null, list: [], rows: new Map(), atStart: true, atEnd: true, loading: false, turn: 0 };
const sent = new Map(); // "chat:message" that this window sent under another name -> who was behind it
let actions = {};
let fresh = 0; // arrived below while the person read above

const box = () => byId("transcript");
const isAtBottom = () => box().scrollHeight - box().scrollTop - box().clientHeight < NEAR;

export function set(given) {
  actions = given;
  box().addEventListener("scroll", scrolled, { passive: true });
  box().addEventListener("keydown", keys);
  onPress(box(), ".bubble", (bubble, point) => actions.menu(find(Number(bubble.closest(".row").dataset.messageId)), point));
  byId("to-bottom").addEventListener("click", () => toEnd());
  new ResizeObserver(() => view.pinned && stick()).observe(box());
}

export const find = (id) => view.list.find((message) => message.message_id === id) ?? null;
export const own = () => view.list.findLast((message) => message.from?.id === store.me && message.text);
export const isShowing = (chat, thread) => view.chat === chat && (view.thread === null || view.thread === thread);

/** Show this chat (and topic) from its end. */
export async function open(chat, thread) {
  const turn = ++view.turn;
  Object.assign(view, { chat, thread, list: [], atStart: true, atEnd: true, loading: true });
  draw();
  const list = openChat()?.started === false ? [] : await tried(api.messages(chat, { limit: PAGE, thread }));
  if (turn !== view.turn) return;
  Object.assign(view, { list: list ?? [], atStart: (list?.length ?? 0) < PAGE, atEnd: true, loading: false });
  draw();
  stick();
}

/** After a lost connection: what happened meanwhile, without moving the reader. */
export async function catchUp() {
  if (view.chat === null || !view.atEnd) return;
  const wasAtBottom = isAtBottom();
  const list = await tried(api.messages(view.chat, { limit: PAGE, thread: view.thread }));
  if (!list) return;
  const isWhole = list.length < PAGE;
  const last = view.list.at(-1)?.message_id ?? 0;
  const hasGap = !isWhole && list[0].message_id > last + 1;
  const older = isWhole || hasGap ? [] : view.list.filter((message) => message.message_id < list[0].message_id);
  view.list = [...older, ...list];
  if (isWhole || hasGap) view.atStart = isWhole;
  draw();
  if (wasAtBottom) stick();
}

/** Draw everything again: another language, zone, person or set of admins. */
export function draw() {
  const top = box().scrollTop;
  view.rows = new Map(view.list.map((message) => [message.message_id, make(message)]));
  byId("messages").replaceChildren(...view.rows.values());
  dress(0, view.list.length - 1);
  edges();
  box().scrollTop = top;
}

function make(message) {
  return row(message, { chat: openChat() ?? { id: view.chat, type: "", members: [] }, sent, actions: { ...actions, jump } });
}

function dress(from, to) {
  for (let index = Math.max(0, from); index <= Math.min(to, view.list.length - 1); index += 1) {
    decorate(view.rows.get(view.list[index].message_id), view.list[index], view.list[index - 1], view.list[index + 1]);
  }
}

/** Loading mark, hint for an empty chat, and the button to the bottom. */
export function edges() {
  byId("older").hidden = view.atStart;
  byId("transcript").setAttribute("aria-busy", String(view.loading));
  const isQuiet = !view.loading && view.atStart && !view.list.some((message) => message.from?.id !== store.bot.id && (message.text || message.caption || message.photo || message.document));
  byId("hint").replaceChildren(...(isQuiet && view.chat !== null ? [hint(actions.compose)] : []));
  const last = [...view.rows.values()].at(-1);
  for (const element of view.rows.values()) element.tabIndex = element === last ? 0 : -1;
  bottomButton();
}

function bottomButton() {
  const button = byId("to-bottom");
  if (isAtBottom() && view.atEnd) fresh = 0;
  button.hidden = isAtBottom() && view.atEnd;
  button.querySelector(".count").textContent = fresh ? String(fresh) : "";
}

function stick() {
  view.pinned = true;
  box().scrollTop = box().scrollHeight;
  fresh = 0;
  bottomButton();
}

async function toEnd() {
  if (!view.atEnd) await open(view.chat, view.thread);
  stick();
}

/** A new message of the open chat; `mine` when this window sent it. */
export function add(message, mine = false) {
  if (mine && message.sender_chat) sent.set(`${view.chat}:${message.message_id}`, store.me);
  if (view.rows.has(message.message_id)) return change(message);
  if (!view.atEnd) return bottomButton();
  const wasAtBottom = isAtBottom();
  let index = view.list.length;
  while (index > 0 && view.list[index - 1].message_id > message.message_id) index -= 1;
  const next = view.list[index];
  view.list.splice(index, 0, message);
  const element = make(message);
  element.classList.add("arriving");
  view.rows.set(message.message_id, element);
  byId("messages").insertBefore(element, next ? view.rows.get(next.message_id) : null);
  dress(index - 1, index + 1);
  if (wasAtBottom || mine) trimTop();
  else fresh += 1;
  edges();
  if (wasAtBottom || mine) stick();
  return undefined;
}

/** The message has another text or other buttons now. */
export function change(message) {
  const index = view.list.findIndex((one) => one.message_id === message.message_id);
  if (index < 0) return;
  const wasAtBottom = isAtBottom();
  const before = view.rows.get(message.message_id);
  const position = [...before.querySelectorAll(".inline-button")].indexOf(document.activeElement);
  const element = make(message);
  view.list[index] = message;
  view.rows.set(message.message_id, element);
  before.replaceWith(element);
  dress(index, index);
  if (position >= 0) element.querySelectorAll(".inline-button")[position]?.focus({ preventScroll: true }); // stays on ‹ or › while paging
  edges();
  if (wasAtBottom) stick();
}

export function remove(ids) {
  const gone = new Set(ids);
  view.list = view.list.filter((message) => !gone.has(message.message_id));
  for (const id of gone) {
    view.rows.get(id)?.remove();
    view.rows.delete(id);
  }
  dress(0, view.list.length - 1);
  edges();
}

function scrolled() {
  view.pinned = isAtBottom();
  if (box().scrollTop < 400) older();
  if (!view.atEnd && box().scrollHeight - box().scrollTop - box().clientHeight < 400) newer();
  bottomButton();
  if (view.pinned) emit("read");
}

async function older() {
  if (view.loading || view.atStart || !view.list.length) return;
  const list = await page(view.list[0].message_id);
  if (!list) return;
  view.atStart = list.length < PAGE;
  const extra = view.list.length + list.length - KEEP;
  if (extra > 0) view.atEnd = false;
  merge([...list, ...view.list].slice(0, KEEP), view.list[0]);
}

async function newer() {
  if (view.loading || !view.list.length) return;
  const last = view.list.at(-1).message_id;
  const list = await page(last + PAGE + 1);
  if (!list) return;
  const after = list.filter((message) => message.message_id > last);
  if (!after.length) return void open(view.chat, view.thread); // ids with a wide gap: go to the end
  view.atEnd = after.length < PAGE && (await tried(api.messages(view.chat, { limit: 1, thread: view.thread })))?.at(-1)?.message_id === after.at(-1).message_id;
  if (view.list.length + after.length > KEEP) view.atStart = false;
  merge([...view.list, ...after].slice(-KEEP), view.list.at(-1));
}

async function page(before) {
  const turn = view.turn;
  view.loading = true;
  const list = await tried(api.messages(view.chat, { before, limit: PAGE, thread: view.thread }));
  view.loading = false;
  return turn === view.turn ? list : null;
}

/** Put the new list into the page while the message `anchor` stays where the eye is. */
function merge(list, anchor) {
  const spot = () => view.rows.get(anchor.message_id).offsetTop;
  const before = spot() - box().scrollTop;
  const kept = new Set(list.map((message) => message.message_id));
  for (const [id, element] of view.rows) {
    if (!kept.has(id)) element.remove();
  }
  view.rows = new Map(list.map((message) => [message.message_id, view.rows.get(message.message_id) ?? make(message)]));
  view.list = list;
  byId("messages").replaceChildren(...view.rows.values());
  dress(0, list.length - 1);
  edges();
  box().scrollTop = spot() - before;
}

function trimTop() {
  while (view.list.length > KEEP) {
    const { message_id: id } = view.list.shift();
    view.rows.get(id).remove();
    view.rows.delete(id);
    view.atStart = false;
  }
}

/** Scroll to a message of this chat, loading its surroundings when it is far above. */
export async function jump(id) {
  if (!view.rows.has(id)) {
    const list = await page(id + Math.floor(PAGE / 2));
    if (!list?.some((message) => message.message_id === id)) return;
    Object.assign(view, { list, atStart: list.length < PAGE, atEnd: false });
    draw();
  }
  const element = view.rows.get(id);
  element.scrollIntoView({ block: "center" });
  element.classList.add("found");
  setTimeout(() => element.classList.remove("found"), 1500);
}

function keys(event) {
  const here = event.target.closest(".row");
  if (!here || event.target !== here) return;
  const message = find(Number(here.dataset.messageId));
  if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const rows = [...view.rows.values()];
    rows[rows.indexOf(here) + (event.key === "ArrowUp" ? -1 : 1)]?.focus();
  } else if (event.key === "Enter" || event.key === "ContextMenu") actions.menu(message, here.querySelector(".bubble") ?? here);
  else if (event.key === "r") actions.reply(message);
  else return;
  event.preventDefault();
}

/** What stands under "older messages": a line that loads them for those who do not scroll. */
export function olderButton() {
  return h("button", { type: "button", class: "text-button", text: t("older"), on: { click: older } });
}
