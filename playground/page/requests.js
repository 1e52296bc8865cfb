/** Who asks to come in: a bar above the messages for the admins who may let them. */

import * as api from "./api.js";
import { avatar, byId, h } from "./dom.js";
import * as may from "./may.js";
import { tried } from "./notices.js";
import { fullName, isPrivate, openChat, person, refreshSoon, store } from "./store.js";
import { t } from "./texts.js";

const bar = h("div", { class: "requests", hidden: true, data: { testid: "join-requests" } });

export function set() {
  byId("offline").after(bar);
}

const who = (request) => person(request.person) ?? { id: request.person, first_name: String(request.person) };

/** Draw the bar as the open chat's state has it. */
export function refresh() {
  const chat = openChat();
  const asking = !chat || isPrivate(chat) || !may.invite(chat) ? [] : (chat.join_requests ?? []);
  bar.hidden = asking.length === 0;
  const title = h("b", { text: t(asking.length === 1 ? "request_one" : "request_many", { count: asking.length }) });
  bar.replaceChildren(title, h("ul", {}, asking.map((request) => line(chat, request))));
}

function line(chat, request) {
  const one = who(request);
  const name = fullName(one);
  const settle = (approve) => tried(api.post(`chats/${chat.id}/requests`, { person: one.id, by: store.me, approve })).then(refreshSoon);
  const button = (key, testid, kind, approve) => h("button", { type: "button", class: `button ${kind}`, "aria-label": `${t(key)}: ${name}`, data: { testid }, text: t(key), on: { click: () => settle(approve) } });
  return h("li", {}, avatar(name, one.id, "tiny"), h("span", { class: "request-name" }, h("span", { text: name })), button("approve", "approve", "main", true), button("decline", "decline", "", false));
}
