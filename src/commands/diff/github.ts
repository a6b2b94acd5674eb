import type { Change, Place } from "../../diff/change/change.ts";
import { isAddress } from "../../spec/fetch.ts";
import { linesOf, type Line } from "./lines.ts";
import type { DiffReport } from "./report.ts";
import { stdinName } from "./source.ts";
import { summaryText } from "./text.ts";

/** A diff as annotations of a GitHub workflow, after its summary. */
export function diffAsGithub(report: DiffReport): string {
  return summaryText(report) + annotations(report.found.changes);
}

/** An annotation for each change, but for what is only said otherwise. */
export function annotations(changes: readonly Change[]): string {
  const lines = linesOf(changes, { apart: true }).filter(
    ({ weight }) => weight !== "documentation",
  );
  // GitHub shows the first ten of a step: what breaks comes before the rest.
  const [breaking, compatible] = [true, false].map((isBreaking) =>
    lines.filter(({ weight }) => (weight === "breaking") === isBreaking),
  );
  return [...(breaking ?? []), ...(compatible ?? [])].map(annotation).join("");
}

/** `::warning file=…,line=…,title=…::…`, see GitHub's workflow commands. */
function annotation({
  change,
  weight,
  places,
  turn,
  effect,
  also,
}: Line): string {
  const { kind, subject, position } = change;
  const level = weight === "breaking" ? "warning" : "notice";
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

/** GitHub looks for the file in the repository. */
function isFile({ file }: Place): boolean {
  return file !== stdinName && !isAddress(file);
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
