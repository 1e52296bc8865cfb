/** A placeholder where Telegram would show the page behind a link. Nothing is fetched. */

import { h, icon } from "./dom.js";
import { safe } from "./links.js";

/** The card of a message's link preview, or null where it has none. */
export function preview(message) {
  const options = message.link_preview_options;
  if (!message.text || options?.is_disabled) return null;
  const href = options?.url ? safe(options.url) : null;
  if (!href || !href.startsWith("http")) return null;
  const { hostname, pathname } = new URL(href);
  const large = options.prefer_large_media || /\.(png|jpe?g|gif|webp)$/i.test(pathname);
  const picture = large ? h("div", { class: "preview-picture" }, icon("link")) : null;
  const props = { class: `preview ${large ? "large" : ""}`, href, target: "_blank", rel: "noopener noreferrer", data: { testid: "link-preview" } };
  return h("a", props, h("b", { text: hostname.replace(/^www\./, "") }), h("span", { text: readable(pathname) }), picture);
}

function readable(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
