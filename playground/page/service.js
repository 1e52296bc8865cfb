/** What happened in a chat, as one sentence: joined, left, pinned, topic opened … */

import { fullName } from "./store.js";
import { t } from "./texts.js";

/** The sentence of a service message, or null when the message is none. */
export function sentence(message) {
  for (const [field, tell] of Object.entries(SENTENCES)) {
    if (field in message && message[field] !== false) return tell(message[field], who(message), message);
  }
  return null;
}

const who = (message) => (message.sender_chat ? message.sender_chat.title : fullName(message.from)) ?? "";

const SENTENCES = {
  new_chat_members: (people, name, message) => {
    const alone = people.length === 1 && people[0].id === message.from?.id;
    return alone ? t("service_joined", { name }) : t("service_added", { name, people: people.map(fullName).join(t("list_comma")) });
  },
  left_chat_member: (person, name, message) =>
    person.id === message.from?.id ? t("service_left", { name }) : t("service_removed", { name, person: fullName(person) }),
  group_chat_created: (_, name) => t("service_created", { name }),
  supergroup_chat_created: (_, name) => t("service_created", { name }),
  channel_chat_created: () => t("service_channel"),
  migrate_to_chat_id: () => t("service_upgraded"),
  migrate_from_chat_id: () => t("service_upgraded"),
  new_chat_title: (title, name) => t("service_title", { name, title }),
  new_chat_photo: (_, name) => t("service_photo", { name }),
  delete_chat_photo: (_, name) => t("service_photo_gone", { name }),
  pinned_message: (pinned, name) => t("service_pinned", { name, text: summary(pinned) }),
  forum_topic_created: (topic, name) => t("service_topic", { name, topic: topic.name }),
  forum_topic_edited: (topic, name) => (topic.name ? t("service_topic_edited", { name, topic: topic.name }) : t("service_topic_icon", { name })),
  forum_topic_closed: (_, name) => t("service_topic_closed", { name }),
  forum_topic_reopened: (_, name) => t("service_topic_reopened", { name }),
  general_forum_topic_hidden: (_, name) => t("service_general_hidden", { name }),
  general_forum_topic_unhidden: (_, name) => t("service_general_shown", { name }),
  message_auto_delete_timer_changed: (_, name) => t("service_timer", { name }),
  users_shared: (_, name) => t("service_shared", { name }),
  chat_shared: (_, name) => t("service_shared", { name }),
  write_access_allowed: () => t("service_write_access"),
  boost_added: (_, name) => t("service_boost", { name }),
  video_chat_started: (_, name) => t("service_video_chat", { name }),
  video_chat_ended: () => t("service_video_chat_ended"),
  chat_background_set: (_, name) => t("service_background", { name }),
};

const KINDS = ["photo", "video", "animation", "video_note", "voice", "audio", "document", "sticker", "poll", "venue", "location", "contact", "dice"];
const MARKS = { photo: "🖼", video: "🎞", animation: "GIF", video_note: "🎥", voice: "🎤", audio: "🎵", document: "📎", sticker: "", poll: "📊", venue: "📍", location: "📍", contact: "👤", dice: "" };

/** What kind of thing hangs on a message, or null for words alone. */
export const kindOf = (message) => KINDS.find((kind) => message[kind]) ?? null;

/** One line that stands for a message elsewhere: in the chat list, a reply header, a pin. */
export function summary(message) {
  if (!message) return "";
  const kind = kindOf(message);
  const said = message.text ?? message.caption;
  if (said) return `${kind && MARKS[kind] ? `${MARKS[kind]} ` : ""}${said.replace(/\s+/g, " ").slice(0, 160)}`;
  if (!kind) return sentence(message) ?? t("kind_other");
  const name = NAMES[kind]?.(message[kind]) ?? t(`kind_${kind}`);
  return MARKS[kind] ? `${MARKS[kind]} ${name}` : name;
}

const NAMES = {
  document: (file) => file.file_name,
  audio: (file) => file.title ?? file.file_name,
  sticker: (file) => t("kind_sticker_of", { emoji: file.emoji ?? "" }),
  poll: (poll) => poll.question,
  venue: (venue) => venue.title,
  contact: (person) => [person.first_name, person.last_name].filter(Boolean).join(" "),
  dice: (dice) => `${dice.emoji} ${dice.value}`,
};
