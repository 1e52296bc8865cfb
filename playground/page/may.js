/** What the window's person may do in a chat, as far as the page must know it before it asks the server. */

import { isAdmin, isInside, isPrivate, member, store } from "./store.js";

const mine = (chat) => member(chat, store.me);

/** Whether an admin's right is held; an owner and servers that tell no rights have them all. */
function has(chat, right) {
  const row = mine(chat);
  if (!isAdmin(row)) return false;
  return row.status === "creator" || !row.rights || row.rights.includes(right);
}

const permitted = (chat, what) => Boolean(chat.permissions?.includes?.(what) ?? chat.permissions?.[what]);

export const pin = (chat) => isPrivate(chat) || has(chat, chat.type === "channel" ? "can_edit_messages" : "can_pin_messages") || (isInside(mine(chat)) && permitted(chat, "can_pin_messages"));

/** In a private chat everybody deletes what they like; elsewhere the own words, or as an admin. */
export const remove = (chat, message) => isPrivate(chat) || message.from?.id === store.me || has(chat, "can_delete_messages");

/** Own words can be changed; of what was forwarded, sent via a bot, or is a poll, nobody changes anything. */
export function edit(message, isOwn) {
  const isFixed = message.forward_origin || message.via_bot || message.poll || message.sticker || message.dice || message.location || message.contact;
  return isOwn && !isFixed && Boolean(message.text ?? message.caption ?? message.photo ?? message.document);
}

export const invite = (chat) => has(chat, "can_invite_users");

/** Why nobody can write here as this person: the key of a sentence, or null when they can. */
export function silence(chat, thread) {
  if (!chat || isPrivate(chat)) return null;
  const row = mine(chat);
  if (chat.type === "channel") return has(chat, "can_post_messages") ? null : "silent_channel";
  if (!isInside(row)) return null;
  if (row.can_send === false) return "silent_muted";
  if (isAdmin(row)) return null;
  if (chat.permissions && !permitted(chat, "can_send_messages")) return "silent_group";
  const topic = chat.topics?.find((one) => one.id === thread);
  return topic?.closed ? "silent_topic" : null;
}

/** The chats into which this person can write: where something can be forwarded or shared. */
export const reachable = (chats) => chats.filter((one) => isPrivate(one) || (isInside(mine(one)) && !silence(one, null)));
