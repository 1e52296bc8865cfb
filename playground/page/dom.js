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
  next: "M9 5l7 7-7 7",
  play: "M8 5.5v13l11-6.5z",
  pause: "M8.5 6v12M15.5 6v12",
  film: "M4 5h16v14H4zM9 5v14M15 5v14M4 12h5M15 12h5",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  pin_point: "M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21zM12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  pin: "M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3z",
  app: "M5 5h6v6H5zM13 5h6v6h-6zM5 13h6v6H5zM13 13h6v6h-6z",
  braces: "M9 4c-3 0-1 7-5 8 4 1 2 8 5 8M15 4c3 0 1 7 5 8-4 1-2 8-5 8",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  keyboard: "M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 15h8",
  chart: "M6 19v-7M12 19V5M18 19v-4",
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
