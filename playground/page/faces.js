/** Write as somebody else: the people, and in a group the other faces of this one. */

import * as composer from "./composer.js";
import { avatar, icon } from "./dom.js";
import { makePerson } from "./members.js";
import { menu, toast } from "./notices.js";
import { chat, fullName, isAdmin, isInside, isPrivate, member, openChat, person, remember, speakingAs, store, title } from "./store.js";
import { t } from "./texts.js";

let changed = () => {};

/** `run(wasPrivate, hasChanged)` when somebody else writes now. */
export function set(run) {
  changed = run;
}

export function personMenu(anchor) {
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
  const wasPrivate = store.chat !== null && isPrivate(openChat());
  const hasChanged = store.me !== id;
  composer.park();
  if (as) store.as[store.chat] = as;
  else delete store.as[store.chat];
  store.me = id;
  remember("person", String(id));
  if (hasChanged) store.unread.clear();
  toast(t("now_writing_as", { name: as ? title(as === "anonymous" ? openChat() : chat(as)) : fullName(person(id)) }));
  return changed(wasPrivate, hasChanged);
}
