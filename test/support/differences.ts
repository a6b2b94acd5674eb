import type { JsonSchemaDocument } from "../../src/emit/json-schema/index.ts";

export interface Difference {
  pointer: string;
  official: unknown;
  corrected: unknown;
}

/** Every place where two documents differ, as pointers into the corrected one. */
export function differences(
  official: JsonSchemaDocument,
  corrected: JsonSchemaDocument,
): Difference[] {
  const { definitions, ...rest } = official;
  const { $defs, ...identity } = corrected;
  if (definitions === undefined) return [...compare("", official, corrected)];
  return [
    { pointer: "/$defs", official: "definitions", corrected: "$defs" },
    ...compare("", rest, identity),
    ...compare("/$defs", definitions, $defs),
  ];
}

function* compare(
  pointer: string,
  official: unknown,
  corrected: unknown,
): Generator<Difference> {
  if (!isParent(official) || !isParent(corrected)) {
    if (JSON.stringify(official) !== JSON.stringify(corrected))
      yield { pointer, official, corrected };
    return;
  }
  const names = new Set([...Object.keys(official), ...Object.keys(corrected)]);
  for (const name of names)
    yield* compare(
      `${pointer}/${escape(name)}`,
      new Map(Object.entries(official)).get(name),
      new Map(Object.entries(corrected)).get(name),
    );
}

/** A list of names or types is one value: its items have no places of their own. */
function isParent(value: unknown): value is object {
  if (Array.isArray(value))
    return value.every((item) => typeof item === "object");
  return typeof value === "object" && value !== null;
}

function escape(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** True if a pointer matches a pattern, in which `**` is any number of steps. */
export function fits(pointer: string, pattern: string): boolean {
  const [start = "", ...ends] = pattern.split("/**");
  const [end] = ends;
  if (end === undefined) return pointer === start;
  return (
    pointer.length >= start.length + end.length &&
    pointer.startsWith(start) &&
    pointer.endsWith(end)
  );
}
