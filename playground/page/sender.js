/** Who speaks in a message: a person, the bot, a channel, or the group itself for an anonymous admin. */

import { fullName, store } from "./store.js";

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

/** Whom a forwarded message comes from, as its header names it. */
export function originName(from) {
  return from.sender_user ? fullName(from.sender_user) : (from.sender_user_name ?? from.sender_chat?.title ?? from.chat?.title ?? "");
}
