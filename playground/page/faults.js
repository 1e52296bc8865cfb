/** Faults on demand: the next calls of a method fail in a chosen way. */

import * as api from "./api.js";
import { h } from "./dom.js";
import { tried } from "./notices.js";
import { t } from "./texts.js";

const KINDS = ["429", "403", "400", "400-migrate", "5xx-json", "502-html", "slow", "broken"];
const METHODS = ["sendMessage", "editMessageText", "answerCallbackQuery", "sendDocument", "sendPhoto", "sendChatAction", "deleteMessage", "getChatAdministrators", "getUpdates", "*"];

export async function draw(body) {
  const list = h("div", { id: "faults", class: "faults", data: { testid: "fault-list" } });
  body.replaceChildren(form(), list);
  await show();
}

function form() {
  const method = h("input", { id: "fault-method", list: "fault-methods", value: "sendMessage", required: true, autocomplete: "off", data: { testid: "fault-method" } });
  const names = h("datalist", { id: "fault-methods" }, METHODS.map((name) => h("option", { value: name })));
  const kind = h("select", { id: "fault-kind", data: { testid: "fault-kind" } }, KINDS.map((name) => h("option", { value: name, text: t(`fault_${name}`) })));
  const times = h("input", { id: "fault-times", type: "number", min: "1", max: "99", value: "1", required: true, data: { testid: "fault-times" } });
  const field = (id, key, input) => h("div", { class: "field-cell" }, h("label", { for: id, text: t(key) }), input);
  const submit = async (event) => {
    event.preventDefault();
    await tried(api.post("faults", { method: method.value.trim(), kind: kind.value, times: Number(times.value) }));
    show();
  };
  const add = h("button", { type: "submit", class: "button main", data: { testid: "fault-add" }, text: t("fault_add") });
  const fields = [field("fault-method", "fault_method", method), names, field("fault-kind", "fault_kind", kind), field("fault-times", "fault_times", times)];
  return h("form", { class: "field", on: { submit } }, h("h2", { text: t("fault_title") }), h("p", { class: "faint", text: t("fault_about") }), ...fields, add);
}

/** The faults that wait now. */
export async function show() {
  const answer = await tried(api.get("faults"));
  const faults = Array.isArray(answer) ? answer : (answer?.faults ?? []);
  const list = document.getElementById("faults");
  if (!list) return;
  const row = (fault) => h("li", { class: "fault" }, h("b", { text: fault.method }), h("span", { text: `${fault.kind} × ${fault.times}` }));
  const clear = h("button", { type: "button", class: "button", data: { testid: "fault-clear" }, text: t("fault_clear"), on: { click: () => tried(api.drop("faults")).then(show) } });
  list.replaceChildren(...(faults.length ? [h("h2", { text: t("fault_waiting") }), h("ul", {}, faults.map(row)), clear] : [h("p", { class: "faint", text: t("fault_none") })]));
}
