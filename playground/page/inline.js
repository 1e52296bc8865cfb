/** Inline mode: "@bot words" in any chat asks the bot, and one of its offers is sent. */

import * as api from "./api.js";
import { close, offer, tell } from "./commands.js";
import { h, tint } from "./dom.js";
import { fileAddress } from "./files.js";
import { notice, tried } from "./notices.js";
import { speakingAs, store } from "./store.js";
import { t } from "./texts.js";

const PAUSE = 300; // milliseconds without a key after which the bot is asked
const WAIT = 10; // seconds for its answer; Telegram's clients wait about as long
let turn = 0;

/** What is asked of the bot in this text, or null when it is no inline query. */
function queryOf(text) {
  const name = `@${store.bot.username} `.toLowerCase();
  return text.toLowerCase().startsWith(name) ? text.slice(name.length) : null;
}

/** The typed text changed. True when it is an inline query: the bot is asked once the person pauses. `sent(message)` follows a choice. */
export function typed(text, sent) {
  const query = queryOf(text);
  const mine = ++turn; // what was asked before is out of date
  if (query === null) return false;
  setTimeout(() => mine === turn && ask(query, "", [], sent, mine), PAUSE);
  return true;
}

async function ask(query, offset, before, sent, mine) {
  if (!before.length) tell(note("inline_waiting", true));
  const answer = await tried(api.post("inline", { person: store.me, query, offset, chat: store.chat, wait: WAIT }));
  if (mine !== turn) return;
  if (!answer) return close();
  const button = answer.button && !before.length ? [startButton(answer.button)] : [];
  const found = answer.results.map((one) => choice(one, answer.query, sent));
  const all = [...before, ...button, ...found];
  if (!all.length) return tell(note(answer.answered ? "inline_none" : "inline_silent", false));
  const more = answer.next_offset && found.length ? [{ kind: "button", text: t("inline_more"), run: () => ask(query, answer.next_offset, all, sent, mine) }] : [];
  return offer([...all, ...more], before.length || (button.length && found.length ? 1 : 0));
}

function note(key, isWaiting) {
  return h("div", { class: `offer-note ${isWaiting ? "waiting" : ""}`, role: "status", data: { testid: "inline-note" }, text: t(key, { name: store.bot.first_name }) });
}

const PICTURES = new Set(["photo", "gif", "mpeg4_gif", "sticker"]);

function choice(one, query, sent) {
  const run = async () => {
    offer([]);
    const body = { person: store.me, chat: store.chat, query, result: one.id, thread: store.thread ?? undefined, as: speakingAs() };
    const done = await tried(api.post("inline/choose", body));
    if (done) sent(done.message);
  };
  const name = one.title || one.caption || one.message_text || t(`kind_${one.type}`);
  const kind = PICTURES.has(one.type) && !one.title ? "tile" : "offer";
  return { kind, text: name, note: one.description ?? (one.url ? one.url.replace(/^https?:\/\//, "") : ""), picture: () => thumbnail(one, name), run };
}

/** The result's picture where it comes from this server; from elsewhere nothing is fetched, and a letter stands there. */
function thumbnail(one, name) {
  const media = one.media ?? {};
  const kept = media.photo?.[0] ?? media.sticker ?? Object.values(media).find((file) => file?.thumbnail)?.thumbnail;
  const address = kept ? fileAddress(kept) : near(one.thumbnail_url ?? one.thumb_url ?? one.photo_url);
  if (address) return h("img", { class: "offer-picture", alt: "", src: address });
  return h("span", { class: `offer-picture letter tint-${tint([...name].reduce((sum, letter) => sum + letter.codePointAt(0), 0))}`, "aria-hidden": "true", text: ([...name.trim()][0] ?? "•").toUpperCase() });
}

function near(address) {
  if (!address) return null;
  try {
    const url = new URL(address, location.href);
    return url.origin === location.origin ? url.href : null;
  } catch {
    return null;
  }
}

/** The button above the offers leads to the private chat, by Start with its parameter. */
function startButton(button) {
  const run = async () => {
    offer([]);
    if (button.web_app) return notice(button.text, h("p", { class: "alert-text", text: t("button_out_of_reach") }));
    if (await tried(api.post("open", { person: store.me, payload: button.start_parameter }))) location.hash = `#/${store.me}`;
    return undefined;
  };
  return { kind: "button", text: button.text, run };
}
