/** The open chat's messages: rows for what is held of the history, and never for more. */

import { byId, h } from "./dom.js";
import { decorate, row } from "./bubbles.js";
import { hint } from "./hint.js";
import * as history from "./history.js";
import { toast } from "./notices.js";
import { onPress } from "./press.js";
import { emit, openChat, store } from "./store.js";
import { t } from "./texts.js";

const NEAR = 90; // pixels from the bottom that count as "at the bottom"
const SOON = 600; // pixels from an edge at which the next page is asked for

const { held } = history;
const sent = new Map(); // "chat:message" that this window sent under another name -> who was behind it
let rows = new Map(); // message id -> its row
let actions = {};
let fresh = 0; // arrived below while the person read above
let isPinned = true; // the reader is at the end and stays there
let settling = null; // the frame in which the reader's place is looked at
let lastTop = 0; // where the list stood when it was last looked at
const dressed = new WeakMap(); // row -> the messages around it when it was dressed

const box = () => byId("transcript");
const below = () => box().scrollHeight - box().scrollTop - box().clientHeight;
const isAtBottom = () => below() < NEAR;
const rowOf = (message) => rows.get(message?.message_id);
const isHidden = (message) => Boolean(rowOf(message)?.classList.contains("album-part")); // its album's first row shows it

export function set(given) {
  actions = given;
  box().addEventListener("scroll", scrolled, { passive: true });
  box().addEventListener("keydown", keys);
  onPress(box(), ".bubble", (bubble, point) => actions.menu(find(Number(bubble.closest(".row").dataset.messageId)), point));
  byId("to-bottom").addEventListener("click", toEnd);
  new ResizeObserver(() => isPinned && stick()).observe(box());
}

export const find = (id) => held.list.find((message) => message.message_id === id) ?? null;
export const own = () => held.list.findLast((message) => message.from?.id === store.me && message.text);
export const isShowing = (chat, thread) => held.chat === chat && (held.thread === null || held.thread === thread);

/** Show this chat (and topic) from its end. */
export async function open(chat, thread) {
  history.turnTo(chat, thread);
  pin(true);
  fresh = 0;
  draw();
  if (openChat()?.started === false) return;
  const coming = history.newest();
  edges();
  if (await coming) show();
  else edges();
}

/** Another part of the history is held now, and the reader is at its end. */
function show() {
  draw();
  stick();
  reach();
}

/** After a lost connection: what happened meanwhile, without moving the reader. */
export async function catchUp() {
  if (held.chat === null) return;
  if (isPinned && held.atEnd) {
    if (await history.newest()) show();
  } else await steadily(history.again, true);
}

/** Draw everything again: another language, zone, person or set of admins. */
export function draw() {
  const top = box().scrollTop;
  rows = new Map();
  byId("messages").replaceChildren();
  lay();
  box().scrollTop = top;
}

/** Make the rows those of what is held, touching only rows that come or go. */
function lay() {
  const kept = new Set(held.list.map((message) => message.message_id));
  for (const [id, element] of rows) if (!kept.has(id)) leave(id, element);
  let next = byId("messages").firstChild;
  for (const message of held.list) {
    const element = rowOf(message) ?? make(message);
    rows.set(message.message_id, element);
    if (element === next) next = next.nextSibling;
    else byId("messages").insertBefore(element, next);
  }
  held.list.forEach(dress);
  edges();
}

function leave(id, element) {
  if (element.contains(document.activeElement)) box().focus({ preventScroll: true });
  element.remove();
  rows.delete(id);
}

function make(message) {
  return row(message, { chat: openChat() ?? { id: held.chat, type: "", members: [] }, sent, actions: { ...actions, jump } });
}

/** Look and day line of a row go by its neighbors; nothing is done where these stayed. */
function dress(message, index) {
  const around = [message, held.list[index - 1], held.list[index + 1]];
  const element = rowOf(message);
  if (dressed.get(element)?.every((one, place) => one === around[place])) return;
  decorate(element, ...around);
  dressed.set(element, around);
}

/** Loading mark, hint for an empty chat, the row that Tab finds, and the button to the bottom. */
export function edges() {
  byId("older").hidden = held.atStart;
  byId("older").querySelector("button").textContent = t("older");
  box().setAttribute("aria-busy", String(held.loading));
  const isQuiet = !held.loading && held.atStart && !held.list.some((message) => message.from?.id !== store.bot.id && (message.text || message.caption || message.photo || message.document));
  byId("hint").replaceChildren(...(isQuiet && held.chat !== null ? [hint(actions.compose)] : []));
  const last = rowOf(held.list.findLast((message) => !isHidden(message)));
  for (const element of byId("messages").querySelectorAll('.row[tabindex="0"]')) if (element !== last) element.tabIndex = -1;
  if (last) last.tabIndex = 0;
  settle();
}

/** Where the reader stands is looked at once a frame: it makes the browser measure the page. */
function settle() {
  settling ??= requestAnimationFrame(() => {
    settling = null;
    if (isPinned) stick();
    else bottomButton();
  });
}

function bottomButton() {
  const isThere = isAtBottom() && held.atEnd;
  if (isThere) fresh = 0;
  const button = byId("to-bottom");
  button.hidden = isThere;
  button.querySelector(".count").textContent = fresh ? String(fresh) : "";
  button.setAttribute("aria-label", fresh ? `${t("to_bottom")}, ${t("unread", { count: fresh })}` : t("to_bottom"));
}

/** Whether the reader stays at the end. There the browser must not hold other rows in place. */
function pin(isAtEnd) {
  isPinned = isAtEnd;
  box().classList.toggle("pinned", isAtEnd);
}

function stick() {
  pin(true);
  box().scrollTop = box().scrollHeight;
  lastTop = box().scrollTop;
  bottomButton();
}

async function toEnd() {
  if (held.atEnd) stick();
  else if (await history.newest()) show();
}

/** A new message of the open chat; `mine` when this window sent it. */
export function add(message, mine = false) {
  if (mine && message.sender_chat) sent.set(`${held.chat}:${message.message_id}`, store.me);
  if (rows.has(message.message_id)) return change(message);
  const isFollowed = isPinned || mine;
  if (!history.take(message, isFollowed)) return mine ? toEnd() : missed();
  if (isFollowed) pin(true);
  else fresh += 1;
  const element = make(message);
  element.classList.add("arriving");
  rows.set(message.message_id, element);
  return lay();
}

function missed() {
  fresh += 1;
  settle();
}

/** The message has another text or other buttons now. */
export function change(message) {
  const index = history.replace(message);
  if (index < 0) return;
  const before = rowOf(message);
  const position = [...before.querySelectorAll(".inline-button")].indexOf(document.activeElement);
  const hadFocus = before === document.activeElement;
  const element = make(message);
  rows.set(message.message_id, element);
  before.replaceWith(element);
  dress(message, index);
  if (position >= 0) element.querySelectorAll(".inline-button")[position]?.focus({ preventScroll: true }); // stays on ‹ or › while paging
  else if (hadFocus) element.focus({ preventScroll: true });
  edges();
}

export function remove(ids) {
  history.drop(ids);
  lay();
  if (held.list.length || (held.atStart && held.atEnd)) reach();
  else history.newest().then((came) => came && show()); // all that was held is gone, but not all there is
}

function scrolled() {
  const isUp = box().scrollTop < lastTop;
  lastTop = box().scrollTop;
  if (isAtBottom() && held.atEnd) pin(true);
  else if (isUp || settling === null) pin(false); // while new rows wait for their frame, only a move up is the reader's
  reach();
  bottomButton();
  if (isPinned) emit("read");
}

/** Near an edge of what is held the next page is fetched. */
function reach() {
  if (held.loading) return;
  if (box().scrollTop < SOON && !held.atStart) older();
  else if (below() < SOON && !held.atEnd) steadily(history.newer).then((came) => came && reach());
}

const older = () => steadily(history.older);

/** Let the list change while the message that the eye is on stays where it is. True when it changed. */
async function steadily(change, isAnew = false) {
  const coming = change();
  box().setAttribute("aria-busy", String(held.loading));
  const came = await coming;
  box().setAttribute("aria-busy", "false");
  if (!came) return false;
  pin(false);
  const eye = seen();
  const gap = eye && rowOf(eye).offsetTop - box().scrollTop;
  if (isAnew) draw();
  else lay();
  if (eye && rowOf(eye)) box().scrollTop = rowOf(eye).offsetTop - gap;
  return true;
}

/** The first message in sight, of those that stay. */
function seen() {
  const top = box().scrollTop;
  return held.list.find((message) => rowOf(message) && rowOf(message).offsetTop + rowOf(message).offsetHeight > top) ?? null;
}

/** Scroll to a message of this chat, loading its surroundings when it is far away. */
export async function jump(id) {
  pin(false);
  if (!rows.has(id)) {
    if (!(await history.around(id))) return toast(t("message_gone"));
    draw();
  }
  const element = rows.get(id);
  element.scrollIntoView({ block: "center" });
  element.focus({ preventScroll: true });
  element.classList.add("found");
  setTimeout(() => element.classList.remove("found"), 1500);
  return undefined;
}

function keys(event) {
  if (event.key === "Escape") return byId("composer").focus();
  const here = event.target.closest(".row");
  if (!here || event.target !== here) return undefined;
  const message = find(Number(here.dataset.messageId));
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step) walk(message, step);
  else if (event.key === "Home" || event.key === "End") far(event.key);
  else if (event.key === "Enter" || event.key === "ContextMenu") actions.menu(message, here.querySelector(".bubble") ?? here);
  else if (event.key === "r") actions.reply(message);
  else return undefined;
  event.preventDefault();
  return undefined;
}

/** One message up or down, also where that one is not held yet. */
async function walk(message, step) {
  const next = () => {
    let at = held.list.indexOf(message) + step;
    while (isHidden(held.list[at])) at += step;
    return held.list[at];
  };
  if (!next()) await steadily(step < 0 ? history.older : history.newer);
  rowOf(next())?.focus();
}

/** To the first message of all, or to the newest. */
async function far(key) {
  if (key === "End") await toEnd();
  else if (held.atStart || (await history.oldest())) {
    pin(false);
    lay();
    box().scrollTop = 0;
  }
  rowOf(held.list.at(key === "End" ? -1 : 0))?.focus();
}

/** What stands above: a line that loads older messages for those who do not scroll. */
export function olderButton() {
  return h("button", { type: "button", class: "text-button", text: t("older"), on: { click: older } });
}
