/** What can be done with a message: react, reply, copy, edit, forward, pin, delete, look at it raw. */

import * as album from "./album.js";
import * as api from "./api.js";
import * as composer from "./composer.js";
import { icon } from "./dom.js";
import { json } from "./json.js";
import * as may from "./may.js";
import { chooseChat, copy, dialog, menu, toast, tried } from "./notices.js";
import * as polls from "./polls.js";
import { palette } from "./reactions.js";
import { sentence } from "./service.js";
import { isInside, isPrivate, member, openChat, store, title, visibleChats } from "./store.js";
import { t } from "./texts.js";

let goTo = () => {};

/** `open(chat)` shows a chat after something was forwarded there. */
export function set(open) {
  goTo = open;
}

/** The menu of a message at an element or a point. */
export function messageMenu(message, anchor) {
  if (!message) return;
  const chat = openChat();
  const isInChat = isPrivate(chat) || isInside(member(chat, store.me));
  const groups = [isInChat && !isService(message) ? reactionRow(message) : [], isInChat ? acts(message, chat) : [], reads(message, chat), isInChat ? ends(message, chat) : []];
  const items = groups.filter((group) => group.length).flatMap((group, index) => (index > 1 ? [null, ...group] : group));
  menu(anchor, items, t("actions"));
}

const isService = (message) => sentence(message) !== null;
const isProtected = (message) => Boolean(message.has_protected_content);

function reactionRow(message) {
  const draw = (close) => palette(message, close);
  return palette(message, () => {}) ? [{ draw }] : [];
}

function acts(message, chat) {
  const isOwn = message.from?.id === store.me || (chat.type === "channel" && may.pin(chat));
  const items = [];
  if (!may.silence(chat, store.thread)) items.push({ text: t("reply"), icon: icon("reply"), testid: "reply-action", run: () => composer.reply(message) });
  if (may.edit(message, isOwn)) items.push({ text: t("edit"), icon: icon("edit"), testid: "edit-action", run: () => composer.edit(message) });
  if (polls.canRetract(message)) items.push({ text: t("poll_retract"), icon: icon("back"), testid: "retract-action", run: () => polls.vote(message, []) });
  if (message.poll && !message.poll.is_closed && isOwn) items.push({ text: t("poll_stop"), icon: icon("close"), testid: "stop-action", run: () => tried(api.post("stop", { ...named(message), person: store.me })) });
  if (may.pin(chat) && !isService(message)) items.push(pinItem(message, chat));
  if (!isService(message) && !isProtected(message)) items.push({ text: t("forward"), icon: icon("forward"), testid: "forward-action", run: () => forward(message) });
  return items;
}

const named = (message) => ({ chat: message.chat.id, message: message.message_id });

function pinItem(message, chat) {
  const isPinned = chat.pins?.includes(message.message_id) ?? false;
  return { text: t(isPinned ? "unpin" : "pin"), icon: icon("pin"), testid: "pin-action", run: () => tried(api.post(`chats/${chat.id}/pins`, { message: message.message_id, by: store.me, on: !isPinned })) };
}

function reads(message, chat) {
  const words = message.text ?? album.caption(message)?.caption ?? message.caption ?? message.poll?.question;
  const items = [];
  if (words && !isProtected(message)) items.push({ text: t("copy_text"), icon: icon("copy"), testid: "copy-action", run: () => copy(words) });
  if (!isPrivate(chat) && chat.type !== "group") items.push({ text: t("copy_link"), icon: icon("link"), testid: "link-action", run: () => copy(linkTo(message, chat)) });
  items.push({ text: t("copy_id", { id: message.message_id }), icon: icon("copy"), testid: "id-action", run: () => copy(String(message.message_id)) });
  items.push({ text: t("show_json"), icon: icon("braces"), testid: "json-action", run: () => dialog(t("show_json"), json(message), [{ text: t("copy"), value: "copy" }, { text: t("close"), value: "ok", kind: "main" }], "raw").then((value) => value === "copy" && copy(JSON.stringify(message, null, 2))) });
  return items;
}

/** The address of a message as Telegram writes it: by username where the chat has one. */
function linkTo(message, chat) {
  const place = chat.username || `c/${String(message.chat.id).replace("-100", "")}`;
  const topic = message.is_topic_message ? `${message.message_thread_id}/` : "";
  return `https://t.me/${place}/${topic}${message.message_id}`;
}

function ends(message, chat) {
  if (!may.remove(chat, message)) return [];
  const run = async () => {
    for (const one of album.all(message)) await tried(api.post("delete", { ...named(one), person: store.me }));
  };
  return [{ text: t("delete"), icon: icon("bin"), danger: true, testid: "delete-action", run }];
}

/** Send a message on into another chat, with the name of who wrote it first. */
async function forward(message) {
  const chosen = await chooseChat(t("forward_to"), may.reachable(visibleChats()).map((one) => ({ id: one.id, name: title(one), face: isPrivate(one) ? store.bot.id : one.id })));
  if (chosen === null) return;
  const ids = album.all(message).map((one) => one.message_id);
  const done = await tried(api.post("forward", { chat: chosen, person: store.me, from: message.chat.id, messages: ids }));
  if (!done) return;
  if (chosen === store.chat) toast(t("forwarded_here"));
  goTo(chosen);
}

