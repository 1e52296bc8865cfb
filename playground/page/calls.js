/** The raw calls of the bot beside the chat: what it asked, what Telegram would have said. */

import * as api from "./api.js";
import { h } from "./dom.js";
import { json } from "./json.js";
import { t } from "./texts.js";

const KEEP = 300;
const QUIET = new Set(["getupdates", "getme"]);
const log = [];
const open = new Set(); // ids of calls whose details are shown
const wanted = { words: "", refused: false, quiet: false };
let lastId = 0;
let fetched = false;

/** A call happened (or the server says that some did): fetch what is new. */
export function hear(data, body) {
  if (data?.method) take([data]);
  if (body) list(body.querySelector(".calls"));
}

function take(calls) {
  const known = new Set(log.map((call) => call.id));
  for (const call of calls.map(numbered)) if (!known.has(call.id)) log.unshift(call);
  log.sort((left, right) => right.id - left.id);
  log.length = Math.min(log.length, KEEP);
  lastId = log[0]?.id ?? lastId;
}

const numbered = (call) => ({ ...call, id: call.id ?? call.n });

export async function draw(body) {
  const rows = h("div", { class: "calls", data: { testid: "calls" } });
  body.replaceChildren(filters(() => list(rows)), rows);
  list(rows);
  try {
    take(await api.calls(fetched && lastId ? lastId : undefined));
    fetched = true;
    list(rows);
  } catch {
    // the line is lost: the events bring the calls when it is back
  }
}

function filters(redraw) {
  const search = h("input", { type: "search", value: wanted.words, placeholder: t("calls_filter"), "aria-label": t("calls_filter"), data: { testid: "calls-filter" } });
  search.addEventListener("input", () => {
    wanted.words = search.value.toLowerCase();
    redraw();
  });
  const box = (name) => {
    const check = h("input", { type: "checkbox", checked: wanted[name] });
    check.addEventListener("change", () => {
      wanted[name] = check.checked;
      redraw();
    });
    return h("label", { class: "check" }, check, t(`calls_${name}`));
  };
  return h("div", { class: "field calls-filter" }, search, h("div", { class: "field-row" }, box("refused"), box("quiet")));
}

const isRefused = (call) => call.status >= 400 || call.status === 0 || call.answer?.ok === false;

function list(rows) {
  if (!rows) return;
  const shown = log.filter((call) => isWanted(call));
  const empty = h("p", { class: "faint", text: t("calls_none") });
  const focus = document.activeElement?.closest?.("details")?.dataset.callId;
  rows.replaceChildren(...(shown.length ? shown.map(row) : [empty]));
  if (focus) rows.querySelector(`[data-call-id="${focus}"] summary`)?.focus({ preventScroll: true });
}

function isWanted(call) {
  if (wanted.refused && !isRefused(call)) return false;
  if (!wanted.quiet && QUIET.has(call.method.toLowerCase()) && !isRefused(call)) return false;
  return !wanted.words || JSON.stringify([call.method, call.params, call.answer]).toLowerCase().includes(wanted.words);
}

function row(call) {
  const refused = isRefused(call);
  const told = refused ? (call.answer?.description ?? "") : gist(call.params);
  const head = h("summary", {}, h("b", { text: call.method }), h("span", { class: "call-gist", text: told }), h("span", { class: `status ${refused ? "bad" : "good"}`, text: String(call.status ?? "") }));
  const details = h("details", { class: `call ${refused ? "bad" : ""}`, open: open.has(call.id), data: { testid: "call-row", method: call.method, callId: call.id } }, head);
  const fill = () => details.children.length === 1 && details.append(h("div", { class: "call-body" }, part("calls_params", call.params), part("calls_answer", call.answer)));
  if (open.has(call.id)) fill();
  details.addEventListener("toggle", () => {
    if (details.open) fill();
    open[details.open ? "add" : "delete"](call.id);
  });
  return details;
}

const part = (name, value) => h("div", {}, h("h3", { text: t(name) }), json(value));

function gist(params) {
  const said = params?.text ?? params?.caption ?? params?.action ?? params?.callback_query_id ?? params?.chat_id ?? "";
  return String(said).replace(/<[^>]+>/g, "").slice(0, 80);
}
