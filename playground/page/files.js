/** Where a file of a message can be loaded from. */

import { store } from "./store.js";

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
