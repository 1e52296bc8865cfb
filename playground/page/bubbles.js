/** One message as an element: who, the reply above, the text, what hangs on it, when, the buttons below. */

import { avatar, h, icon, iconButton, tint } from "./dom.js";
import { render } from "./entities.js";
import { download, fileAddress } from "./files.js";
import { keyboard } from "./keyboard.js";
import { safe } from "./links.js";
import { sentence, summary } from "./service.js";
import { fullName, isAdmin, isPrivate, member, store } from "./store.js";
import { language, t } from "./texts.js";
import { clockTime, dayKey, dayName } from "./time.js";

/** Name and id of who speaks: a channel or anonymous group speaks for itself. */
export function sender(message) {
  const chat = message.sender_chat;
  if (chat) return { id: chat.id, name: chat.title ?? chat.username ?? "", isBot: false };
  return { id: message.from?.id, name: fullName(message.from), isBot: Boolean(message.from?.is_bot) };
}

/** Whether the window's person wrote this (also as anonymous admin or channel, where this window sent it). */
export function isOwn(message, sent) {
  return message.from?.id === store.me || (Boolean(message.sender_chat) && sent.get(`${message.chat.id}:${message.message_id}`) === store.me);
}

/**
 * The row of one message. `context`: {chat, sent, actions}; `actions` has command, mention, compose, jump(id), menu(message, anchor).
 */
export function row(message, context) {
  const told = sentence(message);
  const props = { class: "row", role: "article", tabindex: "-1", data: { testid: "message", messageId: message.message_id } };
  if (told !== null) return h("div", { ...props, class: "row service" }, h("div", { class: "service-text", text: told }));
  const own = isOwn(message, context.sent);
  const from = sender(message);
  const parts = content(message, context).filter(Boolean);
  const look = `bubble ${parts.at(-1).classList.contains("text") ? "inline-foot" : ""} ${message.edit_date ? "was-edited" : ""}`;
  const body = h("div", { class: look }, head(message, from, context, own), ...parts, foot(message));
  const column = h("div", { class: "column" }, body, keyboard(message, context.chat.id, context.actions.compose), quick(message, context.actions));
  const face = own || isPrivate(context.chat) ? null : avatar(from.name, from.id, "small");
  const looks = `row ${own ? "own" : "other"} ${face ? "" : "faceless"}`;
  return h("div", { ...props, class: looks, "aria-label": `${from.name}, ${clockTime(message.date)}` }, face, column);
}

/** What a mouse finds beside the bubble; keys and fingers reach the same by Enter and a long press. */
function quick(message, actions) {
  const button = (name, key, testid, run) => iconButton(name, t(key), run, { tabindex: "-1", "data-testid": testid });
  const reply = button("reply", "reply", "quick-reply", () => actions.reply(message));
  const more = button("more", "actions", "message-actions", (event) => actions.menu(message, event.currentTarget));
  return h("div", { class: "row-actions" }, reply, more);
}

/** Mark the row by its neighbors: day line above, first and last of a run by one sender. */
export function decorate(element, message, before, after) {
  const joined = (left, right) =>
    left && right && sentence(left) === null && sentence(right) === null && sender(left).id === sender(right).id && Math.abs(right.date - left.date) < 600 && dayKey(left.date) === dayKey(right.date);
  element.classList.toggle("first", !joined(before, message));
  element.classList.toggle("last", !joined(message, after));
  const isNewDay = !before || dayKey(before.date) !== dayKey(message.date);
  if (isNewDay) element.dataset.day = dayName(message.date);
  else delete element.dataset.day;
}

function head(message, from, context, own) {
  const parts = [];
  if (!own && !isPrivate(context.chat)) {
    const role = badge(message, from, context.chat);
    parts.push(h("div", { class: `sender name-${tint(from.id)}` }, h("span", { text: from.name }), role ? h("small", { text: role }) : null));
  }
  if (message.forward_origin) parts.push(h("div", { class: "forwarded", text: t("forwarded", { name: origin(message.forward_origin) }) }));
  if (message.via_bot) parts.push(h("div", { class: "forwarded", text: t("via", { name: message.via_bot.username }) }));
  const reply = message.reply_to_message;
  if (reply && !reply.forum_topic_created) parts.push(replyHeader(reply, message, context));
  return parts;
}

function badge(message, from, chat) {
  if (message.sender_chat?.id === chat.id) return message.author_signature ?? t("role_anonymous");
  if (message.sender_chat) return t("role_channel");
  const row = member(chat, from.id);
  if (isAdmin(row)) return t(row.status === "creator" ? "role_creator" : "role_admin");
  return from.isBot ? t("role_bot") : "";
}

function origin(from) {
  return from.sender_user ? fullName(from.sender_user) : (from.sender_user_name ?? from.sender_chat?.title ?? from.chat?.title ?? "");
}

function replyHeader(reply, message, context) {
  const from = sender(reply);
  const text = message.quote?.text ?? summary(reply);
  const props = { type: "button", class: `reply-header tint-edge-${tint(from.id)}`, data: { testid: "reply-header" }, on: { click: () => context.actions.jump(reply.message_id) } };
  return h("button", props, h("b", { class: `name-${tint(from.id)}`, text: from.name }), h("span", { text }));
}

function content(message, context) {
  const words = message.text ?? message.caption;
  const text = words ? h("div", { class: "text", dir: "auto", data: { testid: "message-text" } }, render(words, message.entities ?? message.caption_entities, context.actions)) : null;
  const options = message.link_preview_options;
  const preview = message.text ? card(message, options) : null;
  const media = [photo(message), document_(message), poll(message)].filter(Boolean);
  const isAbove = options?.show_above_text || (media.length > 0 && !message.show_caption_above_media);
  const hung = [preview, ...media];
  const known = text || hung.some(Boolean);
  const parts = isAbove ? [...hung, text] : [text, ...hung];
  return known ? parts : [h("div", { class: "text faint", text: t("kind_other") })];
}

/** A placeholder where Telegram would show the page behind a link. Nothing is fetched. */
function card(message, options) {
  if (options?.is_disabled) return null;
  const href = options?.url ? safe(options.url) : null;
  if (!href || !href.startsWith("http")) return null;
  const { hostname, pathname } = new URL(href);
  const large = options.prefer_large_media || /\.(png|jpe?g|gif|webp)$/i.test(pathname);
  const picture = large ? h("div", { class: "preview-picture" }, icon("link")) : null;
  const props = { class: `preview ${large ? "large" : ""}`, href, target: "_blank", rel: "noopener noreferrer", data: { testid: "link-preview" } };
  return h("a", props, h("b", { text: hostname.replace(/^www\./, "") }), h("span", { text: readable(pathname) }), picture);
}

function readable(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function photo(message) {
  const largest = message.photo?.at(-1);
  if (!largest) return null;
  const picture = h("img", { class: "photo", alt: message.caption ?? t("kind_photo"), width: largest.width, height: largest.height, loading: "lazy" });
  fileAddress(largest).then((address) => address && (picture.src = address));
  return message.has_media_spoiler ? h("span", { class: "spoiler", on: { click: (event) => event.currentTarget.classList.add("open") } }, picture) : picture;
}

function document_(message) {
  const file = message.document ?? message.audio ?? message.video ?? message.animation ?? message.voice;
  if (!file) return null;
  const name = file.file_name ?? t("kind_document");
  return h("button", { type: "button", class: "file", title: t("download"), data: { testid: "document" }, on: { click: () => download(file, name) } }, h("span", { class: "file-icon" }, icon("file")), h("span", {}, h("b", { text: name }), h("small", { text: size(file.file_size) })));
}

function size(bytes) {
  if (!bytes) return t("file");
  const [value, unit] = bytes < 1024 ? [bytes, "byte"] : bytes < 1048576 ? [bytes / 1024, "kilobyte"] : [bytes / 1048576, "megabyte"];
  return new Intl.NumberFormat(language(), { style: "unit", unit, maximumFractionDigits: 1 }).format(value);
}

function poll(message) {
  if (!message.poll) return null;
  const option = (one) => h("li", {}, h("span", { text: one.text }), h("small", { text: String(one.voter_count) }));
  return h("div", { class: "poll" }, h("b", { text: message.poll.question }), h("ul", {}, message.poll.options.map(option)));
}

function foot(message) {
  const edited = message.edit_date ? h("span", { class: "edited", text: t("edited") }) : null;
  return h("div", { class: "foot" }, edited, h("time", { datetime: new Date(message.date * 1000).toISOString(), text: clockTime(message.date) }));
}
