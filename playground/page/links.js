/** Which addresses may be opened, and which of them mean something inside the playground. */

import { store } from "./store.js";

const SCHEMES = ["http:", "https:", "tg:"];
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

/** What to run for an address that leads into the playground: `run({kind, payload | chat, message})`. */
export function whenInside(run) {
  inside = run;
}

/**
 * What an address means here, or null for the outside world. `t.me/<bot>?start=x` and its tg:// form press Start,
 * `?startgroup=x` adds the bot to a group, `t.me/<bot>` opens the private chat, `t.me/c/<chat>/<message>` a message.
 */
export function meaning(address) {
  const url = new URL(address);
  const [first, ...rest] = url.pathname.split("/").filter(Boolean);
  const isWeb = ["t.me", "telegram.me", "telegram.dog"].includes(url.hostname) && url.protocol !== "tg:";
  if (isWeb && first === "c" && rest.length >= 2) return { kind: "message", chat: Number(`-100${rest[0]}`), message: Number(rest.at(-1)) };
  const name = isWeb ? first : url.protocol === "tg:" && /^(\/\/)?resolve/.test(url.href.slice(3)) ? url.searchParams.get("domain") : null;
  if (name?.toLowerCase() !== store.bot.username.toLowerCase()) return null;
  if (url.searchParams.has("startgroup")) return { kind: "group", payload: url.searchParams.get("startgroup") };
  if (url.searchParams.has("start")) return { kind: "start", payload: url.searchParams.get("start") };
  return { kind: "bot" };
}

/** Click on a link: stay here when it means something here. */
export function follow(event, href) {
  const found = meaning(href);
  if (found) {
    event.preventDefault();
    inside(found);
  } else if (href.startsWith("tg:")) event.preventDefault(); // another program's business
}

/** Open an address as a button or an answer does. */
export function open(address) {
  const href = safe(address);
  if (!href) return;
  const found = meaning(href);
  if (found) inside(found);
  else if (!href.startsWith("tg:")) window.open(href, "_blank", "noopener,noreferrer");
}
