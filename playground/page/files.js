/** Where a file of a message can be loaded from: a door of the page's own, which leaves no call in the log. */

import { h } from "./dom.js";
import { toast } from "./notices.js";
import { t } from "./texts.js";

/** The address of a Telegram file object, or null for something that is none. */
export function fileAddress(file) {
  return file?.file_id ? `/sim/files/${encodeURIComponent(file.file_id)}` : null;
}

/** Save a file under its own name, whatever letters that has. */
export async function download(file, name) {
  const response = await fetch(fileAddress(file)).catch(() => null);
  if (!response?.ok) return toast(t("file_gone"), "bad");
  const address = URL.createObjectURL(await response.blob());
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return undefined;
}
