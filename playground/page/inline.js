/** Inline mode: "@bot words" in any chat asks the bot, and one of its offers is sent. */

import * as api from "./api.js";
import { offer } from "./commands.js";
import { tried } from "./notices.js";
import { speakingAs, store } from "./store.js";
import { t } from "./texts.js";

const PAUSE = 300; // milliseconds without a key after which the bot is asked
const WAIT = 8; // seconds for its answer
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
  const answer = await tried(api.post("inline", { person: store.me, query, offset, chat: store.chat, wait: WAIT }));
  if (mine !== turn || !answer) return;
  const found = answer.results.map((one) => choice(one, answer.query, sent));
  const all = [...before, ...found];
  const button = answer.button && !before.length ? [startButton(answer.button)] : [];
  const more = answer.next_offset && found.length ? [{ text: t("inline_more"), note: "", run: () => ask(query, answer.next_offset, all, sent, mine) }] : [];
  const none = answer.answered && !all.length && !button.length ? [{ text: t("inline_none"), note: "", run: () => offer([]) }] : [];
  offer([...button, ...all, ...more, ...none], before.length);
}

function choice(one, query, sent) {
  const run = async () => {
    offer([]);
    const body = { person: store.me, chat: store.chat, query, result: one.id, thread: store.thread ?? undefined, as: speakingAs() };
    const done = await tried(api.post("inline/choose", body));
    if (done) sent(done.message);
  };
  return { text: one.title ?? one.caption ?? one.type, note: one.description ?? "", run };
}

/** The button above the offers leads to the private chat, by Start with its parameter. */
function startButton(button) {
  const run = async () => {
    offer([]);
    if (await tried(api.post("open", { person: store.me, payload: button.start_parameter }))) location.hash = `#/${store.me}`;
  };
  return { text: button.text, note: "", run };
}
