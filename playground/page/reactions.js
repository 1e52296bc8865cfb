/** Reactions: chips under the words, one's own marked; a press gives or takes one. */

import * as api from "./api.js";
import { h } from "./dom.js";
import { tried } from "./notices.js";
import { fullName, openChat, person, speakingAs, store } from "./store.js";
import { t } from "./texts.js";

/** The usual ones first; then the rest of what Telegram lets everybody give. */
const QUICK = ["👍", "❤", "🔥", "🎉", "😁", "🤔", "👎"];
const REST = [
  ..."👏🥰🤯😱🤬😢🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👀🎃🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾😡",
  "❤‍🔥", "👨‍💻", "🤷‍♂", "🤷", "🤷‍♀",
]; // fmt: the list of ReactionTypeEmoji in the Bot API reference

const bare = (emoji) => emoji.replaceAll("\uFE0F", "");
export const given = (message, who = store.me) => (message.reactions ?? []).filter((one) => one.people.includes(who)).map((one) => one.emoji);

/** A name for screen readers and tooltips: who reacted. */
function names(people) {
  const shown = people.slice(0, 8).map((id) => (id === store.bot.id ? store.bot.first_name : fullName(person(id)) || t("somebody")));
  return `${shown.join(t("list_comma"))}${people.length > 8 ? ` +${people.length - 8}` : ""}`;
}

/** The chips of this message, or null. */
export function chips(message) {
  if (!message.reactions?.length) return null;
  const mine = new Set(given(message));
  const chip = ({ emoji, count, people }) => {
    const isMine = mine.has(emoji);
    const props = { type: "button", class: "reaction", "aria-pressed": String(isMine), "aria-label": t("reaction_by", { emoji, names: names(people) }), title: names(people), data: { testid: "reaction", focus: `reaction-${emoji}` } };
    return h("button", { ...props, on: { click: () => toggle(message, emoji) } }, h("span", { class: "reaction-face", text: emoji }), h("span", { text: String(count) }));
  };
  return h("div", { class: "reactions", role: "group", "aria-label": t("reactions") }, message.reactions.map(chip));
}

/** Give this reaction instead of one's own, or take it back. People without Premium have one at a time. */
export function toggle(message, emoji) {
  const has = given(message).some((one) => bare(one) === bare(emoji));
  return react(message, has ? [] : [emoji]);
}

function react(message, reactions) {
  return tried(api.post("react", { chat: message.chat.id, message: message.message_id, person: store.me, emoji: reactions, as: speakingAs() }));
}

/** Which reactions may be given in the open chat. */
function allowed() {
  const some = openChat()?.available_reactions?.map((one) => one.emoji ?? one).filter(Boolean);
  return some ? (emoji) => some.map(bare).includes(bare(emoji)) : () => true;
}

/** The row of quick reactions on top of a message's menu; its last button shows them all. */
export function palette(message, close) {
  const may = allowed();
  const mine = given(message).map(bare);
  const button = (emoji) => {
    const press = () => {
      close();
      toggle(message, emoji);
    };
    return h("button", { type: "button", role: "menuitemcheckbox", "aria-checked": String(mine.includes(bare(emoji))), class: "palette-face", "aria-label": emoji, data: { testid: "palette-reaction" }, text: emoji, on: { click: press } });
  };
  const quick = QUICK.filter(may);
  const rest = REST.filter(may);
  if (!quick.length && !rest.length) return null;
  const box = h("div", { class: "palette", role: "group", "aria-label": t("reactions") }, quick.map(button));
  const all = h("button", { type: "button", role: "menuitem", class: "palette-face palette-more", "aria-label": t("reactions_all"), title: t("reactions_all"), data: { testid: "palette-more" }, text: "⌄" });
  all.addEventListener("click", () => {
    all.replaceWith(...rest.map(button));
    box.classList.add("whole");
    box.children[quick.length]?.focus();
  });
  if (rest.length) box.append(all);
  return box;
}
