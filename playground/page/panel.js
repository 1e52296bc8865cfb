/** The side panel: clock, calls, members, faults. On a phone it is a sheet from below. */

import { byId, h, icon } from "./dom.js";
import { keepingFocus } from "./focus.js";
import { paced } from "./paced.js";
import { recall, refreshSoon, remember, store } from "./store.js";
import { t } from "./texts.js";
import * as calls from "./calls.js";
import * as clock from "./clock.js";
import * as faults from "./faults.js";
import * as members from "./members.js";

/** On narrow windows the panel lies over the rest, which nobody can reach meanwhile. */
const overlay = matchMedia("(max-width: 1099px)");
const TABS = { clock, calls, members, faults };
let open = "clock";

export function set() {
  const remembered = recall("tab");
  open = remembered in TABS ? remembered : "clock";
  byId("panel-toggle").append(icon("panel"));
  byId("panel-close").append(icon("close"));
  byId("panel-toggle").addEventListener("click", () => show(!isShown()));
  byId("panel-close").addEventListener("click", () => show(false));
  byId("scrim").addEventListener("click", () => show(false));
  byId("panel").addEventListener("keydown", (event) => event.key === "Escape" && show(false));
  grip();
  overlay.addEventListener("change", cover);
  setInterval(faults.tick, 500);
  if (recall("panel") === "open" && innerWidth >= 1100) show(true);
  else show(false);
}

export const isShown = () => byId("app").dataset.panel === "open";

/** Open or close it; opened by name it shows that tab. */
export function show(isOpen, name = open) {
  const wasShown = isShown();
  open = name;
  byId("app").dataset.panel = isOpen ? "open" : "closed";
  byId("panel").inert = !isOpen;
  cover();
  byId("panel-toggle").setAttribute("aria-expanded", String(isOpen));
  remember("panel", isOpen ? "open" : "closed");
  remember("tab", open);
  if (isOpen) draw();
  if (wasShown && !isOpen) byId("panel-toggle").focus({ preventScroll: true });
  if (!wasShown && isOpen && overlay.matches) byId(`tab-${open}`).focus({ preventScroll: true });
}

function cover() {
  for (const part of [byId("chat"), document.querySelector(".sidebar")]) part.inert = isShown() && overlay.matches;
}

/** Draw the tabs and the open one anew. */
export function draw() {
  keepingFocus(byId("panel"), drawNow);
}

function drawNow() {
  const tab = (name) => {
    const props = { type: "button", role: "tab", id: `tab-${name}`, class: "tab", "aria-selected": String(name === open), "aria-controls": "panel-body", tabindex: name === open ? "0" : "-1", data: { testid: `tab-${name}` } };
    return h("button", { ...props, text: t(`tab_${name}`), on: { click: () => show(true, name), keydown: (event) => step(event, name) } });
  };
  byId("panel-tabs").replaceChildren(...Object.keys(TABS).map(tab));
  byId("panel-body").setAttribute("role", "tabpanel");
  byId("panel-body").setAttribute("aria-labelledby", `tab-${open}`);
  if (isShown()) TABS[open].draw(byId("panel-body"));
}

function step(event, name) {
  const names = Object.keys(TABS);
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  show(true, names[(names.indexOf(name) + by + names.length) % names.length]);
  byId(`tab-${open}`).focus();
}

/** An event of the server that a tab may care about. */
export function hear(kind, data) {
  const isOpen = (name) => isShown() && open === name;
  if (kind === "clock" && isOpen("clock")) clock.refresh();
  if (kind === "clock" && store.pauses.length) refreshSoon(); // moved forward, it ends pauses
  if (kind === "call") calls.hear(data);
  if (kind === "call" && data?.status === 429) refreshSoon(); // perhaps a pause began
  if ((kind === "faults" || kind === "call") && isOpen("faults")) showFaults();
  if (kind === "state" && isOpen("members")) keepingFocus(byId("panel-body"), () => members.draw(byId("panel-body")));
  if (kind === "state" && isOpen("faults")) faults.showFlood();
}

const showFaults = paced(faults.show, 300); // each call may have used one up

/** On a phone the sheet goes away when it is pulled down. */
function grip() {
  let from = null;
  byId("panel-grip").addEventListener("pointerdown", (event) => {
    from = event.clientY;
    byId("panel-grip").setPointerCapture(event.pointerId);
  });
  byId("panel-grip").addEventListener("pointerup", (event) => {
    if (from !== null && event.clientY - from > 40) show(false);
    from = null;
  });
}
