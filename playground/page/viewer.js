/** A picture or film, large, over everything: arrows go to the next one of the chat, Escape closes. */

import { h, icon, iconButton } from "./dom.js";
import { download } from "./files.js";
import { box, source, visualFile } from "./media.js";
import { sender } from "./sender.js";
import { t } from "./texts.js";
import { clockTime, dayName } from "./time.js";

/** Open `message`; `all` are the chat's messages with pictures, in order. */
export function view(message, all) {
  let at = Math.max(0, all.findIndex((one) => one.message_id === message.message_id));
  const before = document.activeElement;
  const stage = h("div", { class: "viewer-stage" });
  const words = h("div", { class: "viewer-words" });
  const back = iconButton("back", t("previous"), () => go(-1), { class: "viewer-step back-step" });
  const on = iconButton("next", t("next"), () => go(1), { class: "viewer-step next-step" });
  const save = iconButton("download", t("download"), () => download(visualFile(all[at]), nameOf(all[at])));
  const close = iconButton("close", t("close"), () => frame.close(), { "data-testid": "viewer-close" });
  const head = h("div", { class: "viewer-head" }, words, save, close);
  const frame = h("dialog", { class: "viewer", "aria-label": t("viewer"), data: { testid: "viewer" } }, head, back, stage, on, h("p", { class: "viewer-caption", id: "viewer-caption" }));
  const draw = () => {
    const shown = all[at];
    stage.replaceChildren(large(shown));
    words.replaceChildren(h("b", { text: sender(shown).name }), h("span", { text: `${dayName(shown.date)}, ${clockTime(shown.date)}${all.length > 1 ? ` · ${at + 1} / ${all.length}` : ""}` }));
    frame.querySelector(".viewer-caption").textContent = shown.caption ?? "";
    back.disabled = at === 0;
    on.disabled = at === all.length - 1;
    save.hidden = Boolean(shown.has_protected_content);
  };
  const go = (step) => {
    if (!all[at + step]) return;
    at += step;
    draw();
  };
  frame.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.target.closest("video")) return;
    event.preventDefault();
    go(step);
  });
  frame.addEventListener("click", (event) => [frame, stage].includes(event.target) && frame.close());
  frame.addEventListener("close", () => {
    frame.remove();
    before?.focus?.({ preventScroll: true });
  });
  document.body.append(frame);
  draw();
  frame.showModal();
  close.focus();
}

function large(message) {
  const film = message.video ?? (message.photo ? null : message.animation);
  if (!film) return source(h("img", { class: "viewer-picture", alt: message.caption ?? t("kind_photo") }), visualFile(message));
  const shown = source(h("video", { class: "viewer-picture", controls: true, autoplay: true, playsinline: true, ...box(film) }), film);
  shown.addEventListener("error", () => shown.replaceWith(h("p", { class: "viewer-none" }, icon("film"), t("cannot_play"))));
  return shown;
}

const nameOf = (message) => visualFile(message).file_name ?? `${message.photo ? "photo" : "video"}_${message.message_id}${message.photo ? ".jpg" : ".mp4"}`;
