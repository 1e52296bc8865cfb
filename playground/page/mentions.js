/** Members offered while an @name is typed. */

import { offer } from "./commands.js";
import { fullName, isInside, isPrivate, openChat, person, store, userId } from "./store.js";

/** The @word at the cursor: `{start, words}`, or null. */
function begun(text, at) {
  const found = /(?:^|\s)@([\p{L}\p{N}_]*)$/u.exec(text.slice(0, at));
  return found ? { start: at - found[1].length - 1, words: found[1].toLowerCase() } : null;
}

/** Offer who fits the @word at the cursor; `put(start, end, text)` replaces it. True when somebody fits. */
export function suggest(text, at, put) {
  const typed = begun(text, at);
  const chat = openChat();
  if (!typed || !chat || isPrivate(chat)) return false;
  const people = chat.members.filter(isInside).map((row) => (userId(row) === store.bot.id ? store.bot : person(userId(row)))).filter(Boolean);
  const fits = (one) => one.id !== store.me && [one.username, one.first_name, fullName(one)].some((name) => name?.toLowerCase().startsWith(typed.words));
  const found = people.filter(fits).slice(0, 20);
  if (!found.length || found.some((one) => one.username?.toLowerCase() === typed.words)) return false;
  offer(found.map((one) => ({ kind: "person", text: fullName(one), note: one.username ? `@${one.username}` : "", face: one.id, run: () => put(typed.start, at, one.username ? `@${one.username} ` : `${one.first_name} `) })));
  return true;
}
