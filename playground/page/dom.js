/** Elements without markup strings: whatever people wrote enters the page as text, never as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/** Path data of the icons, drawn on a 24 × 24 grid with a round 2 px stroke. */
const ICONS = {
  back: "M15 5l-7 7 7 7",
  send: "M12 19V5M6 11l6-6 6 6",
  close: "M6 6l12 12M18 6L6 18",
  more: "M4.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM11.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM18.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z",
  panel: "M4 6h16M4 12h10M4 18h7M17 15l3 3-3 3",
  down: "M6 9l6 6 6-6",
  reply: "M9 7L4 12l5 5M4 12h9a7 7 0 0 1 7 7",
  forward: "M15 7l5 5-5 5M20 12h-9a7 7 0 0 0-7 7",
  edit: "M4 20h4L19 9l-4-4L4 16v4z",
  file: "M7 3h7l5 5v13H7zM14 3v5h5",
  link: "M9 15l6-6M8 12l-2 2a3 3 0 0 0 4 4l2-2M12 8l2-2a3 3 0 0 1 4 4l-2 2",
  add: "M12 5v14M5 12h14",
  moon: "M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19",
  auto: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  check: "M5 12l5 5 9-10",
  copy: "M9 9h10v11H9zM5 15V4h10",
  slash: "M15 5L9 19",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2",
  open: "M8 16L17 7M10 7h7v7",
  clip: "M19 11l-7.5 7.5a4.5 4.5 0 0 1-6.4-6.4L13 4.3a3 3 0 0 1 4.2 4.2l-7.6 7.6a1.4 1.4 0 0 1-2-2L14 7.8",
};

/**
 * One element. `props`: `class`, `data` (dataset), `on` (listeners), `text`, true/false/null attributes;
 * everything else becomes an attribute. Children: nodes, strings (as text), null and false are skipped.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "class") element.className = value;
  else if (name === "text") element.textContent = value;
  else if (name === "data") Object.assign(element.dataset, value);
  else if (name === "on") for (const [event, run] of Object.entries(value)) element.addEventListener(event, run);
  else element.setAttribute(name, value === true ? "" : value);
}

/** An icon by name, hidden from screen readers: the button around it carries the label. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button that shows an icon alone and says its name to screen readers and on hover. */
export function iconButton(name, label, click, props = {}) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, ...props, on: { click } }, icon(name));
}

/** The element with this id; a missing one is a fault of the page, so it says which. */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** A round picture with initials, colored by the id so that a person looks the same everywhere. */
export function avatar(name, id, size = "") {
  const initials = [...name.matchAll(/[\p{L}\p{N}]+/gu)].slice(0, 2).map((word) => [...word[0]][0]);
  const shown = /\p{Script=Han}/u.test(name) ? initials.slice(0, 1) : initials;
  return h("span", { class: `avatar tint-${tint(id)} ${size}`, "aria-hidden": "true", text: shown.join("").toUpperCase() || "•" });
}

/** Which of the seven name colors an id has. */
export function tint(id) {
  return Math.abs(Number(id) || 0) % 7;
}
