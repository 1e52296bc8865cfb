/** The menu above the input line: the bot's commands while "/" is typed, members after "@", inline mode's offers. */

import { avatar, byId, h } from "./dom.js";
import { isPrivate, openChat, store } from "./store.js";

let chosen = 0;
let shown = [];
let pick = () => {};
let head = null;

const box = () => byId("command-menu");
export const isOpen = () => !box().hidden;

export function set(onPick) {
  pick = onPick;
}

/** How a command is written here: with the bot's name in groups, where other bots may listen too. */
export const written = (command) => (isPrivate(openChat()) || openChat()?.type === "channel" ? `/${command}` : `/${command}@${store.bot.username}`);

/** Show the commands that fit the typed text; close when none does. */
export function suggest(text) {
  const typed = /^\/([a-z0-9_]*)(@[a-z0-9_]*)?$/i.exec(text);
  const wanted = typed?.[1].toLowerCase();
  const isOurs = !typed?.[2] || `@${store.bot.username}`.toLowerCase().startsWith(typed[2].toLowerCase());
  const fitting = typed && isOurs ? store.commands.filter((one) => one.command.startsWith(wanted)) : [];
  const isDone = fitting.length === 1 && fitting[0].command === wanted;
  offer(isDone ? [] : fitting.map((one) => ({ text: `/${one.command}`, note: one.description, run: () => pick(one) })));
}

/** Show these choices: `{text, note, run, face?, picture?, kind?}` each; `keep`: which one is chosen at first. */
export function offer(options, keep = 0) {
  head = null;
  shown = options;
  chosen = Math.min(keep, Math.max(0, options.length - 1));
  draw();
}

/** Say something in the menu's place: that the bot is asked, or has nothing. */
export function tell(element) {
  shown = [];
  head = element;
  draw();
}

export function close() {
  head = null;
  shown = [];
  draw();
}

function draw() {
  box().hidden = shown.length === 0 && !head;
  box().replaceChildren(...(head ? [head] : []), ...shown.map(option));
  const isGrid = shown.filter((one) => one.kind === "tile").length > 0;
  box().classList.toggle("tiles", isGrid);
  const input = byId("composer");
  if (shown.length) input.setAttribute("aria-activedescendant", `command-${chosen}`);
  else input.removeAttribute("aria-activedescendant");
}

function option(one, index) {
  const press = (event) => {
    event.preventDefault(); // the input keeps the focus
    one.run();
  };
  const looks = { tile: "tile", button: "offer-button", person: "command-option person", offer: "command-option offer" }[one.kind] ?? "command-option";
  const props = { id: `command-${index}`, role: "option", "aria-selected": String(index === chosen), class: looks, data: { testid: "command-option" } };
  const words = one.kind === "tile" ? h("span", { class: "tile-name", text: one.text }) : h("span", { class: "option-words" }, h("b", { text: one.text }), one.note ? h("span", { text: one.note }) : null);
  return h("div", { ...props, on: { mousedown: (event) => event.preventDefault(), click: press } }, one.picture?.() ?? (one.face ? avatar(one.text, one.face, "small") : null), words);
}

/** Arrows move, Enter and Tab take, Escape closes. True when the key was ours. */
export function key(event) {
  if (!isOpen()) return false;
  if (event.key === "Escape") close();
  else if (!shown.length) return false;
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event.key === "ArrowDown" ? 1 : -1);
  else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") shown[chosen].run();
  else return false;
  event.preventDefault();
  return true;
}

function step(by) {
  chosen = (chosen + by + shown.length) % shown.length;
  draw();
  byId(`command-${chosen}`).scrollIntoView({ block: "nearest" });
}
