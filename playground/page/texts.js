/** The page's own sentences, in Chinese and English; everything else on screen comes from the server. */

export const LANGUAGES = ["zh", "en"];
const catalogues = {};
let current = "en";

/** Read both catalogues once; they are small and switching must not wait. */
export async function load() {
  const read = async (language) => {
    const response = await fetch(`/page/texts.${language}.json`);
    catalogues[language] = await response.json();
  };
  await Promise.all(LANGUAGES.map(read));
}

export function language() {
  return current;
}

/** The locale for dates and numbers that goes with the page's language. */
export function locale() {
  return current === "zh" ? "zh-CN" : "en-GB";
}

/** Speak this language from now on; static parts of the page follow at once. */
export function speak(wanted) {
  current = LANGUAGES.includes(wanted) ? wanted : "en";
  document.documentElement.lang = current === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    if (element.tagName === "BUTTON") element.title = t(element.dataset.label);
  }
  for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = t(element.dataset.hint);
}

/** The sentence of this key with {names} filled in; an unknown key shows itself, so that it is noticed. */
export function t(key, values = {}) {
  const sentence = catalogues[current]?.[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The page's language before anyone chose one: the browser's, else what the people here speak. */
export function guess(people) {
  const codes = [...navigator.languages, ...people.map((person) => person.language_code)];
  return codes.map((code) => (code ?? "").slice(0, 2)).find((code) => LANGUAGES.includes(code)) ?? "en";
}
