/** What can go wrong between a bot and Telegram: faults on demand, flood limits and the pauses they bring. */

import * as api from "./api.js";
import { h, icon, iconButton } from "./dom.js";
import { keepingFocus } from "./focus.js";
import { tried } from "./notices.js";
import { refreshSoon, store, title } from "./store.js";
import { t } from "./texts.js";

const KINDS = ["429", "403", "400", "400-migrate", "5xx-json", "5xx-html", "slow", "broken", "broken-before"];
const METHODS = ["*", "sendMessage", "sendPhoto", "sendDocument", "sendMediaGroup", "sendPoll", "sendChatAction", "copyMessage", "forwardMessage", "editMessageText", "editMessageReplyMarkup", "deleteMessage", "answerCallbackQuery", "answerInlineQuery", "pinChatMessage", "getChat", "getChatMember", "getChatAdministrators", "getFile", "getUpdates"];
const PARAMETERS = ["chat_id", "message_thread_id", "text", "parse_mode", "message_id"];
/** What a kind can be told besides: parameter of the request -> the input for it. */
const MORE = {
  429: { retry_after: { type: "number", min: "1", max: "3600", value: "5" } },
  slow: { seconds: { type: "number", min: "0", max: "600", value: "5" } },
  403: { description: { placeholder: "Forbidden: bot was blocked by the user" } },
  400: { description: { placeholder: "Bad Request: chat not found" } },
  "5xx-json": { status: { type: "number", min: "500", max: "599", placeholder: "500" }, description: { placeholder: "Internal Server Error" } },
  "5xx-html": { status: { type: "number", min: "500", max: "599", placeholder: "502" } },
};

export async function draw(body) {
  body.replaceChildren(h("div", { id: "flood" }), h("div", { id: "faults", class: "faults", data: { testid: "fault-list" } }), form());
  showFlood();
  await show();
}

const cell = (id, key, input) => h("div", { class: "field-cell" }, h("label", { for: id, text: t(key) }), input);
const names = (id, values) => h("datalist", { id }, values.map((value) => h("option", { value })));

function form() {
  const method = h("input", { id: "fault-method", list: "fault-methods", value: "sendMessage", required: true, autocomplete: "off", data: { testid: "fault-method" } });
  const kind = h("select", { id: "fault-kind", data: { testid: "fault-kind" } }, KINDS.map((name) => h("option", { value: name, text: t(`fault_${name}`) })));
  const times = h("input", { id: "fault-times", type: "number", min: "1", max: "999", value: "1", required: true, data: { testid: "fault-times" } });
  const more = h("div", { class: "field-pair" });
  const match = h("div", { class: "field-cell", role: "group", "aria-labelledby": "fault-match" }, h("span", { id: "fault-match", class: "label", text: t("fault_match") }), matchRow());
  kind.addEventListener("change", () => more.replaceChildren(...extras(kind.value)));
  more.replaceChildren(...extras(kind.value));
  const submit = async (event) => {
    event.preventDefault();
    const told = Object.fromEntries([...more.querySelectorAll("[name]")].filter((input) => input.value).map((input) => [input.name, input.value]));
    await tried(api.post("faults", { method: method.value.trim(), kind: kind.value, times: Number(times.value), match: matched(match), ...told }));
    show();
  };
  const add = h("button", { type: "submit", class: "button main", data: { testid: "fault-add" }, text: t("fault_add") });
  const pair = h("div", { class: "field-pair" }, cell("fault-kind", "fault_kind", kind), cell("fault-times", "fault_times", times));
  const fields = [cell("fault-method", "fault_method", method), pair, more, match, names("fault-methods", METHODS), names("fault-parameters", PARAMETERS)];
  return h("form", { class: "field", on: { submit } }, h("h2", { text: t("fault_title") }), h("p", { class: "faint", text: t("fault_about") }), ...fields, add);
}

function extras(kind) {
  if (kind === "400-migrate") {
    const places = store.chats.filter((one) => one.type === "supergroup");
    const select = h("select", { id: "fault-chat", name: "chat", data: { testid: "fault-chat" } }, places.map((one) => h("option", { value: one.id, text: title(one) })));
    return [cell("fault-chat", "fault_chat", select)];
  }
  return Object.entries(MORE[kind] ?? {}).map(([name, props]) => cell(`fault-${name}`, `fault_${name}`, h("input", { id: `fault-${name}`, name, autocomplete: "off", data: { testid: `fault-${name}` }, ...props })));
}

/** A parameter and its value; once both are there a further row appears below. */
function matchRow() {
  const input = (key, props) => h("input", { autocomplete: "off", "aria-label": t(key), placeholder: t(key), ...props });
  const name = input("fault_parameter", { list: "fault-parameters", data: { testid: "fault-parameter" } });
  const value = input("fault_value", { data: { testid: "fault-value" } });
  const row = h("div", { class: "field-row match" }, name, h("span", { "aria-hidden": "true", text: "=" }), value);
  name.addEventListener("change", () => name.value === "chat_id" && !value.value && (value.value = store.chat ?? ""));
  row.addEventListener("input", () => name.value && value.value && !row.nextElementSibling && row.after(matchRow()));
  return row;
}

function matched(group) {
  const rows = [...group.querySelectorAll(".match")].map((row) => [...row.querySelectorAll("input")].map((input) => input.value.trim()));
  return Object.fromEntries(rows.filter(([name]) => name));
}

/** The faults that wait now, each with a button that takes it away. */
export async function show() {
  const answer = await tried(api.get("faults"));
  const list = document.getElementById("faults");
  if (!list || !answer) return;
  const clear = h("button", { type: "button", class: "button", data: { testid: "fault-clear" }, text: t("fault_clear"), on: { click: () => tried(api.drop("faults")).then(show) } });
  const { faults } = answer;
  const empty = h("p", { class: "faint", text: t("fault_none") });
  keepingFocus(list, () => list.replaceChildren(h("h2", { text: t("fault_waiting") }), faults.length ? h("ul", {}, faults.map(waiting)) : empty, faults.length > 1 ? clear : ""));
}

function waiting(fault) {
  const match = Object.entries(fault.match).map(([name, value]) => `${name} = ${value}`);
  const told = { 429: `retry_after ${fault.retry_after}`, slow: t("seconds", { count: fault.seconds }), "400-migrate": String(fault.chat) }[fault.kind] ?? (fault.status || null);
  const notes = [t(`fault_${fault.kind}`), told, fault.description, ...match].filter(Boolean).join(" · ");
  const name = fault.method === "*" ? t("fault_any") : fault.method;
  const away = iconButton("close", t("fault_away", { name, kind: t(`fault_${fault.kind}`) }), () => tried(api.drop(`faults/${fault.id}`)).then(show), { "data-testid": "fault-away" });
  const words = h("span", { class: "fault-words" }, h("b", { text: `${name} × ${fault.times}` }), h("small", { text: notes }));
  return h("li", { class: "fault", data: { testid: "fault" } }, words, away);
}

/** The switch of the flood limits, and where the bot must wait for how long. */
export function showFlood() {
  const box = document.getElementById("flood");
  if (!box) return;
  const on = h("input", { type: "checkbox", checked: store.flood, data: { testid: "flood" } });
  const set = (isOn) => tried(api.post("flood", { on: isOn })).then(refreshSoon);
  on.addEventListener("change", () => set(on.checked));
  const end = h("button", { type: "button", class: "button", data: { testid: "flood-end" }, on: { click: () => set(true) } }, icon("clock"), t("flood_end"));
  const parts = [h("h2", { text: t("flood") }), h("label", { class: "check" }, on, t("flood_on")), h("p", { class: "faint", text: t("flood_about") })];
  const pauses = store.pauses.length ? [h("ul", { class: "pauses", data: { testid: "pauses" } }, store.pauses.map(pause)), end] : [];
  keepingFocus(box, () => box.replaceChildren(h("section", { class: "field" }, ...parts, ...pauses)));
  tick();
}

function pause({ chat, until }) {
  const place = store.chats.find((one) => one.id === chat);
  const name = place ? (place.type === "private" ? t("private_of", { name: place.title }) : title(place)) : String(chat);
  return h("li", { class: "fault", data: { testid: "pause" } }, h("b", { text: name }), h("span", { class: "seconds-left", data: { until } }));
}

/** A second went by: the pauses are shorter, and who waited long enough is gone from the list. */
export function tick() {
  const left = [...document.querySelectorAll(".seconds-left")];
  for (const element of left) element.textContent = t("flood_left", { count: Math.max(0, Math.ceil((Number(element.dataset.until) - performance.now()) / 1000)) });
  const isOver = left.some((element) => Number(element.dataset.until) <= performance.now());
  if (!isOver) return;
  store.pauses = store.pauses.filter((one) => one.until > performance.now());
  showFlood();
}
