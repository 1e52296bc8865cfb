/** What links, buttons and mentions do when they lead to something of this playground. */

import * as api from "./api.js";
import { avatar, h } from "./dom.js";
import * as may from "./may.js";
import { chooseChat, dialog, toast, tried } from "./notices.js";
import { fullName, isAdmin, isInside, isPrivate, member, person, refresh, store, title, visibleChats } from "./store.js";
import { t } from "./texts.js";
import * as transcript from "./transcript.js";

let actions = { openPlace: () => {}, compose: () => {} };

/** `given`: openPlace(chat) shows a chat, compose(text) puts words into its line. */
export function set(given) {
  actions = given;
}

/** Follow a link that means something here; `found` as `links.meaning` says it. */
export function follow(found) {
  return FOLLOW[found.kind](found);
}

const FOLLOW = {
  start: async ({ payload }) => {
    await tried(api.post("open", { person: store.me, payload: payload || undefined }));
    await tried(refresh());
    return actions.openPlace(store.me);
  },
  bot: () => actions.openPlace(store.me),
  group: addToGroup,
  message: ({ chat, message }) => openMessage(store.chats.find((one) => one.id === chat), message),
  post: ({ username, message }) => openMessage(named(username), message),
  public: ({ username }) => openNamed(username),
  invite: ({ link }) => invited(link),
  share: ({ text }) => share(text),
  user: ({ user }) => (user === store.bot.id ? actions.openPlace(store.me) : card(person(user))),
};

const named = (username) => store.chats.find((one) => one.username?.toLowerCase() === username.toLowerCase());

function openNamed(username) {
  const chat = named(username);
  if (chat) return actions.openPlace(chat.id);
  return card(store.people.find((one) => one.username?.toLowerCase() === username.toLowerCase()));
}

async function openMessage(chat, message) {
  if (!chat || !visibleChats().includes(chat)) return toast(t("message_gone"), "bad");
  if (chat.id !== store.chat) await actions.openPlace(chat.id);
  return transcript.jump(message);
}

/** A tapped @mention: the bot's leads to it, a public chat's there, a person's shows who it is. */
export function mention(words) {
  const name = words.replace(/^@/, "").toLowerCase();
  if (name === store.bot.username.toLowerCase()) return actions.openPlace(store.me);
  if (named(name) || store.people.some((one) => one.username?.toLowerCase() === name)) return openNamed(name);
  return toast(t("nobody_named", { name: words }));
}

function card(who) {
  if (!who) return toast(t("nobody_here"));
  const words = h("div", { class: "card-words" }, h("b", { text: fullName(who) }), h("span", { text: [who.username ? `@${who.username}` : null, `ID ${who.id}`].filter(Boolean).join(" · ") }));
  return dialog("", h("div", { class: "person-card" }, avatar(fullName(who), who.id), words), [{ text: t("close"), value: "ok", kind: "main" }], "person-card");
}

async function addToGroup({ payload, channel }) {
  const kinds = channel ? ["channel"] : ["group", "supergroup"];
  const groups = store.chats.filter((one) => kinds.includes(one.type) && !one.migrated_to && isInside(member(one, store.me)) && (!channel || isAdmin(member(one, store.me))));
  const chosen = await chooseChat(t(channel ? "choose_channel" : "choose_group", { name: store.bot.first_name }), groups.map((one) => ({ id: one.id, name: one.title, face: one.id })));
  if (chosen === null) return;
  const body = { person: store.me, payload: payload || undefined, group: chosen };
  const done = await tried(channel ? api.post(`chats/${chosen}/members`, { person: "bot", by: store.me, status: "administrator" }) : api.post("open", body));
  if (done) actions.openPlace(chosen);
}

/** An inline button that asks for another chat: choose one, and the query stands in its line. */
export async function shareQuery(query, kinds) {
  const chats = may.reachable(visibleChats()).filter((one) => !kinds || kinds.includes(one.type));
  const chosen = await chooseChat(t("choose_chat"), chats.map((one) => ({ id: one.id, name: title(one), face: isPrivate(one) ? store.bot.id : one.id })));
  if (chosen === null) return;
  await actions.openPlace(chosen);
  setTimeout(() => actions.compose(`@${store.bot.username} ${query}`));
}

async function share(text) {
  const chosen = await chooseChat(t("share_to"), may.reachable(visibleChats()).map((one) => ({ id: one.id, name: title(one), face: isPrivate(one) ? store.bot.id : one.id })));
  if (chosen === null) return;
  await actions.openPlace(chosen);
  setTimeout(() => actions.compose(text));
}

/** An invite link: say what it leads to, and join, or ask to. */
async function invited(link) {
  const { chat, invite } = await behind(link);
  if (chat && isInside(member(chat, store.me))) return actions.openPlace(chat.id);
  const asks = Boolean(invite?.creates_join_request);
  const name = chat?.title ?? t("invite_link");
  const count = chat?.members.filter(isInside).length ?? 0;
  const words = h("div", { class: "card-words" }, h("b", { text: name }), h("span", { text: chat ? t(count === 1 ? "member_one" : "members", { count }) : link }));
  const buttons = [{ text: t(asks ? "join_ask" : chat?.type === "channel" ? "join_channel" : "join"), value: "join", kind: "main" }, { text: t("cancel"), value: "", kind: "quiet" }];
  const answer = await dialog("", h("div", { class: "person-card" }, avatar(name, chat?.id ?? 0), words), buttons, "invite");
  if (answer !== "join") return undefined;
  const done = await tried(api.post("join", { link, person: store.me }));
  if (!done) return undefined;
  await tried(refresh());
  return done.joined ? actions.openPlace(done.chat.id) : toast(t("join_asked"));
}

/** Which chat an invite link leads into: each chat is asked for its links. */
async function behind(link) {
  const code = (address) => address.replace(/^.*(?:\/\+|joinchat\/)/, "");
  const chats = store.chats.filter((one) => !isPrivate(one) && !one.migrated_to);
  const links = await Promise.all(chats.map((one) => api.get(`chats/${one.id}/links`).then((answer) => answer.links, () => [])));
  const place = links.findIndex((list) => list.some((one) => code(one.invite_link) === code(link)));
  return { chat: chats[place], invite: links[place]?.find((one) => code(one.invite_link) === code(link)) };
}
