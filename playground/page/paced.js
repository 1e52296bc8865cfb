/** What is drawn often is drawn at once the first time, and then not more than a few times a second. */

/** `run`, but within `pause` milliseconds after a run only once more, with the newest arguments, at their end. */
export function paced(run, pause = 80) {
  let timer = null;
  let again = null;
  const rest = () => {
    timer = null;
    if (again) start(again);
  };
  const start = (given) => {
    again = null;
    timer = setTimeout(rest, pause);
    run(...given);
  };
  return (...given) => {
    if (timer === null) start(given);
    else again = given;
  };
}
