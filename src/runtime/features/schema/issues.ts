import type { SchemaIssue } from "./schema.ts";

const maxIssues = 10;
const maxLines = 30;
const maxLength = 200;
const maxDepth = 4;

/**
 * Lists issues for a model: one line for each issue, and for a union one line for each
 * alternative.
 */
export function describeIssues(issues: readonly SchemaIssue[]): string {
  const lines: string[] = [];
  for (const issue of issues.slice(0, maxIssues)) describe(issue, "", lines);
  const more = Math.max(issues.length - maxIssues, 0);
  const kept = lines.slice(0, maxLines);
  if (more > 0) kept.push(`… and ${more} more`);
  else if (lines.length > maxLines) kept.push("…");
  return kept.join("\n");
}

function describe(issue: SchemaIssue, indent: string, lines: string[]): void {
  lines.push(`${indent}- ${lineOf(issue)}`);
  if (indent.length >= 2 * maxDepth) return;
  for (const [first, ...others] of alternativesOf(issue)) {
    if (first === undefined || lines.length > maxLines) continue;
    if (others.length === 0) describe(first, `${indent}  `, lines);
    else {
      const all = [first, ...others].slice(0, maxIssues).map(lineOf);
      lines.push(`${indent}  - ${clip(all.join("; "), 2 * maxLength)}`);
    }
  }
}

function lineOf({ path = [], message }: SchemaIssue): string {
  const keys = path.map((part) =>
    String(typeof part === "object" ? part.key : part),
  );
  const where = keys.length === 0 ? "" : `${keys.join(".")}: `;
  return clip(`${where}${message}`, maxLength);
}

/** Fields of issues beyond Standard Schema. */
interface NestedIssues extends SchemaIssue {
  /** Issues of each alternative of a union, in zod 4. */
  readonly errors?: readonly (readonly SchemaIssue[])[];
  /** The same in zod 3, with paths from the root. */
  readonly unionErrors?: readonly { readonly issues: readonly SchemaIssue[] }[];
  /** Issues of each alternative in valibot; issues of a key in zod 4. */
  readonly issues?: readonly SchemaIssue[];
}

/** Returns the issues of each alternative, with paths relative to the issue. */
function alternativesOf(
  issue: SchemaIssue,
): readonly (readonly SchemaIssue[])[] {
  const { path = [], errors, unionErrors, issues }: NestedIssues = issue;
  if (Array.isArray(errors)) return errors;
  if (Array.isArray(issues)) return issues.map((one) => [one]);
  return (unionErrors ?? []).map((one) =>
    one.issues.map((inner) => ({
      ...inner,
      path: inner.path?.slice(path.length) ?? [],
    })),
  );
}

/** Returns a text on one line with a maximum length: messages may quote very long values. */
export function clip(text: string, length: number): string {
  const short = text.length > length ? `${text.slice(0, length)}…` : text;
  return short.replaceAll("\n", " ");
}
