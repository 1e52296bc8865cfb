/** The page put together: events come in, the parts draw themselves, one chat is open. */

import * as api from "./api.js";
import * as clock from "./clock.js";
import * as composer from "./composer.js";
import { avatar, byId, icon } from "./dom.js";
import * as header from "./header.js";
import { json } from "./json.js";
import { announced } from "./keyboard.js";
import { whenInside } from "./links.js";
import { makePerson } from "./members.js";
import { ask, choose, copy, dialog, menu, toast, tried } from "./notices.js";
import * as panel from "./panel.js";
import * as sidebar from "./sidebar.js";
import { chat, emit, fullName, isAdmin, isInside, isPrivate, member, on, openChat, person, recall, refresh, refreshSoon, remember, speakingAs, store, title, visibleChats } from "./store.js";
import { guess, language, LANGUAGES, load, speak, t } from "./texts.js";
import { hear as hearClock } from "./time.js";
import * as transcript from "./transcript.js";

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
  transcript.set({ compose: composer.compose, insert: composer.insert, command: (text) => composer.send(text), mention: composer.insert, menu: messageMenu, reply: composer.reply });
  composer.set();
  header.set({ topic: (id) => openPlace(store.chat, id), newTopic });
  panel.set();
  whenInside(insideLink);
  byId("back").append(icon("back"));
  byId("to-bottom").prepend(icon("down"));
  byId("back").addEventListener("click", () => history.replaceState(null, "", "#/") ?? fromAddress());
  byId("older").append(transcript.olderButton());
  byId("person").addEventListener("click", (event) => personMenu(event.currentTarget));
  byId("speak-as").addEventListener("click", (event) => personMenu(event.currentTarget));
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
  Object.assign(store, { chat: id, thread: topic });
  sidebar.seen(id, topic);
  composer.moved();
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
    panel.hear("state");
    transcript.edges();
  });
  on("look", () => {
    drawAll();
    transcript.draw();
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
    sidebar.count(where, message, isHere && isSeen());
    sidebar.draw(listActions);
    header.draw();
  },
  edit: ({ chat: id, message }) => {
    if (chatId(id) === store.chat) transcript.change(message);
    const known = chat(chatId(id));
    if (known?.last?.message_id === message.message_id) known.last = message;
    sidebar.draw(listActions);
  },
  delete: ({ chat: id, message, messages, message_id: one, message_ids: several }) => {
    if (chatId(id) === store.chat) transcript.remove([message, one, ...(messages ?? several ?? [])].map((each) => each?.message_id ?? each).filter(Boolean));
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

/** Write as somebody else: the people, and in a group the other faces of this one. */
function personMenu(anchor) {
  const place = openChat();
  const rows = store.people.map((one) => ({
    text: fullName(one), note: note(one, place), icon: avatar(fullName(one), one.id, "tiny"), testid: "person-option",
    checked: one.id === store.me && speakingAs() === "self", run: () => become(one.id, null),
  }));
  const faces = place ? composer.identities(place).map((as) => face(as, place)) : [];
  const more = { text: t("new_person"), icon: icon("add"), testid: "person-new", run: makePerson };
  menu(anchor, [...rows, ...(faces.length ? [null, ...faces] : []), null, more], t("write_as"));
}

function note(one, place) {
  if (!place || isPrivate(place)) return one.username ? `@${one.username}` : "";
  const row = member(place, one.id);
  if (!isInside(row)) return t("role_outside");
  return isAdmin(row) ? t(row.status === "creator" ? "role_creator" : "role_admin") : t("role_member");
}

function face(as, place) {
  const name = as === "anonymous" ? title(place) : title(chat(as));
  return { text: name, note: t(as === "anonymous" ? "anonymous" : "role_channel"), icon: avatar(name, as === "anonymous" ? place.id : as, "tiny"), checked: speakingAs() === as, testid: "face-option", run: () => become(store.me, as) };
}

function become(id, as) {
  if (as) store.as[store.chat] = as;
  else delete store.as[store.chat];
  const wasPrivate = store.chat !== null && isPrivate(openChat());
  const hasChanged = store.me !== id;
  store.me = id;
  remember("person", String(id));
  if (hasChanged) store.unread.clear();
  toast(t("now_writing_as", { name: as ? title(as === "anonymous" ? openChat() : chat(as)) : fullName(person(id)) }));
  if (wasPrivate && hasChanged) return openPlace(id);
  drawAll();
  transcript.draw();
  return loadCommands();
}

function messageMenu(message, anchor) {
  const items = [{ text: t("reply"), icon: icon("reply"), testid: "reply-action", run: () => composer.reply(message) }];
  if (message.from?.id === store.me && message.text) items.push({ text: t("edit"), icon: icon("edit"), testid: "edit-action", run: () => composer.edit(message) });
  if (message.text ?? message.caption) items.push({ text: t("copy"), icon: icon("copy"), run: () => copy(message.text ?? message.caption) });
  if (message.text ?? message.caption) items.push({ text: t("forward"), icon: icon("forward"), testid: "forward-action", run: () => forward(message) });
  items.push({ text: t("show_json"), icon: icon("file"), run: () => dialog(t("show_json"), json(message), [{ text: t("close"), value: "ok", kind: "main" }]) });
  if (message.from?.id === store.me) items.push(null, { text: t("delete"), icon: icon("close"), danger: true, testid: "delete-action", run: () => tried(api.post("delete", { chat: store.chat, message: message.message_id })) });
  menu(anchor, items, t("actions"));
}

/** Send the words of a message on into another chat, with the name of who wrote them first. */
async function forward(message) {
  const places = visibleChats().filter((one) => isPrivate(one) || isInside(member(one, store.me)));
  const buttons = places.map((one) => ({ text: title(one), value: String(one.id) }));
  const chosen = Number(await choose(t("forward_to"), buttons));
  if (!chosen) return;
  const from = message.sender_chat ? { type: "chat", sender_chat: message.sender_chat } : { type: "user", sender_user: message.from };
  const origin = message.forward_origin ?? { ...from, date: message.date };
  const said = await tried(api.post("say", { chat: chosen, person: store.me, text: message.text ?? message.caption, forward_origin: origin }));
  if (said) openPlace(chosen);
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

/** A link that means something here. */
async function insideLink(found) {
  if (found.kind === "message") {
    if (found.chat !== store.chat) openPlace(found.chat);
    return transcript.jump(found.message);
  }
  if (found.kind === "group") return addToGroup(found.payload);
  if (found.kind === "start") await tried(api.post("open", { person: store.me, payload: found.payload || undefined }));
  await tried(refresh());
  return openPlace(store.me);
}

async function addToGroup(payload) {
  const groups = store.chats.filter((one) => ["group", "supergroup"].includes(one.type) && isInside(member(one, store.me)));
  const buttons = groups.map((one) => ({ text: one.title, value: String(one.id) }));
  const chosen = await choose(t("choose_group", { name: store.bot.first_name }), buttons);
  if (!chosen) return;
  await tried(api.post("open", { person: store.me, payload: payload || undefined, group: Number(chosen) }));
  openPlace(Number(chosen));
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
