/** JSON, indented and colored, as elements. */

import { h } from "./dom.js";

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** A block that shows this value; strings that hold JSON themselves (form fields) are opened. */
export function json(value) {
  const text = JSON.stringify(opened(value), null, 2) ?? "";
  const block = h("pre", { class: "json", tabindex: "0" });
  let position = 0;
  for (const found of text.matchAll(TOKEN)) {
    block.append(text.slice(position, found.index));
    const [whole, string, colon, word] = found;
    const kind = string ? (colon ? "key" : "string") : word ? "word" : "number";
    block.append(h("span", { class: `json-${kind}`, text: string ?? whole }), colon ?? "");
    position = found.index + whole.length;
  }
  block.append(text.slice(position));
  return block;
}

function opened(value) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(opened);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unpacked(inner)]));
}

function unpacked(value) {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return opened(value);
  try {
    return opened(JSON.parse(value));
  } catch {
    return value;
  }
}
