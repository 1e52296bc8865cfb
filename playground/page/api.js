/** The control side of the playground, one function a question; every refusal becomes an Error with its text. */

import { t } from "./texts.js";

async function call(method, path, body) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await fetch(path, options).catch(() => {
    throw new Error(t("offline"));
  });
  const text = await response.text();
  const answer = parse(text);
  if (!response.ok) throw new Error(answer?.error ?? answer?.description ?? `${response.status} ${response.statusText}`);
  return answer;
}

function parse(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

function query(values) {
  const known = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return known.length ? `?${new URLSearchParams(known)}` : "";
}

export const get = (path, values = {}) => call("GET", `/sim/${path}${query(values)}`);
export const post = (path, body = {}) => call("POST", `/sim/${path}`, body);
export const drop = (path) => call("DELETE", `/sim/${path}`);

export const state = () => get("state");
/** A page of a chat: `{messages, more}`, the newest, those `before` or those `after` a message. */
export const page = (chat, values) => get(`chats/${chat}/messages`, values);
export const commands = (chat, person) => get(`chats/${chat}/commands`, { person }).then((answer) => answer.commands);
export const calls = (since) => get("calls", { since }).then((answer) => answer.calls);

const KINDS = ["message", "edit", "delete", "chat", "members", "clock", "call", "toast", "typing", "commands", "people", "faults", "reset"];

/**
 * Follow the server's events. `hear(kind, data)` for each; `linked(true|false)` when the line is there or lost.
 * The browser reconnects by itself; a closed source (server gone for long) is opened again after two seconds.
 */
export function follow(hear, linked) {
  const source = new EventSource("/sim/events");
  for (const kind of KINDS) source.addEventListener(kind, (event) => hear(kind, parse(event.data) ?? {}));
  source.onopen = () => linked(true);
  source.onerror = () => {
    linked(false);
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => follow(hear, linked), 2000);
  };
}
