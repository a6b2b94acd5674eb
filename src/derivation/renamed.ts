import type { Declaration, Protocol } from "../model/index.ts";

/**
 * A name that nobody knows: as long as the other, so that lines break where they did, and of
 * letters that no language writes otherwise.
 */
export function renamed(name: string): string {
  return `${name.slice(0, -1)}0`;
}

/** The same revision, some of whose types have names that nobody knows. */
export function withRenamed(
  protocol: Protocol,
  names: ReadonlySet<string>,
): Protocol {
  const rename = (_: string, value: unknown): unknown =>
    typeof value === "string" && names.has(value) ? renamed(value) : value;
  const text = JSON.stringify(protocol.declarations, rename);
  // The same declarations: strings stay strings.
  return { ...protocol, declarations: JSON.parse(text) as Declaration[] };
}

/** What is printed of it, with the names as they were. */
export function restoreNames(text: string, names: ReadonlySet<string>): string {
  return [...names].reduce(
    (result, name) => result.replaceAll(renamed(name), name),
    text,
  );
}
