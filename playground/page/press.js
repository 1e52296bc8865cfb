/** A long press on a touch screen and a right click mean the same: what can be done with this message? */

const HOLD = 450; // milliseconds
const SLIP = 10; // pixels a finger may move meanwhile

/** The finger's release after a long press is no tap on what lies under it. */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Run `open(element, point)` for the pressed `selector` inside `box`. */
export function onPress(box, selector, open) {
  let timer = null;
  let start = null;
  const stop = () => clearTimeout(timer);
  box.addEventListener("pointerdown", (event) => {
    const element = event.target.closest(selector);
    if (event.pointerType === "mouse" || !element) return;
    start = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      box.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => box.removeEventListener("click", swallow, true), 1500);
      open(element, start);
    }, HOLD);
  });
  box.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLIP) stop();
  });
  for (const name of ["pointerup", "pointercancel"]) box.addEventListener(name, stop);
  box.addEventListener("contextmenu", (event) => {
    const element = event.target.closest(selector);
    if (!element || event.target.closest("a") || String(getSelection())) return;
    event.preventDefault();
    stop();
    open(element, { x: event.clientX, y: event.clientY });
  });
}
