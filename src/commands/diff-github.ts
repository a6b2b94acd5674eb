import type { Change, ProtocolDiff } from "../diff/index.ts";
import { summaryText } from "./diff-text.ts";
import { effectOf, placeOf, turnOf, weightOf } from "./diff-words.ts";

/** A diff as annotations of a GitHub workflow, after its summary. */
export function diffAsGithub(found: ProtocolDiff): string {
  const own = found.changes.filter(
    ({ inheritedFrom, kind }) =>
      inheritedFrom === undefined && kind !== "documentation",
  );
  return summaryText(found) + own.map(annotation).join("");
}

/** `::warning file=…,line=…,title=…::…`, see GitHub's workflow commands. */
function annotation(change: Change): string {
  const { kind, subject, position } = change;
  const level = weightOf(change) === "breaking" ? "warning" : "notice";
  const properties = {
    ...(position && {
      file: position.file,
      line: String(position.line),
      col: String(position.column),
    }),
    title: `${subject} ${kind}: ${placeOf(change)}`,
  };
  const list = Object.entries(properties)
    .map(([name, value]) => `${name}=${propertyText(value)}`)
    .join(",");
  const turn = turnOf(change);
  const said = turn === "" ? effectOf(change) : `${turn}. ${effectOf(change)}`;
  return `::${level} ${list}::${messageText(said)}\n`;
}

/** What would end a command, or a property of it, is written as in an address. */
function messageText(text: string): string {
  return text
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function propertyText(text: string): string {
  return messageText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
