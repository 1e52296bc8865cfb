/** Voice messages and music: a round button, a line to seek on, the time. One sound plays at a time. */

import { h, icon } from "./dom.js";
import { duration, size, source } from "./media.js";
import { t } from "./texts.js";

let playing = null;

/** The player of an audio file; `name` stands above the line. */
export function player(file, name, performer) {
  const sound = source(h("audio", { preload: "none" }), file);
  const button = h("button", { type: "button", class: "play-button", "aria-label": t("play", { name }), data: { testid: "play" } }, icon("play"));
  const line = h("input", { type: "range", class: "play-line", min: "0", max: "1000", value: "0", "aria-label": t("play_position") });
  const time = h("small", { text: told(file) });
  const title = performer ? `${performer} – ${name}` : name;
  button.addEventListener("click", () => turn(sound, time));
  line.addEventListener("input", () => seek(sound, line));
  for (const kind of ["play", "pause", "ended"]) sound.addEventListener(kind, () => drawButton(button, sound, name));
  sound.addEventListener("timeupdate", () => {
    const length = span(sound, file);
    line.value = String(length ? Math.round((sound.currentTime / length) * 1000) : 0);
    time.textContent = `${duration(sound.currentTime)} / ${duration(length)}`;
  });
  return h("div", { class: "player", data: { testid: "player" } }, button, h("div", { class: "player-words" }, h("b", { text: title }), line, time), sound);
}

const span = (sound, file) => (Number.isFinite(sound.duration) ? sound.duration : (file.duration ?? 0));
const told = (file) => [file.duration ? duration(file.duration) : null, file.file_size ? size(file.file_size) : null].filter(Boolean).join(" · ");

async function turn(sound, time) {
  if (!sound.paused) return sound.pause();
  if (playing && playing !== sound) playing.pause();
  playing = sound;
  try {
    await sound.play();
  } catch (error) {
    if (error.name !== "AbortError") time.textContent = t("cannot_play");
  }
  return undefined;
}

function seek(sound, line) {
  if (Number.isFinite(sound.duration)) sound.currentTime = (Number(line.value) / 1000) * sound.duration;
}

function drawButton(button, sound, name) {
  button.replaceChildren(icon(sound.paused ? "play" : "pause"));
  button.setAttribute("aria-label", t(sound.paused ? "play" : "pause", { name }));
}
