/**
 * Albums: messages of one media group stand in one bubble. The first of them shows all; the rows of the others
 * take no room. What belongs together is remembered here, since the messages come and go one by one.
 */

import { h } from "./dom.js";
import { box, chip, isVisual, picture, visualFile } from "./media.js";
import { player } from "./player.js";
import { t } from "./texts.js";

const albums = new Map(); // "chat:group" -> {messages: Map(id -> message), row: the leader's element, draw}

const keyOf = (message) => (message.media_group_id ? `${message.chat.id}:${message.media_group_id}` : null);

/** Every message of this one's album that the window has seen, in order; itself alone when it has none. */
export function all(message) {
  const album = albums.get(keyOf(message));
  if (!album) return [message];
  return [...album.messages.values()].sort((left, right) => left.message_id - right.message_id);
}

/** Take a message up as it is drawn; whether it leads its album (or has none) and so is shown. */
export function join(message) {
  const key = keyOf(message);
  if (!key) return true;
  const album = albums.get(key) ?? { messages: new Map(), redraw: null };
  albums.set(key, album);
  const isNews = JSON.stringify(album.messages.get(message.message_id)) !== JSON.stringify(message);
  album.messages.set(message.message_id, message);
  const isLeader = all(message)[0].message_id === message.message_id;
  if (!isLeader && isNews) album.redraw?.();
  return isLeader;
}

/** The leader's row is drawn: `redraw` draws it again when another of the album comes or changes. */
export function led(message, redraw) {
  const album = albums.get(keyOf(message));
  if (album) album.redraw = redraw;
}

/** These messages are gone; what must be drawn anew because it leads its album now. */
export function leave(chat, ids) {
  const touched = [];
  for (const [key, album] of albums) {
    if (!key.startsWith(`${chat}:`) || !ids.some((id) => album.messages.delete(id))) continue;
    for (const id of ids) album.messages.delete(id);
    const first = [...album.messages.values()].sort((left, right) => left.message_id - right.message_id)[0];
    if (first) touched.push(first);
    else albums.delete(key);
  }
  return touched;
}

/** The caption that stands for the whole album: that of the only message which has one. */
export function caption(message) {
  const told = all(message).filter((one) => one.caption);
  return told.length === 1 ? told[0] : null;
}

/** The album as elements: pictures in a grid, files and sounds below each other. */
export function content(message, show) {
  const messages = all(message);
  if (messages.every(isVisual)) return [grid(messages, show)];
  const single = caption(message);
  const words = (one) => (one.caption && !single ? h("div", { class: "stack-caption", dir: "auto", text: one.caption }) : null);
  const item = (one) => [one.audio ? player(one.audio, one.audio.title ?? one.audio.file_name ?? t("kind_audio"), one.audio.performer ?? "") : chip(one.document), words(one)];
  return [h("div", { class: "stack", data: { testid: "album" } }, messages.filter((one) => one.audio ?? one.document).flatMap(item))];
}

const ROWS = { 1: [1], 2: [2], 3: [1, 2], 4: [2, 2], 5: [2, 3], 6: [3, 3], 7: [2, 2, 3], 8: [2, 3, 3], 9: [3, 3, 3], 10: [2, 2, 3, 3] };

/** Rows of equal height inside, each picture as wide as its proportions ask. */
function grid(messages, show) {
  const left = [...messages];
  const rows = (ROWS[messages.length] ?? [messages.length]).map((count) => left.splice(0, count));
  return h("div", { class: "album", role: "group", "aria-label": t("album", { count: messages.length }), data: { testid: "album" } }, rows.map((row) => line(row, show)));
}

function line(row, show) {
  const ratios = row.map((one) => Math.min(2, Math.max(0.6, box(visualFile(one)).width / box(visualFile(one)).height)));
  const element = h("div", { class: "album-row" }, row.map((one) => picture(one, show, "cell")));
  const wide = Math.max(1.2, ratios.reduce((sum, ratio) => sum + ratio, 0)); // a lone portrait must not tower
  element.style.aspectRatio = String(Math.min(3.4, wide));
  [...element.children].forEach((cell, index) => (cell.style.flexGrow = String(ratios[index])));
  return element;
}
