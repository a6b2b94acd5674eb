import { accepts } from "../../../src/schema/json-schema/index.ts";
import type { SchemaDocument } from "../../../src/schema/model/json-schema.ts";
import type { Compiler } from "../../support/typescript.ts";
import { compile, folderOf } from "../../support/typescript.ts";
import { printTypes } from "./printed.ts";
import { propertyNames } from "./random-schemas.ts";

/** A schema with values to judge. */
export interface Question {
  readonly document: SchemaDocument;
  readonly values: readonly unknown[];
}

/** What is said of a value. */
export interface Verdict {
  readonly document: SchemaDocument;
  readonly value: unknown;
  /** Whether the schema takes it; `undefined` where that cannot be told. */
  readonly bySchema: boolean | undefined;
  /** What the compiler says of it: nothing where it takes it. */
  readonly byCompiler: string;
}

/** How a value is given to the compiler: as it is written, or by its type. */
export type Given = "written" | "typed";

/** What schemas and the compiler say of values; one program for all. */
export async function judge(
  questions: readonly Question[],
  given: Given,
  compiler: Compiler = "typescript",
): Promise<Verdict[]> {
  const documents = Object.fromEntries(
    questions.map(({ document }, index) => [`T${index}`, document]),
  );
  const { text } = printTypes(documents);
  const each = questions.flatMap(({ document, values }, question) =>
    values.map((value) => ({ question, document, value })),
  );
  const lines = each.map(({ question, value }, index) =>
    given === "written"
      ? `export const v${index}: t.T${question} = ${JSON.stringify(value)};`
      : `export const v${index}: t.T${question} = null! as ${typeText(value)};`,
  );
  const checks = [`import type * as t from "./types.js";`, ...lines];
  const folder = folderOf([
    { path: "types.ts", text },
    { path: "checks.ts", text: checks.join("\n") },
  ]);
  const problems = problemsOf(await compile(folder, {}, compiler), text);
  return each.map(({ document, value }, index) => ({
    document,
    value,
    bySchema: unlessEndless(() => accepts(document, value)),
    byCompiler: problems.get(index + 2) ?? "",
  }));
}

/** What the compiler says, by the line of the checks. */
function problemsOf(
  output: readonly string[],
  types: string,
): Map<number, string> {
  const problems = new Map<number, string>();
  let line = 0;
  for (const text of output) {
    const found = /^([\w.]+)\((\d+),/.exec(text);
    if (found !== null && found[1] !== "checks.ts")
      throw new Error(`${text}\n${linesAt(types, Number(found[2]))}`);
    line = found === null ? line : Number(found[2]);
    problems.set(line, `${problems.get(line) ?? ""}${text}\n`);
  }
  return problems;
}

/** The declaration that a line of the types is in. */
function linesAt(types: string, line: number): string {
  const before = types.split("\n").slice(0, line).join("\n");
  return types.slice(before.lastIndexOf("export type"), before.length + 500);
}

/**
 * The type that has a value alone. It tells which properties are absent: TypeScript wants an
 * object to have one in common with a type of which each is optional.
 */
function typeText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(typeText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}: ${typeText(inner)}`,
  );
  const absent = propertyNames.filter((name) => !Object.hasOwn(value, name));
  const others = absent.map((name) => `${name}?: never`);
  return `{ ${[...fields, ...others].join("; ")} }`;
}

/** A schema that refers to itself in place never ends. */
function unlessEndless<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
