/** The menu above the input line: the bot's commands while "/" is typed, and what inline mode offers. */

import { byId, h } from "./dom.js";
import { store } from "./store.js";

let chosen = 0;
let shown = [];
let pick = () => {};

const box = () => byId("command-menu");
export const isOpen = () => !box().hidden;

export function set(onPick) {
  pick = onPick;
}

/** Show what fits the typed text; close when nothing does. */
export function suggest(text) {
  const typed = /^\/([a-z0-9_]*)$/i.exec(text);
  const wanted = typed?.[1].toLowerCase();
  const fitting = typed ? store.commands.filter((one) => one.command.startsWith(wanted)) : [];
  const isDone = fitting.length === 1 && fitting[0].command === wanted;
  offer(isDone ? [] : fitting.map((one) => ({ text: `/${one.command}`, note: one.description, run: () => pick(one) })));
}

/** Show these choices: `{text, note, run}` each. */
export function offer(options, keep = 0) {
  shown = options;
  chosen = Math.min(keep, Math.max(0, options.length - 1));
  draw();
}

export function close() {
  shown = [];
  draw();
}

function draw() {
  box().hidden = shown.length === 0;
  box().replaceChildren(...shown.map(option));
  const input = byId("composer");
  if (isOpen()) input.setAttribute("aria-activedescendant", `command-${chosen}`);
  else input.removeAttribute("aria-activedescendant");
}

function option(one, index) {
  const press = (event) => {
    event.preventDefault(); // the input keeps the focus
    one.run();
  };
  const props = { id: `command-${index}`, role: "option", "aria-selected": String(index === chosen), class: one.text.startsWith("/") ? "command-option" : "command-option offer", data: { testid: "command-option" } };
  return h("div", { ...props, on: { mousedown: (event) => event.preventDefault(), click: press } }, h("b", { text: one.text }), h("span", { text: one.note }));
}

/** Arrows move, Enter and Tab take, Escape closes. True when the key was ours. */
export function key(event) {
  if (!isOpen()) return false;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + shown.length) % shown.length;
    draw();
    box().children[chosen].scrollIntoView({ block: "nearest" });
  } else if (event.key === "Enter" || event.key === "Tab") shown[chosen].run();
  else if (event.key === "Escape") close();
  else return false;
  event.preventDefault();
  return true;
}
