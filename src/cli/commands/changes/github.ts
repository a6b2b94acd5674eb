import type { Place } from "../../../compat/protocol-diff/index.ts";
import type { Line } from "./line.ts";

/** Whether a place is in a file of the repository, where GitHub looks for it. */
export type IsFile = (place: Place) => boolean;

/** An annotation for each line, but for what is only said otherwise. */
export function annotationsOf(
  lines: readonly Line[],
  isFile: IsFile = () => true,
): string {
  const told = lines.filter(({ weight }) => weight !== "documentation");
  // GitHub shows the first ten of a step: what breaks comes before the rest.
  return [...told.filter(isGrave), ...told.filter((line) => !isGrave(line))]
    .map((line) => annotation(line, isFile))
    .join("");
}

function isGrave({ weight }: Line): boolean {
  return weight === "breaking" || weight === "possible";
}

/** `::warning file=…,line=…,title=…::…`, see GitHub's workflow commands. */
function annotation(line: Line, isFile: IsFile): string {
  const { kind, subject, places, turn, effect, also, position } = line;
  const level = isGrave(line) ? "warning" : "notice";
  const properties = {
    ...(position &&
      isFile(position) && {
        file: position.file,
        line: String(position.line),
        col: String(position.column),
      }),
    title: `${subject} ${kind}: ${places.join(", ")}`,
  };
  const list = Object.entries(properties)
    .map(([name, value]) => `${name}=${propertyText(value)}`)
    .join(",");
  const others = also.length > 0 ? `; also in ${also.join(", ")}` : "";
  const place =
    position && !isFile(position) ? ` (${placeText(position)})` : "";
  const said = `${turn === "" ? "" : `${turn}. `}${effect}${others}${place}`;
  return `::${level} ${list}::${messageText(said)}\n`;
}

function placeText({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** What would end a command, or a property of it, is written as in an address. */
export function messageText(text: string): string {
  return text
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

export function propertyText(text: string): string {
  return messageText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
