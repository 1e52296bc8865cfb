/** A part of the page that is drawn anew does not lose the focus, nor the place to which it was scrolled. */

/** Run `draw`, which fills `box` anew; the element that stands for the focused one gets the focus. */
export function keepingFocus(box, draw) {
  const focused = box.contains(document.activeElement) ? document.activeElement : null;
  const find = focused && finder(box, focused);
  const top = box.scrollTop;
  draw();
  box.scrollTop = top;
  if (find && !box.contains(document.activeElement)) find()?.focus({ preventScroll: true });
}

/** How to find the element again: by its id, else by its kind and place among those of its kind. */
function finder(box, element) {
  if (element.id) return () => document.getElementById(element.id);
  const testid = element.dataset.testid;
  const kind = testid ? `[data-testid="${testid}"]` : element.localName;
  const place = [...box.querySelectorAll(kind)].indexOf(element);
  return () => {
    const same = [...box.querySelectorAll(kind)];
    return same[Math.min(place, same.length - 1)];
  };
}
