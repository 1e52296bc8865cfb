/** Who is in the open chat, and everything that can happen to them; new people and groups. */

import * as api from "./api.js";
import { avatar, h, icon } from "./dom.js";
import { ask, menu, tried } from "./notices.js";
import { fullName, isAdmin, isInside, isPrivate, member, openChat, person, refreshSoon, store, userId } from "./store.js";
import { language, t } from "./texts.js";

export function draw(body) {
  const chat = openChat();
  const parts = chat ? (isPrivate(chat) ? [privateChat(chat)] : [people(chat), group(chat)]) : [];
  body.replaceChildren(...parts, world());
}

async function act(promise) {
  const answer = await tried(promise);
  refreshSoon();
  return answer;
}

const change = (chat, who, status, extra = {}) => act(api.post(`chats/${chat.id}/members`, { person: who, by: store.me, status, ...extra }));

function people(chat) {
  const inside = chat.members.filter(isInside);
  const bot = inside.find((row) => userId(row) === store.bot.id);
  const outside = store.people.filter((one) => !isInside(member(chat, one.id)));
  const adds = outside.map((one) => ({ text: fullName(one), icon: avatar(fullName(one), one.id, "tiny"), run: () => change(chat, one.id, "member") }));
  if (!bot) adds.unshift({ text: store.bot.first_name, note: t("role_bot"), icon: avatar(store.bot.first_name, store.bot.id, "tiny"), run: () => change(chat, "bot", "member") });
  const add = h("button", { type: "button", class: "button", data: { testid: "member-add" }, disabled: adds.length === 0, on: { click: (event) => menu(event.currentTarget, adds, t("member_add")) } }, icon("add"), t("member_add"));
  return h("section", { class: "field" }, h("h2", { text: chat.title }), h("ul", { class: "members" }, inside.map((row) => line(chat, row))), add);
}

function line(chat, row) {
  const id = userId(row);
  const isBot = id === store.bot.id;
  const name = isBot ? store.bot.first_name : fullName(person(id) ?? row.user);
  const notes = [isBot ? t("role_bot") : null, isBot && isAdmin(row) === false ? t(chat.reads_all ? "reads_all" : "reads_some") : null, isAdmin(row) ? t(row.status === "creator" ? "role_creator" : "role_admin") : null, row.can_send === false ? t("muted") : null, row.anonymous ? t("anonymous") : null, id === store.me ? t("you") : null];
  const items = choices(chat, row, isBot ? "bot" : id);
  const more = h("button", { type: "button", class: "icon-button", "aria-label": t("member_actions", { name }), data: { testid: "member-actions" }, on: { click: (event) => menu(event.currentTarget, items, name) } }, icon("more"));
  return h("li", { data: { testid: "member", userId: id } }, avatar(name, id, "small"), h("span", { class: "member-words" }, h("b", { text: name }), h("small", { text: notes.filter(Boolean).join(" · ") })), more);
}

function choices(chat, row, who) {
  const items = [];
  if (row.status === "member" || row.status === "restricted") items.push({ text: t("promote"), testid: "promote", run: () => change(chat, who, "administrator") });
  if (who !== "bot" && ["member", "restricted"].includes(row.status)) {
    const isMuted = row.status === "restricted" && row.can_send === false;
    items.push({ text: t(isMuted ? "unmute" : "mute"), run: () => change(chat, who, isMuted ? "member" : "restricted", { can_send: isMuted }) });
  }
  if (row.status === "administrator") {
    items.push({ text: t("demote"), testid: "demote", run: () => change(chat, who, "member") });
    if (who !== "bot") items.push({ text: t(row.anonymous ? "show_name" : "hide_name"), run: () => change(chat, who, "administrator", { anonymous: !row.anonymous }) });
  }
  if (who !== "bot" && who !== store.me) items.push({ text: t("leave"), run: () => act(api.post(`chats/${chat.id}/members`, { person: who, by: who, status: "left" })) });
  if (who === store.me) items.push({ text: t("leave_self"), danger: true, run: () => change(chat, who, "left") });
  else items.push({ text: t("kick"), danger: true, testid: "kick", run: () => change(chat, who, "kicked") });
  return items;
}

function group(chat) {
  if (chat.type !== "group") return "";
  const upgrade = h("button", { type: "button", class: "button", data: { testid: "upgrade" }, text: t("upgrade"), on: { click: () => act(api.post(`chats/${chat.id}/upgrade`)) } });
  return h("section", { class: "field" }, upgrade, h("p", { class: "faint", text: t("upgrade_about") }));
}

function privateChat() {
  const name = store.bot.first_name;
  const isBlocked = Boolean(person(store.me)?.blocked);
  const block = h("button", { type: "button", class: "button", data: { testid: "block" }, text: t(isBlocked ? "unblock" : "block", { name }), on: { click: () => act(api.post("block", { person: store.me, on: !isBlocked })) } });
  return h("section", { class: "field" }, h("h2", { text: t("private_with", { name }) }), block);
}

/** Who has blocked the bot, each a switch: it also counts while a group is open. */
function blocks() {
  const box = (one) => {
    const check = h("input", { type: "checkbox", checked: Boolean(one.blocked), data: { testid: "blocked" } });
    check.addEventListener("change", () => act(api.post("block", { person: one.id, on: check.checked })));
    return h("label", { class: "check" }, check, fullName(one));
  };
  return h("fieldset", { class: "field" }, h("legend", { text: t("blocked_by", { name: store.bot.first_name }) }), store.people.map(box));
}

function world() {
  const privacy = h("input", { type: "checkbox", checked: store.bot.privacy ?? !store.bot.can_read_all_group_messages, data: { testid: "privacy" } });
  privacy.addEventListener("change", () => act(api.post("privacy", { on: privacy.checked })));
  const newPerson = h("button", { type: "button", class: "button", data: { testid: "new-person" }, on: { click: () => makePerson() } }, icon("add"), t("new_person"));
  const newGroup = h("button", { type: "button", class: "button", data: { testid: "new-group" }, on: { click: chooseKind } }, icon("add"), t("new_group"));
  return h("section", { class: "field" }, h("h2", { text: t("world") }), h("div", { class: "button-row" }, newPerson, newGroup), person(store.me) ? languageOf(person(store.me)) : null, h("label", { class: "check" }, privacy, t("privacy")), h("p", { class: "faint", text: t("privacy_about") }), store.people.length ? blocks() : null);
}

/** Ask for a name; somebody new is there, in the language of this page. */
export async function makePerson() {
  const name = await ask(t("new_person"), t("person_name"));
  if (name) await act(api.post("people", { first_name: name, language_code: language() }));
}

function chooseKind(event) {
  const item = (kind) => ({ text: t(`kind_${kind}`), note: t(`kind_${kind}_about`), testid: `new-${kind}`, run: () => makeGroup(kind) });
  menu(event.currentTarget, ["group", "supergroup", "forum", "channel"].map(item), t("new_group"));
}

async function makeGroup(kind) {
  const name = await ask(t(`kind_${kind}`), t("group_name"));
  if (name) await act(api.post("chats", { type: kind, title: name, by: store.me }));
}

/** The language that the person's Telegram is in: bots may set their menus by it. */
function languageOf(who) {
  const names = { "": t("language_none"), en: "English", zh: "中文" };
  if (!(who.language_code in names)) names[who.language_code] = who.language_code;
  const option = ([code, text]) => h("option", { value: code, text, selected: code === (who.language_code ?? "") });
  const change = (event) => act(api.post(`people/${who.id}`, { language_code: event.target.value }));
  const select = h("select", { id: "person-language", data: { testid: "person-language" }, on: { change } }, Object.entries(names).map(option));
  return h("div", { class: "field-cell" }, h("label", { for: "person-language", text: t("language_of", { name: fullName(who) }) }), select);
}
