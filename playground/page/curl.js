/** A logged call as a command line that does it again. The token stays out: the shell's $TOKEN stands for it. */

const FILE = /^<file (.*), \d+ bytes>$/s; // how the log shows a file that came along

/** A word of a POSIX shell, whatever is in it. */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

export function curl({ method, params }) {
  const address = `"${location.origin}/bot$TOKEN/${method}"`;
  const values = Object.entries(params ?? {});
  if (!values.length) return `curl -s ${address}`;
  const hasFile = values.some(([, value]) => FILE.test(value));
  if (!hasFile) return `curl -s ${address} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(params))}`;
  return `curl -s ${address} ${values.map(field).join(" ")}`;
}

/** One field of a form; a file's name stands for a file of the folder in which the command runs. */
function field([name, value]) {
  const file = FILE.exec(value);
  if (file) return `-F ${quoted(`${name}=@"${file[1].replace(/["\\]/g, "\\$&")}"`)}`;
  return `--form-string ${quoted(`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)}`;
}
