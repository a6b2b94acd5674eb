import type { SchemaIssue } from "./schema.ts";

const maxIssues = 10;
const maxLength = 200;

/** One line for each issue, in a form that a model can act on. */
export function describeIssues(issues: readonly SchemaIssue[]): string {
  const lines = issues.slice(0, maxIssues).map(describe);
  const more = issues.length - lines.length;
  if (more > 0) lines.push(`… and ${more} more`);
  return lines.join("\n");
}

function describe({ path = [], message }: SchemaIssue): string {
  const keys = path.map((part) =>
    String(typeof part === "object" ? part.key : part),
  );
  const where = keys.length === 0 ? "" : `${keys.join(".")}: `;
  return `- ${clip(`${where}${message}`, maxLength)}`;
}

/** A text on one line, cut to a length: messages may quote huge values. */
export function clip(text: string, length: number): string {
  const short = text.length > length ? `${text.slice(0, length)}…` : text;
  return short.replaceAll("\n", " ");
}
