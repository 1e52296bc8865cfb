/** One message as an element: who, the reply above, the text, what hangs on it, when, the buttons below. */

import * as album from "./album.js";
import { avatar, h, icon, iconButton, tint } from "./dom.js";
import { render } from "./entities.js";
import { keyboard } from "./keyboard.js";
import { isVisual, media, source } from "./media.js";
import { poll } from "./polls.js";
import { preview } from "./preview.js";
import { chips } from "./reactions.js";
import { isOwn, originName, sender } from "./sender.js";
import { sentence, summary } from "./service.js";
import { isAdmin, isPrivate, member } from "./store.js";
import { t } from "./texts.js";
import { clockTime, dayKey, dayName } from "./time.js";

export { isOwn, sender };

/**
 * The row of one message. `context`: {chat, sent, actions}; `actions` has command, mention, compose, jump(id),
 * menu(message, anchor), view(message).
 */
export function row(message, context) {
  const told = sentence(message);
  const props = { class: "row", role: "article", tabindex: "-1", data: { testid: "message", messageId: message.message_id } };
  if (told !== null) return h("div", { ...props, class: "row service" }, service(message, told, context));
  if (!album.join(message)) return h("div", { ...props, class: "row album-part" });
  const own = isOwn(message, context.sent);
  const from = sender(message);
  const face = own || isPrivate(context.chat) || context.chat.type === "channel" ? null : avatar(from.name, from.id, "small");
  const looks = `row ${own ? "own" : "other"} ${face ? "" : "faceless"}`;
  const element = h("div", { ...props, class: looks, "aria-label": `${from.name}, ${clockTime(message.date)}` }, face, column(message, from, context, own));
  album.led(message, () => element.querySelector(":scope > .column").replaceWith(column(message, from, context, own)));
  return element;
}

/** What happened, as one line; where it speaks of a message, a press goes there. */
function service(message, told, context) {
  const target = message.pinned_message?.message_id;
  if (!target) return h("div", { class: "service-text", text: told });
  return h("button", { type: "button", class: "service-text", text: told, on: { click: () => context.actions.jump(target) } });
}

function column(message, from, context, own) {
  const isGroup = album.all(message).length > 1;
  const hung = isGroup ? album.content(message, context.actions.view) : [...media(message, context.actions.view), message.poll ? poll(message) : null].filter(Boolean);
  const isBare = !isGroup && Boolean(message.sticker ?? message.dice ?? message.video_note) && !message.caption;
  const parts = content(message, context, hung);
  const above = head(message, from, context, own);
  const looks = ["bubble", ending(message, parts, isGroup), message.edit_date ? "was-edited" : "", isBare ? "bare" : "", hung.some((one) => one.classList.contains("visual") || one.classList.contains("album")) ? "has-visual" : "", message.has_protected_content ? "is-protected" : ""];
  const body = h("div", { class: looks.filter(Boolean).join(" ") }, ...above, ...parts, chips(message), foot(message));
  return h("div", { class: "column" }, body, keyboard(message, context.chat.id, context.actions.compose), quick(message, context.actions));
}

/** Where the time stands: in the text's last line, upon a picture without words, or below. */
function ending(message, parts, isGroup) {
  if (message.reactions?.length || (message.chat.type === "channel" && message.author_signature)) return "";
  const last = parts.at(-1);
  if (last.classList.contains("text") && !last.classList.contains("jumbo")) return "inline-foot";
  const isOpen = isGroup ? last.classList.contains("album") : isVisual(message) && last.classList.contains("visual");
  return isOpen || last.classList.contains("round-film") ? "over-foot" : "";
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
  element.classList.toggle("last", !joined(message, after) || isLastOfAlbum(message, after));
  const isNewDay = !before || dayKey(before.date) !== dayKey(message.date);
  if (isNewDay) element.dataset.day = dayName(message.date);
  else delete element.dataset.day;
}

/** The rest of an album takes no room, so its leader bears the face. */
const isLastOfAlbum = (message, after) => Boolean(after && message.media_group_id && message.media_group_id === after.media_group_id);

function head(message, from, context, own) {
  const parts = [];
  if (!own && !isPrivate(context.chat)) {
    const role = badge(message, from, context.chat);
    parts.push(h("div", { class: `sender name-${tint(from.id)}` }, h("span", { text: from.name }), role ? h("small", { text: role }) : null));
  }
  if (message.forward_origin) parts.push(forwarded(message.forward_origin));
  if (message.via_bot) parts.push(via(message.via_bot, context.actions));
  const reply = message.reply_to_message;
  if (reply && !reply.forum_topic_created) parts.push(replyHeader(reply, message, context));
  else if (message.external_reply) parts.push(foreignReply(message));
  return parts;
}

function forwarded(origin) {
  const name = originName(origin);
  const face = origin.sender_user ?? origin.sender_chat ?? origin.chat;
  const signature = origin.author_signature ? ` (${origin.author_signature})` : "";
  return h("div", { class: "forwarded", data: { testid: "forwarded" } }, h("span", { text: t("forwarded_from") }), avatar(name, face?.id ?? name.length, "dot"), h("b", { class: `name-${tint(face?.id)}`, text: `${name}${signature}` }));
}

function via(bot, actions) {
  const press = () => actions.compose(`@${bot.username} `);
  return h("button", { type: "button", class: "forwarded text-button", text: t("via", { name: bot.username }), on: { click: press } });
}

function badge(message, from, chat) {
  if (message.sender_chat?.id === chat.id) return chat.type === "channel" ? "" : (message.author_signature ?? t("role_anonymous"));
  if (message.sender_chat) return t("role_channel");
  const row = member(chat, from.id);
  if (isAdmin(row)) return row.title || row.custom_title || t(row.status === "creator" ? "role_creator" : "role_admin");
  return from.isBot ? t("role_bot") : "";
}

function replyHeader(reply, message, context) {
  const from = sender(reply);
  const quoted = message.quote ? render(message.quote.text, message.quote.entities) : summary(reply);
  const thumbnail = reply.photo && !reply.has_media_spoiler ? source(h("img", { class: "reply-thumb", alt: "" }), reply.photo[0]) : null;
  const words = h("span", { class: "reply-words" }, h("b", { class: `name-${tint(from.id)}`, text: from.name }), h("span", {}, quoted));
  const props = { type: "button", class: `reply-header tint-edge-${tint(from.id)} ${message.quote ? "quoted" : ""}`, data: { testid: "reply-header" }, on: { click: () => context.actions.jump(reply.message_id) } };
  return h("button", props, thumbnail, words);
}

/** A reply to a message of another chat: what Telegram tells of it. */
function foreignReply({ external_reply: reply, quote }) {
  const name = originName(reply.origin) || reply.chat?.title || "";
  const told = quote?.text ?? summary({ ...reply, text: undefined });
  return h("div", { class: `reply-header tint-edge-${tint(reply.chat?.id)} ${quote ? "quoted" : ""}`, data: { testid: "reply-header" } }, h("span", { class: "reply-words" }, h("b", { text: name }), h("span", { text: told })));
}

function content(message, context, media) {
  const told = album.all(message).length > 1 ? album.caption(message) : message;
  const words = told?.text ?? told?.caption;
  const text = words ? h("div", { class: `text ${jumbo(told)}`, dir: "auto", data: { testid: "message-text" } }, render(words, told.entities ?? told.caption_entities, context.actions)) : null;
  const card = preview(message);
  const isAbove = message.link_preview_options?.show_above_text || (media.length > 0 && !message.show_caption_above_media);
  const hung = [card, ...media].filter(Boolean);
  const parts = (isAbove ? [...hung, text] : [text, ...hung]).filter(Boolean);
  return parts.length ? parts : [h("div", { class: "text faint", text: t("kind_other") })];
}

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)/u; // the engine takes a third of a second to read \p{RGI_Emoji}
const graphemes = new Intl.Segmenter();

/** Up to three emoji alone are shown large. */
function jumbo({ text, entities }) {
  if (!text || entities?.length || text.length > 60) return "";
  const found = [...graphemes.segment(text.replace(/\s/g, ""))];
  return found.length > 0 && found.length <= 3 && found.every((one) => EMOJI.test(one.segment)) ? "jumbo" : "";
}

function foot(message) {
  const signature = message.chat.type === "channel" && message.author_signature ? h("span", { text: message.author_signature }) : null;
  const lock = message.has_protected_content ? h("span", { class: "locked", title: t("protected"), "aria-label": t("protected"), role: "img" }, icon("lock")) : null;
  const edited = message.edit_date ? h("span", { class: "edited", text: t("edited") }) : null;
  return h("div", { class: "foot" }, lock, signature, edited, h("time", { datetime: new Date(message.date * 1000).toISOString(), text: clockTime(message.date) }));
}
