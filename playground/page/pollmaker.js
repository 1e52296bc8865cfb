/** A new poll of the person's own: question, options line by line, and what kind it is. */

import * as api from "./api.js";
import { h } from "./dom.js";
import { dialog, tried } from "./notices.js";
import { speakingAs, store } from "./store.js";
import { t } from "./texts.js";

/** Ask for a poll and send it into the open chat; the sent message, or null. `isChannel`: only anonymous ones exist there. */
export async function make(isChannel) {
  const question = h("input", { type: "text", required: true, maxlength: "255", autocomplete: "off", "aria-label": t("poll_question"), placeholder: t("poll_question"), data: { testid: "poll-question" } });
  const options = h("textarea", { required: true, rows: "4", "aria-label": t("poll_options"), placeholder: t("poll_options"), data: { testid: "poll-options" } });
  const box = (testid, checked = false) => h("input", { type: "checkbox", checked, data: { testid } });
  const named = box("poll-named");
  const several = box("poll-several");
  const quiz = box("poll-quiz");
  quiz.addEventListener("change", () => (several.disabled = quiz.checked));
  const check = (input, key) => h("label", { class: "check" }, input, t(key));
  const content = h("div", { class: "poll-maker" }, question, options, isChannel ? null : check(named, "poll_make_public"), check(several, "poll_make_several"), check(quiz, "poll_make_quiz"));
  const asked = dialog(t("poll_new"), content, [{ text: t("send"), value: "send", kind: "main" }, { text: t("cancel"), value: "", kind: "quiet" }], "poll-maker");
  content.closest("form").querySelector("button[value='']").formNoValidate = true;
  question.focus();
  if ((await asked) !== "send") return null;
  const lines = options.value.split("\n").map((line) => line.trim()).filter(Boolean);
  const kind = quiz.checked ? { type: "quiz", correct_option_ids: [0] } : { allows_multiple_answers: several.checked };
  const body = { chat: store.chat, person: store.me, as: speakingAs(), thread: store.thread ?? undefined, question: question.value.trim(), options: lines.map((text) => ({ text })), is_anonymous: !named.checked, ...kind };
  return (await tried(api.post("poll", body)))?.message ?? null;
}
