/** Which addresses may be opened, and which of them mean something inside the playground. */

import { h } from "./dom.js";
import { dialog } from "./notices.js";
import { store } from "./store.js";
import { t } from "./texts.js";

const SCHEMES = ["http:", "https:", "tg:"];
const HOSTS = ["t.me", "telegram.me", "telegram.dog"];
let inside = () => {};

/** The address in normal form when it is http, https or tg; else null: it stays text. "t.me/x" means https. */
export function safe(address) {
  try {
    const url = new URL(/^[a-z][a-z+.-]*:/i.test(address) ? address : `https://${address}`);
    return SCHEMES.includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** What to run for an address that leads into the playground: `run({kind, …})`, the kinds as in `meaning`. */
export function whenInside(run) {
  inside = run;
}

/**
 * What an address means here, or null for the outside world. Of the bot: `start`, `group` (both with `payload`)
 * or `bot`. `message` {chat, message}, `post` {username, message}, `public` {username}, `invite` {link},
 * `share` {text}, `user` {user}. The tg:// forms mean the same.
 */
export function meaning(address) {
  const url = new URL(address);
  if (url.protocol === "tg:") return ofApp(url);
  if (!HOSTS.includes(url.hostname)) return null;
  const [first, ...rest] = url.pathname.split("/").filter(Boolean);
  if (!first) return null;
  if (first === "c" && rest.length >= 2) return { kind: "message", chat: Number(`-100${rest[0]}`), message: Number(rest.at(-1)) };
  if (first.startsWith("+") || first === "joinchat") return { kind: "invite", link: url.href };
  if (first === "share") return { kind: "share", text: shared(url) };
  return ofName(first, url.searchParams, Number(rest.at(-1)));
}

function ofApp(url) {
  const verb = /^tg:(?:\/\/)?([a-z]+)/i.exec(url.href)?.[1].toLowerCase();
  const at = url.searchParams;
  if (verb === "resolve") return ofName(at.get("domain") ?? "", at, Number(at.get("post")));
  if (verb === "join" && at.has("invite")) return { kind: "invite", link: `https://t.me/+${at.get("invite")}` };
  if (verb === "privatepost") return { kind: "message", chat: Number(`-100${at.get("channel")}`), message: Number(at.get("post")) };
  if (verb === "msg_url" || verb === "msg") return { kind: "share", text: shared(url) };
  return verb === "user" ? { kind: "user", user: Number(at.get("id")) } : null;
}

const shared = (url) => [url.searchParams.get("url"), url.searchParams.get("text")].filter(Boolean).join("\n");

function ofName(name, parameters, post) {
  const wanted = name.toLowerCase();
  if (wanted === store.bot.username.toLowerCase()) {
    const group = ["startgroup", "startchannel"].find((one) => parameters.has(one));
    if (group) return { kind: "group", payload: parameters.get(group), channel: group === "startchannel" };
    return parameters.has("start") ? { kind: "start", payload: parameters.get("start") } : { kind: "bot" };
  }
  const isHere = [...store.chats, ...store.people].some((one) => one.username?.toLowerCase() === wanted);
  if (!wanted || !isHere) return null;
  return post ? { kind: "post", username: wanted, message: post } : { kind: "public", username: wanted };
}

/** Click on a link: stay here when it means something here. `asks`: its words do not show where it leads. */
export function follow(event, href, asks = false) {
  const found = meaning(href);
  if (!found && !href.startsWith("tg:") && !asks) return;
  event.preventDefault();
  if (found) inside(found);
  else if (href.startsWith("http")) open(href, true); // a tg: link is another program's business
}

/** Open an address as a button or an answer does; with `asks` a foreign one only after a yes. */
export async function open(address, asks = false) {
  const href = safe(address);
  if (!href) return;
  const found = meaning(href);
  if (found) return void inside(found);
  if (href.startsWith("tg:")) return;
  if (asks && (await confirmed(href)) !== "open") return;
  window.open(href, "_blank", "noopener,noreferrer");
}

function confirmed(href) {
  const buttons = [{ text: t("open"), value: "open", kind: "main" }, { text: t("cancel"), value: "", kind: "quiet" }];
  return dialog(t("open_link"), h("p", { class: "alert-text", text: href }), buttons, "confirm-link");
}
