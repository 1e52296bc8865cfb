/** The raw calls of the bot beside the chat: what it asked, what Telegram would have said. */

import * as api from "./api.js";
import { curl } from "./curl.js";
import { h, icon } from "./dom.js";
import { json } from "./json.js";
import { copy } from "./notices.js";
import { paced } from "./paced.js";
import { t } from "./texts.js";
import { format } from "./time.js";

const KEEP = 300;
const QUIET = new Set(["getupdates", "getme"]);
const log = []; // newest first
const rows = new Map(); // call id -> its element, kept so that an open one stays as it is
const wanted = { words: "", method: "", refused: false, quiet: false };
let fetched = false;
let list = null; // where the rows stand while the tab is open

/** A call happened. */
export function hear(call) {
  if (!call?.method) return;
  take([call]);
  if (list?.isConnected) show();
}

function take(calls) {
  const known = new Set(log.map((call) => call.id));
  log.unshift(...calls.filter((call) => !known.has(call.id)));
  log.sort((left, right) => right.id - left.id);
  for (const { id } of log.splice(KEEP)) rows.delete(id);
}

export async function draw(body) {
  list = h("ul", { class: "calls", data: { testid: "calls" } });
  rows.clear();
  body.replaceChildren(filters(), list);
  showNow();
  try {
    take(await api.calls(fetched ? log[0]?.id : undefined));
    fetched = true;
    showNow();
  } catch {
    // the line is lost: the events bring the calls when it is back
  }
}

function filters() {
  const search = h("input", { type: "search", value: wanted.words, placeholder: t("calls_filter"), "aria-label": t("calls_filter"), data: { testid: "calls-filter" } });
  const heed = (input, event, name, value) =>
    input.addEventListener(event, () => {
      wanted[name] = value();
      showNow();
    });
  heed(search, "input", "words", () => search.value.toLowerCase());
  const method = h("select", { "aria-label": t("calls_method"), id: "calls-method", data: { testid: "calls-method" } }, methods());
  heed(method, "change", "method", () => method.value);
  const box = (name) => {
    const check = h("input", { type: "checkbox", checked: wanted[name], data: { testid: `calls-${name}` } });
    heed(check, "change", name, () => check.checked);
    return h("label", { class: "check" }, check, t(`calls_${name}`));
  };
  return h("div", { class: "field calls-filter" }, method, search, h("div", { class: "field-row" }, box("refused"), box("quiet")));
}

function methods() {
  const names = [...new Set([...log.map((call) => call.method), wanted.method])].filter(Boolean).sort();
  const option = (value, text) => h("option", { value, text, selected: value === wanted.method });
  return [option("", t("calls_all")), ...names.map((name) => option(name, name))];
}

const isRefused = (call) => call.status >= 400 || call.status === 0 || call.answer?.ok === false;

const show = paced(showNow, 150);

function showNow() {
  if (!list) return;
  const select = document.getElementById("calls-method");
  if (select && select !== document.activeElement) select.replaceChildren(...methods());
  const shown = log.filter(isWanted).map((call) => {
    if (!rows.has(call.id)) rows.set(call.id, row(call));
    return rows.get(call.id);
  });
  const kept = new Set(shown);
  for (const element of [...list.children]) if (!kept.has(element)) element.remove();
  let next = list.firstChild;
  for (const element of shown) {
    if (element === next) next = next.nextSibling;
    else list.insertBefore(element, next);
  }
  if (!shown.length) list.append(h("li", { class: "faint", text: t(log.length ? "calls_none_such" : "calls_none") }));
}

function isWanted(call) {
  if (wanted.method) return call.method === wanted.method && fits(call);
  if (!wanted.quiet && QUIET.has(call.method.toLowerCase()) && !isRefused(call)) return false;
  return fits(call);
}

function fits(call) {
  if (wanted.refused && !isRefused(call)) return false;
  return !wanted.words || JSON.stringify([call.method, call.params, call.answer]).toLowerCase().includes(wanted.words);
}

function row(call) {
  const refused = isRefused(call);
  const told = refused ? (call.answer?.description ?? "") : gist(call.params);
  const mark = h("span", { class: `status ${refused ? "bad" : "good"}` }, refused ? h("span", { class: "unseen", text: t("calls_is_refused") }) : null, String(call.status ?? ""));
  const head = h("summary", {}, h("b", { text: call.method }), h("span", { class: "call-gist", text: told }), mark);
  const details = h("details", { class: `call ${refused ? "bad" : ""}`, data: { testid: "call-row", method: call.method, callId: call.id } }, head);
  details.addEventListener("toggle", () => details.open && details.children.length === 1 && details.append(inside(call)));
  return h("li", {}, details);
}

function inside(call) {
  const time = format(new Date(call.at), { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
  const button = (testid, key, run) => h("button", { type: "button", class: "chip", data: { testid }, on: { click: run } }, icon("copy"), t(key));
  const copies = h("div", { class: "chips" }, button("copy-curl", "copy_curl", () => copy(curl(call))), button("copy-answer", "copy_answer", () => copy(JSON.stringify(call.answer, null, 2))));
  const part = (name, value) => h("div", {}, h("h2", { text: t(name) }), named(json(value), t(name)));
  return h("div", { class: "call-body" }, h("p", { class: "faint", text: t("calls_when", { time, ms: call.ms }) }), part("calls_params", call.params), part("calls_answer", call.answer), copies);
}

/** A block that can be scrolled by keyboard says what it is. */
function named(block, name) {
  block.setAttribute("role", "region");
  block.setAttribute("aria-label", name);
  return block;
}

function gist(params) {
  const said = params?.text ?? params?.caption ?? params?.action ?? params?.callback_query_id ?? params?.chat_id ?? "";
  return String(said).replace(/<[^>]+>/g, "").slice(0, 80);
}
