/** Simulated time: the server's clock carried on between two of its words, and hours named in a zone. */

import { locale } from "./texts.js";
import { recall, remember } from "./store.js";

const clock = { at: Date.now(), fixed: false, heard: performance.now(), zone: "" };
let chosen = null;
const browsers = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The server said: it is `now` (ISO 8601), and the clock stands still or runs. */
export function hear({ now, fixed, zone: shown }) {
  Object.assign(clock, { at: Date.parse(now), fixed: Boolean(fixed), heard: performance.now() });
  if (shown) clock.zone = shown;
}

export function now() {
  return new Date(clock.fixed ? clock.at : clock.at + performance.now() - clock.heard);
}

export const isFixed = () => clock.fixed;

/** The IANA zone in which this window shows times: its own choice, else the room's, else the browser's. */
export function zone() {
  chosen ??= recall("zone") || "";
  return chosen || clock.zone || browsers;
}

export function chooseZone(name) {
  chosen = name;
  remember("zone", name);
}

const formats = new Map(); // making a format costs a hundred times more than using it

function formatOf(language, options) {
  const key = `${language} ${JSON.stringify(options)}`;
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(language, options));
  return formats.get(key);
}

export function format(date, options) {
  return formatOf(locale(), { timeZone: zone(), ...options }).format(date);
}

export const clockTime = (seconds) => format(new Date(seconds * 1000), { hour: "2-digit", minute: "2-digit", hour12: false });

/** "Today"-less date of a day separator; the year only when it is not this one. */
export function dayName(seconds) {
  const date = new Date(seconds * 1000);
  const year = parts(date).year === parts(now()).year ? undefined : "numeric";
  return format(date, { day: "numeric", month: "long", year });
}

export const dayKey = (seconds) => {
  const { year, month, day } = parts(new Date(seconds * 1000));
  return `${year}-${month}-${day}`;
};

function parts(date) {
  const options = { timeZone: zone(), hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" };
  const found = formatOf("en-US", options).formatToParts(date);
  return Object.fromEntries(found.filter((part) => part.type !== "literal").map((part) => [part.type, Number(part.value)]));
}

function offset(instant) {
  const { year, month, day, hour, minute, second } = parts(new Date(instant));
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

function instantOf(year, month, day, hour, minute) {
  const local = Date.UTC(year, month - 1, day, hour, minute);
  const first = local - offset(local); // right but within hours of a change of the offset; the second look mends it
  return local - offset(first);
}

/** The next moment after now at which the clocks of the chosen zone show "HH:MM". */
export function nextTime(text) {
  const [hour, minute] = text.split(":").map(Number);
  const from = now();
  const { year, month, day } = parts(from);
  const today = instantOf(year, month, day, hour, minute);
  return new Date(today > from.getTime() ? today : instantOf(year, month, day + 1, hour, minute));
}

/** The same local time one day later: 24 hours, but for a change of the offset. */
export function nextDay() {
  const { year, month, day, hour, minute } = parts(now());
  return new Date(instantOf(year, month, day + 1, hour, minute));
}

const two = (number) => String(number).padStart(2, "0");

/** A moment as the chosen zone writes it, "2026-12-01T09:00". */
export function localText(date) {
  const { year, month, day, hour, minute } = parts(date);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** The moment that the chosen zone writes so. */
export function localInstant(text) {
  const [year, month, day, hour, minute] = text.split(/[-T:]/).map(Number);
  return new Date(instantOf(year, month, day, hour, minute));
}
