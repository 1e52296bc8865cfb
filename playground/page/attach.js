/** Files into the chat: by the clip, dropped, or pasted. What goes out is looked at first, with a caption. */

import { byId, h, icon } from "./dom.js";
import { size } from "./media.js";
import { dialog, menu, toast } from "./notices.js";
import { make } from "./pollmaker.js";
import { openChat, speakingAs, store } from "./store.js";
import { t } from "./texts.js";

const MOST = 10; // messages in an album
const LARGEST = 50 * 1024 * 1024;
let line = { open: () => false, text: () => "", reply: () => undefined, sent: () => {} };
const input = h("input", { type: "file", multiple: true, hidden: true, "aria-hidden": "true", tabindex: "-1", data: { testid: "attach-input" } });

/** `given`: open() whether one may write, text() and reply() of the line, sent(messages, keepsLine) afterwards. */
export function set(given) {
  line = given;
  const clip = h("button", { type: "button", class: "icon-button", id: "attach", data: { testid: "attach", label: "attach" }, "aria-haspopup": "menu", on: { click: (event) => choose(event.currentTarget) } }, icon("clip"));
  byId("slash").before(clip);
  byId("dock").append(input);
  input.addEventListener("change", () => {
    offer([...input.files]);
    input.value = "";
  });
  byId("composer").addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (!files.length) return;
    event.preventDefault();
    offer(files);
  });
  dropping(byId("chat"));
}

/** What the clip offers: files, or a poll. */
function choose(anchor) {
  const isChannel = openChat()?.type === "channel";
  const poll = { text: t("poll_new"), icon: icon("chart"), testid: "attach-poll", run: async () => {
    const sent = await make(isChannel);
    if (sent) line.sent([sent], true);
  } };
  menu(anchor, [{ text: t("attach_file"), icon: icon("file"), testid: "attach-file", run: () => input.click() }, poll], t("attach"));
}

function dropping(area) {
  const veil = h("div", { class: "drop-veil", "aria-hidden": "true", hidden: true }, icon("clip"), h("b", { data: { text: "drop_here" } }));
  area.append(veil);
  const carries = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  area.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = line.open() ? "copy" : "none";
    veil.hidden = !line.open();
  });
  area.addEventListener("dragleave", (event) => !area.contains(event.relatedTarget) && (veil.hidden = true));
  area.addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    veil.hidden = true;
    if (line.open()) offer([...event.dataTransfer.files]);
  });
}

const isPicture = (file) => /^image\/(png|jpe?g|webp|gif|bmp)$/.test(file.type) && file.size <= 10 * 1024 * 1024;

/** Show what was chosen; the answer sends it. */
async function offer(files) {
  const fitting = files.filter((file) => file.size > 0 && file.size <= LARGEST).slice(0, MOST);
  if (fitting.length < files.length) toast(t("attach_left_out", { count: files.length - fitting.length }), "bad");
  if (!fitting.length || !line.open()) return;
  const canBePictures = fitting.every(isPicture);
  const addresses = [];
  const caption = h("textarea", { class: "attach-caption", rows: "2", maxlength: "1024", "aria-label": t("caption"), placeholder: t("caption"), data: { testid: "attach-caption" } });
  caption.value = line.text();
  const asPictures = h("input", { type: "checkbox", checked: canBePictures, disabled: !canBePictures, data: { testid: "attach-as-photo" } });
  const list = h("ul", { class: "attach-list" }, fitting.map((file) => h("li", {}, isPicture(file) ? preview(file, addresses) : h("span", { class: "file-icon" }, icon("file")), h("span", { class: "file-words" }, h("b", { text: file.name }), h("small", { text: size(file.size) })))));
  const choices = canBePictures ? h("label", { class: "check" }, asPictures, t("attach_as_photo")) : null;
  const title = t(fitting.length === 1 ? "attach_one" : "attach_many", { count: fitting.length });
  caption.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    caption.form.querySelector("button[value=send]").click();
  });
  const asked = dialog(title, h("div", { class: "attach-body" }, list, choices, caption), [{ text: t("send"), value: "send", kind: "main" }, { text: t("cancel"), value: "", kind: "quiet" }], "attach-dialog");
  caption.focus();
  const answer = await asked;
  for (const address of addresses) URL.revokeObjectURL(address);
  if (answer === "send") await send(fitting, caption.value.trim(), canBePictures && asPictures.checked);
}

function preview(file, addresses) {
  const address = URL.createObjectURL(file);
  addresses.push(address);
  return h("img", { class: "attach-preview", alt: "", src: address });
}

/** Upload everything; several become an album. */
async function send(files, text, asPictures) {
  const form = new FormData();
  const kind = asPictures ? "photo" : "document";
  const fields = { chat: store.chat, person: store.me, kind, text, thread: store.thread ?? "", as: speakingAs(), reply_to: line.reply() ?? "" };
  for (const [name, value] of Object.entries(fields)) if (value !== "") form.append(name, String(value));
  files.forEach((file, index) => form.append(index ? `file${index + 1}` : "file", file, file.name));
  const where = openChat();
  const response = await fetch("/sim/upload", { method: "POST", body: form }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (!response?.ok) return toast(answer?.error ?? t("failed"), "bad");
  if (where?.id === store.chat) line.sent(answer.messages ?? [answer.message]);
  return undefined;
}

