/** What a newcomer sees in a quiet chat: what this is, and three messages to try, from the bot's own menu. */

import * as api from "./api.js";
import { h } from "./dom.js";
import { tried } from "./notices.js";
import { isInside, isPrivate, member, openChat, refreshSoon, store } from "./store.js";
import { t } from "./texts.js";

const PLAIN = new Set(["start", "help", "settings", "cancel", "stop", "privacy"]); // every bot has these; others show more

/** Up to three commands worth trying first. */
export function examples() {
  const telling = store.commands.filter((one) => !PLAIN.has(one.command));
  return [...telling, ...store.commands.filter((one) => PLAIN.has(one.command))].slice(0, 3);
}

/** The card; `compose(text)` puts a tapped example into the input line. */
export function hint(compose) {
  const chat = openChat();
  if (!isPrivate(chat) && chat?.type !== "channel" && !isInside(member(chat, store.bot.id))) return invitation(chat);
  const name = store.bot.first_name;
  const say = isPrivate(chat) ? "hint_private" : "hint_group";
  const told = isPrivate(chat) ? store.description : "";
  const lines = [h("h2", { text: t("hint_title", { name }) }), h("p", { class: told ? "description" : "", text: told || t(say, { name }) })];
  return h("div", { class: "hint-card", data: { testid: "hint" } }, ...lines, exampleList(compose));
}

/** A group without the bot: one press brings it in. */
function invitation(chat) {
  const name = store.bot.first_name;
  const add = () => tried(api.post(`chats/${chat.id}/members`, { person: "bot", by: store.me, status: "member" })).then(refreshSoon);
  const button = h("button", { type: "button", class: "button main", data: { testid: "invite-bot" }, text: t("invite", { name }), on: { click: add } });
  return h("div", { class: "hint-card", data: { testid: "hint" } }, h("p", { text: t("hint_without", { name }) }), button);
}

/** What an example puts into the line: the bot's own ("find papers: /search diffusion"), else the bare command. */
function words({ command, description }) {
  const own = new RegExp(`/${command} [^/\\n]*[^/\\s.。)）]`).exec(description);
  return own ? own[0] : `/${command} `;
}

/** The examples as buttons; `testid` tells the list's from the chat's. */
export function exampleList(compose, testid = "hint-example") {
  const found = examples();
  if (!found.length && !store.isServed) return h("p", { class: "faint", data: { testid: "hint-no-bot" }, text: t("hint_no_bot", { address: location.origin, token: store.token }) });
  if (!found.length) return h("p", { class: "faint", text: t("hint_no_menu", { name: store.bot.first_name }) });
  const example = (one) =>
    h("button", { type: "button", class: "example", data: { testid }, on: { click: () => compose(words(one)) } }, h("b", { text: `/${one.command}` }), h("span", { text: one.description }));
  return h("div", { class: "examples" }, found.map(example));
}
