/** The simulated clock: what time it is, and how to be elsewhere in time. */

import * as api from "./api.js";
import { byId, h } from "./dom.js";
import { tried } from "./notices.js";
import { emit } from "./store.js";
import { t } from "./texts.js";
import { chooseZone, format, hear, isFixed, localInstant, localText, nextDay, nextTime, now, zone } from "./time.js";

const UNITS = { minutes: 60, hours: 3600, days: 86400 }; // seconds
const HOURS = ["08:59", "09:00", "12:00", "18:00"];

async function set(body) {
  const answer = await tried(api.post("clock", body));
  if (!answer) return;
  hear(answer);
  emit("clock");
}

export function draw(body) {
  body.replaceChildren(face(), steps(), jump(), forward(), exact(), zones(), h("p", { class: "faint", text: t("clock_about") }));
  refresh();
}

/** The clock was set, stopped or let run: what shows that, without touching what is being typed. */
export function refresh() {
  const run = document.querySelector("[data-testid=clock-fixed]");
  const state = document.querySelector(".clock-state");
  if (run) run.textContent = t(isFixed() ? "clock_run" : "clock_fix");
  state?.classList.toggle("fixed", isFixed());
  if (state) state.textContent = t(isFixed() ? "clock_is_fixed" : "clock_is_running");
  const exact = document.getElementById("clock-exact");
  if (exact && exact !== document.activeElement) exact.value = localText(now());
  tick();
}

/** Show the time as it is now, wherever it stands on the page. */
export function tick() {
  const digits = document.getElementById("clock-digits");
  const short = format(now(), { hour: "2-digit", minute: "2-digit", hour12: false });
  byId("clock-chip").textContent = short;
  byId("clock-chip").setAttribute("aria-label", t("clock_chip", { time: short }));
  byId("clock-chip").classList.toggle("fixed", isFixed());
  if (!digits) return;
  digits.textContent = format(now(), { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
  byId("clock-date").textContent = format(now(), { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}

function face() {
  const run = h("button", { type: "button", class: "button", data: { testid: "clock-fixed" }, on: { click: () => set({ fixed: !isFixed() }) } });
  return h("section", { class: "clock-face" }, h("div", { id: "clock-digits", class: "clock-digits", data: { testid: "clock-now" } }), h("div", { id: "clock-date", class: "clock-date" }), h("div", { class: "clock-row" }, h("span", { class: "clock-state", role: "status" }), run));
}

function steps() {
  const button = (key, testid, body) => h("button", { type: "button", class: "button", data: { testid }, text: t(key), on: { click: () => set(body()) } });
  return h(
    "div",
    { class: "button-row" },
    button("clock_minute", "clock-plus-minute", () => ({ advance: 60 })),
    button("clock_hour", "clock-plus-hour", () => ({ advance: 3600 })),
    button("clock_day", "clock-next-day", () => ({ now: nextDay().toISOString() })),
  );
}

function jump() {
  const input = h("input", { type: "text", inputmode: "numeric", pattern: "([01]?[0-9]|2[0-3]):[0-5][0-9]", maxlength: "5", value: "09:00", required: true, autocomplete: "off", placeholder: "09:00", id: "clock-hour", "aria-label": t("clock_hour_label"), data: { testid: "clock-hour" } });
  const go = h("button", { type: "submit", class: "button main", data: { testid: "clock-jump" }, text: t("clock_go") });
  const quick = HOURS.map((hour) => h("button", { type: "button", class: "chip", text: hour, on: { click: () => set({ now: nextTime(hour).toISOString() }) } }));
  const submit = (event) => {
    event.preventDefault();
    set({ now: nextTime(input.value).toISOString() });
  };
  return h("form", { class: "field", on: { submit } }, h("h2", { text: t("clock_jump") }), h("div", { class: "field-row" }, input, go), h("div", { class: "chips" }, quick));
}

/** Forward, or back, by so many minutes, hours or days. */
function forward() {
  const count = h("input", { type: "number", id: "clock-count", value: "10", step: "any", required: true, "aria-label": t("clock_count"), data: { testid: "clock-count" } });
  const unit = h("select", { "aria-label": t("clock_unit"), data: { testid: "clock-unit" } }, Object.keys(UNITS).map((name) => h("option", { value: name, text: t(`clock_${name}`) })));
  const go = h("button", { type: "submit", class: "button", data: { testid: "clock-advance" }, text: t("clock_go_on") });
  const submit = (event) => {
    event.preventDefault();
    set({ advance: Number(count.value) * UNITS[unit.value] });
  };
  return h("form", { class: "field", on: { submit } }, h("h2", { text: t("clock_forward") }), h("div", { class: "field-row" }, count, unit, go));
}

/** A date and time of the shown zone. */
function exact() {
  const input = h("input", { type: "datetime-local", id: "clock-exact", value: localText(now()), required: true, "aria-label": t("clock_exact"), data: { testid: "clock-exact" } });
  const go = h("button", { type: "submit", class: "button", data: { testid: "clock-set" }, text: t("clock_set") });
  const submit = (event) => {
    event.preventDefault();
    set({ now: localInstant(input.value).toISOString() });
  };
  return h("form", { class: "field", on: { submit } }, h("h2", { text: t("clock_exact") }), h("div", { class: "field-row" }, input, go));
}

function zones() {
  const known = Intl.supportedValuesOf?.("timeZone") ?? [];
  const names = [...new Set(["Asia/Shanghai", "UTC", "Europe/Berlin", "Europe/London", "America/New_York", "America/Los_Angeles", "Asia/Tokyo", zone(), ...known])];
  const option = (name) => h("option", { value: name, text: name.replaceAll("_", " "), selected: name === zone() });
  const change = (event) => {
    chooseZone(event.target.value);
    emit("look");
  };
  const select = h("select", { id: "clock-zone", data: { testid: "clock-zone" }, on: { change } }, names.map(option));
  return h("div", { class: "field" }, h("label", { for: "clock-zone", text: t("clock_zone") }), select);
}
