/** The menu that opens while "/" is typed: the bot's commands for this person in this chat. */

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
  shown = typed ? store.commands.filter((one) => one.command.startsWith(wanted)) : [];
  if (shown.length === 1 && shown[0].command === wanted) shown = [];
  chosen = 0;
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
    pick(one);
  };
  const props = { id: `command-${index}`, role: "option", "aria-selected": String(index === chosen), class: "command-option", data: { testid: "command-option", command: one.command } };
  return h("div", { ...props, on: { mousedown: (event) => event.preventDefault(), click: press } }, h("b", { text: `/${one.command}` }), h("span", { text: one.description }));
}

/** Arrows move, Enter and Tab take, Escape closes. True when the key was ours. */
export function key(event) {
  if (!isOpen()) return false;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + shown.length) % shown.length;
    draw();
    box().children[chosen].scrollIntoView({ block: "nearest" });
  } else if (event.key === "Enter" || event.key === "Tab") pick(shown[chosen]);
  else if (event.key === "Escape") close();
  else return false;
  event.preventDefault();
  return true;
}
