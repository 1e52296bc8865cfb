/** Polls and quizzes in a bubble: choosing, voting, taking back, counts that move in every window. */

import * as api from "./api.js";
import { avatar, h, icon } from "./dom.js";
import { render } from "./entities.js";
import { dialog, tried } from "./notices.js";
import { fullName, person, speakingAs, store } from "./store.js";
import { t } from "./texts.js";
import { duration } from "./media.js";
import { now } from "./time.js";

const chosen = new Map(); // "chat:message" -> options ticked in a poll with several answers, before they are sent

const key = (message) => `${message.chat.id}:${message.message_id}`;
const rightOnes = (poll) => poll.correct_option_ids ?? (poll.correct_option_id === undefined ? [] : [poll.correct_option_id]);

/** What this window's person voted for here: numbers of options, none before they voted. */
export const votesOf = (message, who = store.me) => message.votes?.[who] ?? [];

/** Whether the person may take the vote back. */
export const canRetract = (message) => Boolean(message.poll) && !message.poll.is_closed && votesOf(message).length > 0 && message.poll.allows_revoting !== false && message.poll.type !== "quiz";

export function vote(message, options) {
  return tried(api.post("vote", { chat: message.chat.id, message: message.message_id, person: store.me, options, as: speakingAs() }));
}

/** The poll of this message as an element. */
export function poll(message) {
  const { poll: one } = message;
  const mine = votesOf(message);
  const isOpen = !one.is_closed && mine.length === 0;
  const ticked = chosen.get(key(message)) ?? new Set();
  const several = Boolean(one.allows_multiple_answers);
  const showsResults = !isOpen && !one.hides_results;
  const shares = percentages(one.options, one.total_voter_count);
  const options = one.options.map((option, index) => {
    const look = { option, index, share: shares[index], isMine: mine.includes(index), isTicked: ticked.has(index) };
    return isOpen ? choice(message, look, several) : result(message, look, showsResults);
  });
  const head = [h("b", { class: "poll-question", dir: "auto" }, render(one.question, one.question_entities)), h("div", { class: "poll-kind" }, h("span", { text: kind(one) }), timer(one))];
  const about = one.description ? h("div", { class: "poll-description", dir: "auto" }, render(one.description, one.description_entities)) : null;
  const group = h("div", { class: "poll-options", role: isOpen && !several ? "radiogroup" : "group", "aria-label": one.question }, options);
  return h("div", { class: "poll", data: { testid: "poll" } }, about, ...head, group, explanation(one, mine), foot(message, isOpen && several, ticked));
}

function kind(one) {
  if (one.is_closed) return t("poll_closed");
  if (one.type === "quiz") return t(one.is_anonymous ? "poll_quiz_anonymous" : "poll_quiz");
  return t(one.is_anonymous ? "poll_anonymous" : "poll_public");
}

/** When the poll closes by itself, and how long that still is. */
function timer(one) {
  if (!one.close_date || one.is_closed) return null;
  const left = one.close_date - now().getTime() / 1000;
  return left > 0 ? h("span", { class: "poll-timer" }, icon("clock"), left < 86_400 ? duration(left) : t("poll_days", { count: Math.ceil(left / 86_400) })) : null;
}

/** An option that can be chosen: in a poll with one answer the press votes at once. */
function choice(message, { option, index, isTicked }, several) {
  const press = () => {
    if (!several) return vote(message, [index]);
    const ticked = chosen.get(key(message)) ?? new Set();
    if (!ticked.delete(index)) ticked.add(index);
    chosen.set(key(message), ticked);
    return redraw(message);
  };
  const props = { type: "button", class: "poll-option", role: several ? "checkbox" : "radio", "aria-checked": String(isTicked), data: { testid: "poll-option", focus: `option-${index}` }, on: { click: press } };
  return h("button", props, h("span", { class: `poll-mark ${several ? "square" : ""}`, "aria-hidden": "true" }, isTicked ? icon("check") : null), h("span", { class: "poll-words", dir: "auto" }, render(option.text, option.text_entities)));
}

/** An option after voting: its share as number and bar, one's own choice marked, in a quiz right and wrong. */
function result(message, { option, index, share, isMine }, showsResults) {
  const { poll: one } = message;
  const isRight = one.type === "quiz" && rightOnes(one).includes(index);
  const isWrong = one.type === "quiz" && isMine && !isRight;
  const state = isRight ? "right" : isWrong ? "wrong" : "";
  const mark = isRight && (isMine || one.type === "quiz") ? "check" : isWrong ? "close" : isMine ? "check" : null;
  const told = [option.text, showsResults ? `${share}%` : "", isMine ? t("poll_yours") : "", isRight ? t("poll_right") : "", isWrong ? t("poll_wrong") : ""].filter(Boolean).join(", ");
  const bar = h("span", { class: "poll-bar", "aria-hidden": "true" }, h("span", {}));
  bar.firstChild.style.width = `${showsResults ? share : 0}%`;
  const inner = [h("span", { class: "poll-share", text: showsResults ? `${share}%` : "" }), h("span", { class: "poll-words", dir: "auto" }, render(option.text, option.text_entities)), mark && (isMine || isRight) ? h("span", { class: "poll-own" }, icon(mark)) : null, bar];
  const who = showsResults && !one.is_anonymous && option.voter_count > 0;
  const props = { class: `poll-result ${state} ${isMine ? "mine" : ""}`, "aria-label": told, data: { testid: "poll-result", focus: `option-${index}` } };
  if (!who) return h("div", { ...props, role: "img" }, inner);
  return h("button", { type: "button", ...props, title: t("poll_voters"), on: { click: () => voters(message) } }, inner);
}

function explanation(one, mine) {
  if (one.type !== "quiz" || !one.explanation || (!mine.length && !one.is_closed)) return null;
  return h("div", { class: "poll-explanation", role: "note", data: { testid: "poll-explanation" } }, icon("bulb"), h("span", { dir: "auto" }, render(one.explanation, one.explanation_entities)));
}

function foot(message, needsSending, ticked) {
  const { poll: one } = message;
  if (needsSending && ticked.size) {
    const send = () => {
      chosen.delete(key(message));
      vote(message, [...ticked].sort((left, right) => left - right));
    };
    return h("button", { type: "button", class: "poll-foot poll-send", text: t("poll_vote"), data: { testid: "poll-send", focus: "send" }, on: { click: send } });
  }
  const canLook = !one.is_anonymous && one.total_voter_count > 0 && !one.hides_results && (one.is_closed || votesOf(message).length);
  if (canLook) return h("button", { type: "button", class: "poll-foot poll-send", text: t("poll_results", { count: one.total_voter_count }), data: { testid: "poll-voters", focus: "voters" }, on: { click: () => voters(message) } });
  return h("div", { class: "poll-foot", data: { testid: "poll-count" }, text: count(one) });
}

function count(one) {
  if (!one.total_voter_count) return t(one.is_closed ? "poll_nobody" : one.allows_multiple_answers ? "poll_choose_several" : "poll_none");
  return t(one.total_voter_count === 1 ? "poll_one" : "poll_count", { count: one.total_voter_count });
}

/**
 * Shares in whole percent, as TDLib's `PollManager::get_vote_percentage` counts them: equal counts have equal shares,
 * and with one answer each they are not more than 100 together.
 */
export function percentages(options, total) {
  const counts = options.map((option) => option.voter_count);
  const sum = counts.reduce((all, one) => all + one, 0);
  if (!total) return counts.map(() => 0);
  if (sum !== total) return counts.map((one) => Math.round((one / total) * 100));
  const shares = counts.map((one) => Math.floor((one * 100) / total));
  const gap = (count) => (Math.floor((count * 100) / total) + 1) * total - count * 100; // to the next whole percent
  const isUp = (count) => gap(count) < total / 2 || (gap(count) === total / 2 && (count * 100) / total < 50); // halves go to 50 %
  const times = (count) => counts.filter((one) => one === count).length;
  const kinds = [...new Set(counts)].filter(isUp).sort((left, right) => gap(left) - gap(right) || times(right) - times(left));
  let left = 100 - shares.reduce((all, one) => all + one, 0);
  for (const count of kinds) {
    if (times(count) > left) continue;
    left -= times(count);
    counts.forEach((one, index) => one === count && (shares[index] += 1));
  }
  return shares;
}

/** Who chose what, of a poll that is not anonymous. */
function voters(message) {
  const { poll: one } = message;
  const list = Object.entries(message.votes ?? {});
  const named = (id) => fullName(person(Number(id))) || (Number(id) === store.bot.id ? store.bot.first_name : id);
  const section = (option, index) => {
    const who = list.filter(([, options]) => options.includes(index)).map(([id]) => h("li", {}, avatar(named(id), Number(id), "tiny"), h("span", { text: named(id) })));
    return who.length ? h("section", {}, h("h3", {}, h("span", { text: option.text }), h("small", { text: String(who.length) })), h("ul", { class: "people-list" }, who)) : null;
  };
  dialog(one.question, h("div", { class: "voters" }, one.options.map(section)), [{ text: t("close"), value: "ok", kind: "main" }], "voters");
}

let redraw = () => {};

/** Who draws a message's row again when something was ticked. */
export function onTick(run) {
  redraw = run;
}
