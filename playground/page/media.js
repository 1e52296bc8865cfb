/** What hangs on a message besides its words: pictures, films, sounds, files, places, people, dice. */

import { avatar, h, icon } from "./dom.js";
import { download, fileAddress } from "./files.js";
import { open } from "./links.js";
import { copy } from "./notices.js";
import { player } from "./player.js";
import { language, t } from "./texts.js";

const WIDEST = 420; // pixels that a picture takes at most, as the bubble allows
const TALLEST = 440;
const LEAST = 120;

/** The elements of everything that hangs on this message; `show(message)` opens a picture large. */
export function media(message, show) {
  for (const [kind, make] of Object.entries(MAKERS)) {
    if (!message[kind]) continue;
    if (kind === "document" && message.animation) continue; // Telegram gives an animation's file twice
    if (kind === "location" && message.venue) continue;
    return [make(message[kind], message, show)];
  }
  return [];
}

/** Whether the message is a picture or a film: these fill the bubble and stand in an album's grid. */
export const isVisual = (message) => Boolean(message.photo ?? message.video ?? (message.animation || null));

/** The file of a picture or film: the largest size of a photo. */
export const visualFile = (message) => message.photo?.at(-1) ?? message.animation ?? message.video;

const MAKERS = {
  photo: (_, message, show) => picture(message, show),
  animation: (file, message) => moving(file, message),
  video: (file, message, show) => picture(message, show),
  video_note: (file) => note(file),
  sticker: (file) => sticker(file),
  voice: (file) => player(file, t("kind_voice"), ""),
  audio: (file) => player(file, file.title ?? file.file_name ?? t("kind_audio"), file.performer ?? ""),
  document: (file) => chip(file),
  venue: (venue) => place(venue.location, venue.title, venue.address),
  location: (spot) => place(spot, t(spot.live_period ? "kind_live_location" : "kind_location"), null),
  contact: (person) => contact(person),
  dice: (dice) => h("div", { class: "dice", role: "img", "aria-label": `${dice.emoji} ${dice.value}`, data: { testid: "dice" } }, h("span", { text: dice.emoji }), h("b", { text: String(dice.value) })),
  game: (game) => h("div", { class: "placeholder" }, h("b", { text: game.title }), h("span", { text: game.description })),
  invoice: (invoice) => h("div", { class: "placeholder" }, h("b", { text: invoice.title }), h("span", { text: invoice.description })),
  paid_media: () => h("div", { class: "placeholder", text: t("kind_paid") }),
  story: () => h("div", { class: "placeholder", text: t("kind_story") }),
};

/** A photo or the still of a video as a button that opens it; behind a spoiler the first press uncovers it. */
export function picture(message, show, looks = "") {
  const file = visualFile(message);
  const film = message.video ?? (message.photo ? null : message.animation);
  const word = t(film ? "kind_video" : "kind_photo");
  const label = message.caption ? `${word}: ${message.caption}` : word;
  const inner = film ? still(film) : h("img", { alt: "", ...box(file) });
  if (!film) source(inner, file);
  const mark = film ? h("span", { class: "film-mark", "aria-hidden": "true" }, icon("play")) : null;
  const time = film?.duration ? h("span", { class: "film-time", text: duration(film.duration) }) : null;
  const covered = Boolean(message.has_media_spoiler) && !uncovered.has(key(message));
  const button = h("button", { type: "button", class: `visual ${covered ? "covered" : ""} ${looks}`, "aria-label": covered ? t("spoiler_media") : label, title: covered ? t("spoiler_media") : null, data: { testid: film ? "video" : "photo", message: message.message_id } }, inner, mark, time);
  button.addEventListener("click", () => {
    if (!button.classList.contains("covered")) return show(message);
    uncovered.add(key(message));
    button.classList.remove("covered");
    button.setAttribute("aria-label", label);
    return button.removeAttribute("title");
  });
  return button;
}

const uncovered = new Set(); // spoilers that this window has opened: a redrawn row must not close them
const key = (message) => `${message.chat.id}:${message.message_id}`;

/** The first frame of a film: its own thumbnail when it has one. */
function still(film) {
  const thumbnail = film.thumbnail ?? film.thumb;
  if (thumbnail) return source(h("img", { alt: "", ...box(film) }), thumbnail);
  return source(h("video", { ...box(film), muted: true, playsinline: true, preload: "metadata", tabindex: "-1", "aria-hidden": "true" }), film);
}

/** Width and height that keep the proportions and fit a bubble, so that nothing jumps when the picture comes. */
export function box(file) {
  const [width, height] = [file.width || 320, file.height || 240];
  const fit = Math.min(WIDEST / width, TALLEST / height, Math.max(1, LEAST / Math.min(width, height)));
  return { width: Math.max(64, Math.round(width * fit)), height: Math.max(48, Math.round(height * fit)) };
}

/** Load a file into an element; where it cannot be shown, the element says so by its class. */
export function source(element, file) {
  const address = fileAddress(file);
  element.addEventListener("error", () => element.classList.add("missing"));
  if (address) element.src = address;
  else element.classList.add("missing");
  return element;
}

/** An animation: it plays by itself without sound, and a press stops it. */
function moving(file, message) {
  const isPicture = /image\//.test(file.mime_type ?? "") || /\.gif$/i.test(file.file_name ?? "");
  if (isPicture) return source(h("img", { class: "visual", alt: message.caption ?? t("kind_animation"), ...box(file) }), file);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const film = source(h("video", { ...box(file), loop: true, autoplay: !calm, playsinline: true, tabindex: "-1" }), file);
  film.muted = true;
  const turn = () => (film.paused ? film.play().catch(() => {}) : film.pause());
  return h("button", { type: "button", class: "visual", "aria-label": t("kind_animation"), data: { testid: "animation" }, on: { click: turn } }, film, h("span", { class: "film-time", text: "GIF" }));
}

function note(file) {
  const film = source(h("video", { playsinline: true, preload: "metadata", tabindex: "-1" }), file);
  const turn = () => (film.paused ? film.play().catch(() => {}) : film.pause());
  return h("button", { type: "button", class: "round-film", "aria-label": t("kind_video_note"), data: { testid: "video-note" }, on: { click: turn } }, film, h("span", { class: "film-time", text: duration(file.duration ?? 0) }));
}

function sticker(file) {
  const side = { width: 180, height: Math.round((180 * (file.height || 512)) / (file.width || 512)) };
  const name = t("kind_sticker_of", { emoji: file.emoji ?? "" });
  if (file.is_animated) return h("div", { class: "sticker", role: "img", "aria-label": name, text: file.emoji ?? "▫️" }); // a .tgs needs Telegram's own player
  const tag = file.is_video ? "video" : "img";
  const shown = source(h(tag, { class: "sticker", alt: file.is_video ? null : name, "aria-label": name, ...side, autoplay: file.is_video, loop: file.is_video, data: { testid: "sticker" } }), file);
  if (file.is_video) shown.muted = true;
  shown.addEventListener("error", () => shown.replaceWith(h("div", { class: "sticker", role: "img", "aria-label": name, text: file.emoji ?? "▫️" })));
  return shown;
}

/** A document: its ending as a tile, name and size; a press saves it. */
export function chip(file) {
  const name = file.file_name ?? t("kind_document");
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1].toLowerCase();
  const tile = h("span", { class: "file-icon", "aria-hidden": "true" }, ending ? h("span", { text: ending }) : icon("file"));
  const words = h("span", { class: "file-words" }, h("b", { text: name }), h("small", { text: size(file.file_size) }));
  return h("button", { type: "button", class: "file", title: t("download"), data: { testid: "document" }, on: { click: () => download(file, name) } }, tile, words);
}

export function size(bytes) {
  if (!bytes) return t("file");
  const [value, unit] = bytes < 1024 ? [bytes, "B"] : bytes < 1048576 ? [bytes / 1024, "KB"] : [bytes / 1048576, "MB"];
  return `${new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value)} ${unit}`;
}

export function duration(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A place without a map, since nothing is fetched: a drawn one, the coordinates, and a link that shows it. */
function place({ latitude, longitude }, title, address) {
  const at = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  const words = h("span", { class: "place-words" }, h("b", { text: title }), h("span", { text: address ?? at }));
  return h("button", { type: "button", class: "place", title: at, data: { testid: "place" }, on: { click: () => open(map, true) } }, h("span", { class: "place-map", "aria-hidden": "true" }, icon("pin_point")), words);
}

function contact(person) {
  const name = [person.first_name, person.last_name].filter(Boolean).join(" ");
  const words = h("span", { class: "file-words" }, h("b", { text: name }), h("small", { text: person.phone_number }));
  return h("button", { type: "button", class: "file", title: t("copy_phone"), data: { testid: "contact" }, on: { click: () => copy(person.phone_number) } }, avatar(name, person.user_id ?? name.length, "medium"), words);
}
