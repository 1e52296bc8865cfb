/** Message text with its entities as a tree of elements. Offsets are UTF-16 units, as JavaScript's strings count. */

import { h, iconButton } from "./dom.js";
import { follow, safe } from "./links.js";
import { copy } from "./notices.js";
import { t } from "./texts.js";

/** Everything `text` holds, rendered: `actions.command(text)` runs when a /command is tapped. */
export function render(text, entities = [], actions = {}) {
  const fragment = document.createDocumentFragment();
  const sorted = entities
    .map((entity, order) => ({ ...entity, order, end: entity.offset + entity.length }))
    .sort((left, right) => left.offset - right.offset || right.end - left.end || left.order - right.order);
  fill(fragment, text, 0, text.length, sorted, actions);
  return fragment;
}

function fill(parent, text, start, end, entities, actions) {
  let position = start;
  let index = 0;
  while (index < entities.length) {
    const entity = { ...entities[index], end: Math.min(entities[index].end, end) };
    index += 1;
    if (entity.offset < position || entity.end <= entity.offset) continue;
    const inner = [];
    while (index < entities.length && entities[index].offset < entity.end) inner.push(entities[index++]);
    plain(parent, text.slice(position, entity.offset));
    parent.append(element(entity, text, inner, actions));
    position = entity.end;
    if (isBlock(entity) && text[position] === "\n") position += 1; // the block breaks the line itself
  }
  plain(parent, text.slice(position, end));
}

function plain(parent, text) {
  if (text) parent.append(document.createTextNode(text));
}

const isBlock = (entity) => ["pre", "blockquote", "expandable_blockquote"].includes(entity.type);
const TAGS = { bold: "strong", italic: "em", underline: "u", strikethrough: "s" };

function element(entity, text, inner, actions) {
  const words = text.slice(entity.offset, entity.end);
  const make = MAKERS[entity.type];
  const outer = make ? make(entity, words, actions) : h(TAGS[entity.type] ?? "span", { class: `entity-${entity.type}` });
  fill(outer.inside ?? outer, text, entity.offset, entity.end, inner, actions);
  return outer.outside ?? outer;
}

const MAKERS = {
  code: (entity, words) => {
    const keydown = (event) => event.key === "Enter" && copy(words);
    return h("code", { title: t("copy"), role: "button", tabindex: "0", on: { click: () => copy(words), keydown } });
  },
  pre: (entity, words) => block(entity, words),
  blockquote: () => h("blockquote", { class: "quote" }),
  expandable_blockquote: () => expandable(),
  spoiler: () => spoiler(),
  text_link: (entity, words) => link(entity.url, !words.includes(hostOf(entity.url))),
  url: (entity, words) => link(words),
  text_mention: (entity) => h("span", { class: "mention", title: entity.user?.username ? `@${entity.user.username}` : null }),
  email: (entity, words) => pressable("mention", () => copy(words)),
  phone_number: (entity, words) => pressable("mention", () => copy(words)),
  bot_command: (entity, words, actions) => pressable("mention", () => actions.command?.(words)),
  mention: (entity, words, actions) => pressable("mention", () => actions.mention?.(words)),
  hashtag: () => h("span", { class: "mention" }),
  cashtag: () => h("span", { class: "mention" }),
};

function pressable(name, click) {
  return h("button", { type: "button", class: `text-button ${name}`, on: { click } });
}

/** `asks`: the words hide where the link leads, so a click asks first, as Telegram does. */
function link(address, asks = false) {
  const href = safe(address);
  if (!href) return h("span", { class: "mention" });
  return h("a", { href, target: "_blank", rel: "noopener noreferrer", title: href, on: { click: (event) => follow(event, href, asks) } });
}

function hostOf(address) {
  const href = safe(address);
  return href?.startsWith("http") ? new URL(href).hostname : "";
}

function block(entity, words) {
  const code = h("code");
  const label = entity.language ? h("span", { class: "pre-language", text: entity.language }) : null;
  const outside = h("div", { class: "pre" }, label, iconButton("copy", t("copy"), () => copy(words)), h("pre", { tabindex: "0" }, code));
  return { outside, inside: code };
}

function expandable() {
  const inside = h("div", { class: "quote-text" });
  const toggle = h("button", { type: "button", class: "quote-toggle", "aria-expanded": "false", text: t("expand") });
  const outside = h("blockquote", { class: "quote expandable", data: { testid: "expandable-quote" } }, inside, toggle);
  const turn = () => {
    const open = outside.classList.toggle("open");
    toggle.setAttribute("aria-expanded", String(open));
    toggle.textContent = t(open ? "collapse" : "expand");
  };
  outside.addEventListener("click", (event) => {
    if (event.target.closest("a, .text-button, code, .spoiler:not(.open)") || String(getSelection())) return;
    turn();
  });
  return { outside, inside };
}

function spoiler() {
  const element = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": t("spoiler"), "aria-expanded": "false" });
  const reveal = (event) => {
    if (element.classList.contains("open") || (event.type === "keydown" && !["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    element.classList.add("open");
    for (const name of ["role", "tabindex", "aria-label", "aria-expanded"]) element.removeAttribute(name);
  };
  element.addEventListener("click", reveal);
  element.addEventListener("keydown", reveal);
  return element;
}
