/** Where a file of a message can be loaded from. The Bot API is asked, so only for files that are really wanted. */

import { h } from "./dom.js";
import { toast } from "./notices.js";
import { store } from "./store.js";
import { t } from "./texts.js";

const known = new Map();

/** The address of a Telegram file object, or null when the server does not have it. */
export function fileAddress(file) {
  if (!known.has(file.file_id)) known.set(file.file_id, find(file.file_id));
  return known.get(file.file_id);
}

async function find(id) {
  const response = await fetch(`/bot${store.token}/getFile?file_id=${encodeURIComponent(id)}`).catch(() => null);
  if (!response?.ok) return null;
  const { result } = await response.json();
  return `/file/bot${store.token}/${result.file_path}`;
}

/** Save a file under its own name. */
export async function download(file, name) {
  const address = await fileAddress(file);
  if (!address) return toast(t("file_gone"), "bad");
  return h("a", { href: address, download: name }).click();
}
