/** What appears above the page: toasts, alerts, menus, questions. */

import { avatar, byId, h } from "./dom.js";
import { t } from "./texts.js";

/** A short note that goes by itself; `kind` is "" or "bad". */
export function toast(text, kind = "") {
  const note = h("div", { class: `toast ${kind}`, data: { testid: "toast" }, text });
  byId("toasts").append(note);
  while (byId("toasts").children.length > 3) byId("toasts").firstChild.remove();
  setTimeout(() => note.remove(), Math.min(8000, 2600 + text.length * 40));
}

/** Run a promise of the server; its refusal becomes a toast and `undefined`. */
export async function tried(promise) {
  try {
    return await promise;
  } catch (error) {
    toast(error.message || t("failed"), "bad");
    return undefined;
  }
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    toast(t("copy_refused"), "bad");
  }
}

/** A modal window with this content; resolves when it is closed, with the value of the pressed button. */
export function dialog(name, content, buttons, testid = "dialog") {
  return new Promise((resolve) => {
    const row = buttons.map(({ text, value, kind }) => h("button", { type: "submit", class: `button ${kind ?? ""}`, value, text }));
    const form = h("form", { method: "dialog" }, name ? h("h2", { text: name }) : null, content, h("div", { class: `dialog-buttons ${buttons.length > 2 ? "stacked" : ""}` }, row));
    const box = h("dialog", { class: "dialog", "aria-label": name || t("notice"), data: { testid } }, form);
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue);
    });
    box.addEventListener("click", (event) => event.target === box && box.close(""));
    document.body.append(box);
    box.showModal();
  });
}

/** The bot's alert: a text and OK. */
export function alert(name, text) {
  return dialog(name, h("p", { class: "alert-text", text }), [{ text: t("ok"), value: "ok", kind: "main" }], "alert");
}

/** Something to read, and one button that closes it. */
export function notice(name, content, testid = "notice") {
  return dialog(name, content, [{ text: t("ok"), value: "ok", kind: "main" }], testid);
}

/** One of several, each a button; "" when the person turns away. */
export function choose(name, options) {
  return dialog(name, null, [...options, { text: t("cancel"), value: "", kind: "quiet" }]);
}

/** One of several chats `{id, name, face}`, found by typing where they are many; its id, or null. */
export async function chooseChat(name, chats) {
  const rows = chats.map((one) => h("button", { type: "submit", class: "pick", value: String(one.id), data: { testid: "pick" } }, avatar(one.name, one.face, "small"), h("span", { text: one.name })));
  const search = h("input", { type: "search", class: "pick-search", "aria-label": t("find_chat"), placeholder: t("find_chat"), autocomplete: "off" });
  search.addEventListener("input", () => rows.forEach((row) => (row.hidden = !row.textContent.toLowerCase().includes(search.value.trim().toLowerCase()))));
  search.addEventListener("keydown", (event) => event.key === "Enter" && !rows.some((row) => !row.hidden) && event.preventDefault());
  const none = chats.length ? null : h("p", { class: "faint", text: t("no_chat_fits") });
  const content = h("div", { class: "picks" }, chats.length > 6 ? search : null, none, rows);
  const chosen = await dialog(name, content, [{ text: t("cancel"), value: "", kind: "quiet" }], "choose-chat");
  return chosen ? Number(chosen) : null;
}

/** Ask for one line of text; null when the person turns away. */
export async function ask(name, label, value = "") {
  const input = h("input", { type: "text", value, required: true, maxlength: "128", autocomplete: "off", "aria-label": label, placeholder: label });
  const buttons = [{ text: t("ok"), value: "ok", kind: "main" }];
  const answer = await dialog(name, input, buttons);
  return answer === "ok" && input.value.trim() ? input.value.trim() : null;
}

let closeMenu = () => {};

/**
 * A menu at an element or point. Items: `{text, note?, icon?, checked?, danger?, run, testid?}`, null for a line,
 * or `{draw(close)}` for an element of its own.
 * Arrow keys move, Escape closes and gives the focus back.
 */
export function menu(anchor, items, label) {
  closeMenu();
  const before = document.activeElement;
  const box = h("div", { class: "menu", role: "menu", "aria-label": label, data: { testid: "menu" } }, items.map((item) => row(item, () => close(true))));
  const close = (back) => {
    box.remove();
    document.removeEventListener("pointerdown", outside, true);
    closeMenu = () => {};
    if (back) before?.focus?.({ preventScroll: true });
  };
  const outside = (event) => !box.contains(event.target) && close(false);
  closeMenu = close;
  document.addEventListener("pointerdown", outside, true);
  box.addEventListener("keydown", (event) => keys(event, box, close));
  document.body.append(box);
  place(box, anchor);
  (box.querySelector(":scope > [aria-checked=true]") ?? box.querySelector(":scope > button"))?.focus({ preventScroll: true });
}

function row(item, close) {
  if (item === null) return h("hr");
  if (item.draw) return item.draw(close);
  const run = () => {
    close();
    item.run();
  };
  const checked = item.checked === undefined ? null : String(item.checked);
  const role = checked === null ? "menuitem" : "menuitemradio";
  const props = { type: "button", role, "aria-checked": checked, class: item.danger ? "danger" : "", data: { testid: item.testid ?? "menu-item" }, on: { click: run } };
  const note = item.note ? h("small", { text: item.note }) : null;
  return h("button", props, item.icon ?? null, h("span", {}, h("span", { text: item.text }), note));
}

function keys(event, box, close) {
  const rows = [...box.querySelectorAll("button")];
  const at = rows.indexOf(document.activeElement);
  const isFace = document.activeElement?.closest(".palette");
  const faces = [...box.querySelectorAll(".palette button")].length;
  const down = isFace ? { ArrowDown: faces, ArrowUp: rows.length - 1, ArrowRight: at + 1, ArrowLeft: at - 1 } : { ArrowDown: at + 1, ArrowUp: at === faces ? 0 : at - 1 };
  const moves = { ...down, Home: 0, End: rows.length - 1 };
  if (event.key in moves) rows[(moves[event.key] + rows.length) % rows.length].focus();
  else if (event.key === "Escape") close(true);
  else if (event.key !== "Tab") return;
  else close(true);
  event.preventDefault();
  event.stopPropagation();
}

function place(box, anchor) {
  const spot = anchor instanceof Element ? anchor.getBoundingClientRect() : { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y };
  const { width, height } = box.getBoundingClientRect();
  const below = spot.bottom + 6 + height <= innerHeight;
  box.style.top = `${Math.max(8, below ? spot.bottom + 6 : spot.top - height - 6)}px`;
  box.style.left = `${Math.max(8, Math.min(spot.left, innerWidth - width - 8))}px`;
}
