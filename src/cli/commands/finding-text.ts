import type { Finding } from "../../validate/index.ts";

/** `traffic.jsonl:3: client: tools/call params.name: expected a string, found number [2025-11-25]` */
export function describeFinding(finding: Finding, file: string): string {
  const { line, session, from, index, revision } = finding;
  const sender = from ?? "unknown sender";
  const place = [
    session === undefined ? sender : `${sender} of session ${session}`,
    ...(index === undefined ? [] : [`message ${index} of the batch`]),
  ].join(", ");
  const prefix = finding.severity === "warning" ? "warning: " : "";
  const against = revision === undefined ? "" : ` [${revision}]`;
  const what = [subject(finding), pathText(finding.path)]
    .filter((part) => part !== "")
    .join(" ");
  const about = what === "" ? "" : `${what}: `;
  const name = file === "-" ? "<stdin>" : file;
  return `${name}:${line}: ${prefix}${place}: ${about}${finding.reason}${against}`;
}

function subject({ kind, method }: Finding): string {
  const isAnswer = kind === "result" || kind === "error";
  if (method === undefined) return isAnswer ? kind : "";
  return isAnswer ? `${kind} of ${method}` : method;
}

function pathText(path: Finding["path"]): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === "number") return `${text}[${segment}]`;
    if (/^[\w$]+$/.test(segment))
      return text === "" ? segment : `${text}.${segment}`;
    return `${text}[${JSON.stringify(segment)}]`;
  }, "");
}
