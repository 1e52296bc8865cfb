/** The page put together: events come in, the parts draw themselves, one chat is open. */

import * as album from "./album.js";
import * as api from "./api.js";
import * as clock from "./clock.js";
import * as composer from "./composer.js";
import { byId, icon } from "./dom.js";
import * as faces from "./faces.js";
import * as header from "./header.js";
import { held } from "./history.js";
import * as inside from "./inside.js";
import { announced, whenElsewhere } from "./keyboard.js";
import { whenInside } from "./links.js";
import { isVisual } from "./media.js";
import * as menu from "./menu.js";
import { ask, tried } from "./notices.js";
import * as panel from "./panel.js";
import * as pinned from "./pinned.js";
import { onTick } from "./polls.js";
import * as replies from "./replies.js";
import * as requests from "./requests.js";
import { sentence } from "./service.js";
import * as sidebar from "./sidebar.js";
import { chat, emit, isInside, isPrivate, member, on, openChat, person, recall, refresh, refreshSoon, remember, store, visibleChats } from "./store.js";
import { guess, language, LANGUAGES, load, speak, t } from "./texts.js";
import { hear as hearClock } from "./time.js";
import * as transcript from "./transcript.js";
import { view } from "./viewer.js";

const listActions = { open: (id) => openPlace(id), compose: tryExample };
const darkness = matchMedia("(prefers-color-scheme: dark)");
const isPhone = () => matchMedia("(max-width: 719px)").matches;
const topicOf = (message) => (message.is_topic_message ? message.message_thread_id : 1);

async function begin() {
  await load();
  speak(recall("language") ?? "en");
  parts();
  theme(recall("theme") ?? "auto");
  const state = await tried(refresh());
  if (state) {
    hearClock(state.clock);
    speak(recall("language") ?? guess(store.people));
  }
  languageButton();
  listen();
  fromAddress();
  setInterval(clock.tick, 1000);
  clock.tick();
}

function parts() {
  transcript.set({ compose: composer.compose, insert: composer.insert, command: (text) => composer.send(text), mention: inside.mention, menu: menu.messageMenu, reply: composer.reply, view: viewPicture });
  composer.set();
  menu.set(openPlace);
  pinned.set();
  requests.set();
  faces.set(becameAnother);
  inside.set({ openPlace, compose: composer.compose });
  onTick(changed);
  header.set({ topic: (id) => openPlace(store.chat, id), newTopic });
  panel.set();
  whenInside(inside.follow);
  whenElsewhere(inside.shareQuery);
  byId("back").append(icon("back"));
  byId("to-bottom").prepend(icon("down"));
  byId("back").addEventListener("click", () => history.replaceState(null, "", "#/") ?? fromAddress());
  byId("older").append(transcript.olderButton());
  byId("person").addEventListener("click", (event) => faces.personMenu(event.currentTarget));
  byId("speak-as").addEventListener("click", (event) => faces.personMenu(event.currentTarget));
  byId("clock-chip").addEventListener("click", () => panel.show(true, "clock"));
  byId("theme").addEventListener("click", () => theme({ auto: "light", light: "dark", dark: "auto" }[recall("theme") ?? "auto"]));
  byId("language").addEventListener("click", () => {
    remember("language", LANGUAGES.find((one) => one !== language()));
    speak(recall("language"));
    languageButton();
    emit("look");
  });
  addEventListener("hashchange", fromAddress);
  darkness.addEventListener("change", () => theme(recall("theme") ?? "auto"));
  document.addEventListener("visibilitychange", read);
}

/** The address names the open place: #/chat or #/chat/topic; on a phone an empty one is the list. */
function fromAddress() {
  const [, id, thread] = location.hash.split("/");
  const known = visibleChats().some((one) => one.id === Number(id));
  if (known && id) return show(Number(id), thread ? Number(thread) : null);
  byId("app").dataset.screen = "list";
  if (!isPhone() && visibleChats().length) return show(visibleChats()[0].id, null);
  store.chat = null;
  drawAll();
  return loadCommands();
}

function openPlace(id, thread = null) {
  const hash = `#/${id}${thread === null ? "" : `/${thread}`}`;
  if (location.hash === hash) fromAddress();
  else if (byId("app").dataset.screen === "chat") location.replace(hash);
  else location.hash = hash;
}

async function show(id, thread) {
  const isForum = visibleChats().find((one) => one.id === id)?.is_forum;
  const topic = isForum ? (thread ?? 1) : null;
  byId("app").dataset.screen = "chat";
  if (store.chat === id && store.thread === topic) return drawAll();
  composer.park();
  Object.assign(store, { chat: id, thread: topic });
  sidebar.seen(id, topic);
  composer.moved();
  pinned.refresh();
  requests.refresh();
  drawAll();
  loadCommands();
  await transcript.open(id, topic);
  if (!isPhone() && !byId("composer-form").hidden) byId("composer").focus({ preventScroll: true });
  return undefined;
}

async function loadCommands() {
  const place = openChat() ?? visibleChats()[0];
  if (!place) return;
  try {
    store.commands = await api.commands(place.id, store.me);
  } catch {
    store.commands = []; // a private chat that nobody started has no menu on some servers
  }
  try {
    const { profile } = await api.get("commands");
    const texts = profile.filter((one) => one.field === "description");
    const spoken = texts.find((one) => one.language_code === person(store.me)?.language_code);
    store.description = (spoken ?? texts.find((one) => !one.language_code))?.text ?? "";
  } catch {
    store.description = "";
  }
  sidebar.draw(listActions);
  transcript.edges();
}

function drawList() {
  sidebar.draw(listActions);
  header.draw();
  composer.refresh();
}

function drawAll() {
  drawList();
  panel.draw();
}

function listen() {
  on("state", () => {
    if (store.chat === null && !isPhone() && visibleChats().length) fromAddress(); // the first person came
    drawList();
    pinned.refresh();
    requests.refresh();
    panel.hear("state");
    transcript.edges();
  });
  on("look", () => {
    drawAll();
    transcript.draw();
    pinned.draw();
    requests.refresh();
    replies.redraw();
    clock.tick();
  });
  on("clock", () => {
    clock.tick();
    panel.hear("clock");
  });
  on("read", read);
  api.follow(hear, linked);
}

let wasLinked = null;

/** The line to the server came or went; when it comes back, what was missed is fetched. */
function linked(isThere) {
  byId("offline").hidden = isThere;
  if (isThere && wasLinked === false) catchUp();
  wasLinked = isThere;
}

/** Events were missed: read everything anew. */
async function catchUp() {
  const state = await tried(refresh());
  if (!state) return;
  hearClock(state.clock);
  emit("clock");
  loadCommands();
  replies.refresh();
  if (visibleChats().some((one) => one.id === store.chat)) transcript.catchUp();
  else fromAddress();
}

const HEAR = {
  message: ({ chat: id, message }) => {
    const where = chatId(id);
    const isHere = where === store.chat && (store.thread === null || store.thread === topicOf(message));
    const known = chat(where);
    if (known) known.last = message;
    if (!known || (isPrivate(known) && !known.started)) refreshSoon();
    if (message.from?.id === store.bot.id) header.announce(where, false);
    if (isHere) transcript.add(message);
    if (isHere) replies.heard(message);
    sidebar.count(where, message, isHere && isSeen());
    sidebar.draw(listActions);
    header.draw();
  },
  edit: ({ chat: id, message }) => {
    if (chatId(id) === store.chat) changed(message);
    pinned.change(message);
    const known = chat(chatId(id));
    if (known?.last?.message_id === message.message_id) known.last = message;
    sidebar.draw(listActions);
  },
  delete: ({ chat: id, message, messages, message_id: one, message_ids: several }) => {
    const gone = [message, one, ...(messages ?? several ?? [])].map((each) => each?.message_id ?? each).filter(Boolean);
    const leaders = album.leave(chatId(id), gone);
    if (chatId(id) === store.chat) {
      transcript.remove(gone);
      leaders.forEach(transcript.change);
      replies.gone(gone);
    }
    refreshSoon();
  },
  chat: refreshSoon,
  members: () => {
    refreshSoon();
    loadCommands();
  },
  clock: (data) => {
    hearClock(data);
    emit("clock");
  },
  call: (data) => {
    if (!store.isServed) refreshSoon(); // the first sign of a bot
    panel.hear("call", data.call ?? data);
  },
  faults: () => panel.hear("faults"),
  reset: catchUp,
  toast: announced,
  people: refreshSoon,
  typing: ({ chat: id }) => header.announce(chatId(id), true),
  commands: loadCommands,
};

const chatId = (value) => (typeof value === "object" ? value.id : value);
const hear = (kind, data) => HEAR[kind](data);
const isSeen = () => document.visibilityState === "visible" && (!isPhone() || byId("app").dataset.screen === "chat");

function read() {
  if (store.chat === null || !isSeen()) return;
  sidebar.seen(store.chat, store.thread);
  sidebar.draw(listActions);
  header.draw();
}

/** Somebody else writes from this window now. */
function becameAnother(wasPrivate, hasChanged) {
  if (wasPrivate && hasChanged) return openPlace(store.me);
  composer.moved();
  drawAll();
  transcript.draw();
  pinned.refresh();
  requests.refresh();
  return loadCommands();
}

/** A message looks different now: its row is drawn anew, and what had the focus in it keeps it. */
function changed(message) {
  const row = document.activeElement?.closest?.(".row");
  const focused = row?.dataset.messageId === String(message.message_id) ? document.activeElement.dataset.focus : null;
  transcript.change(message);
  if (!focused) return;
  const again = byId("messages").querySelector(`.row[data-message-id="${message.message_id}"] [data-focus="${CSS.escape(focused)}"]`);
  (again?.matches("button") ? again : byId("messages").querySelector(`.row[data-message-id="${message.message_id}"]`))?.focus({ preventScroll: true });
}

function viewPicture(message) {
  view(message, held.list.filter((one) => isVisual(one) && sentence(one) === null));
}

/** An example of the chat list: open a chat where it can be said, and put it into the line. */
async function tryExample(text) {
  if (store.chat === null || isPhone()) {
    const place = visibleChats().find((one) => !isPrivate(one) && isInside(member(one, store.me))) ?? visibleChats()[0];
    history.pushState(null, "", `#/${place.id}`);
    await show(place.id, null);
  }
  composer.compose(text);
}

async function newTopic() {
  const name = await ask(t("new_topic"), t("topic_name"));
  const made = name && (await tried(api.post(`chats/${store.chat}/topics`, { name, by: store.me })));
  if (!made) return;
  await tried(refresh());
  openPlace(store.chat, made.topic.id);
}

function theme(wanted) {
  remember("theme", wanted);
  document.documentElement.dataset.theme = wanted === "auto" ? (darkness.matches ? "dark" : "light") : wanted;
  const label = t(`theme_${wanted}`);
  byId("theme").replaceChildren(icon({ auto: "auto", light: "sun", dark: "moon" }[wanted]));
  byId("theme").setAttribute("aria-label", label);
  byId("theme").title = label;
}

function languageButton() {
  byId("language").textContent = language() === "zh" ? "EN" : "中";
  byId("language").setAttribute("aria-label", t("other_language"));
  byId("language").title = t("other_language");
  theme(recall("theme") ?? "auto");
}

begin();
