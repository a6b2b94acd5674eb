import { InputError } from "../../base/diagnostics/error.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";
import { isJsonObject } from "../../base/json-object.ts";
import type { CapabilityFact, FactTables } from "./tables.ts";
import { readJsonFile } from "../../base/json-file.ts";

type FieldType = "string" | "integer" | "side" | "string?";

const common = {
  reason: "string",
  page: "string",
  since: "string?",
  until: "string?",
} as const;

/** The fields of a fact, by the table it stands in. */
const fields: Record<keyof FactTables, Record<string, FieldType>> = {
  capabilities: { ...common, method: "string", side: "side", path: "string" },
  features: { ...common, name: "string" },
  errors: { ...common, name: "string", code: "integer" },
  codes: { ...common, from: "integer", to: "integer", as: "integer" },
  pages: { ...common, method: "string" },
  fractions: { ...common, at: "string" },
  inputs: { ...common, method: "string" },
  names: { ...common, method: "string", param: "string" },
  messages: { ...common, method: "string", type: "string" },
  descriptions: { ...common, of: "string", text: "string" },
};

/**
 * Reads a file of facts: a JSON object of tables, as `facts.schema.json` describes it.
 * Throws an `InputError`.
 */
export function readFacts(path: string): Partial<FactTables> {
  return checkFactTables(readJsonFile(path, "invalid-facts"), path);
}

/** Checks that a value is tables of facts. Throws an `InputError`. */
export function checkFactTables(
  value: unknown,
  origin: string,
): Partial<FactTables> {
  const problems = factsProblems(value);
  // Every table and every field has been checked when there is no problem.
  if (problems.length === 0) return value as Partial<FactTables>;
  throw new InputError("invalid-facts", `${origin}: ${problems.join("; ")}`, {
    hint: "its format is mcp-gen/facts.schema.json",
  });
}

function factsProblems(value: unknown): string[] {
  if (!isJsonObject(value)) return ["it is not a JSON object"];
  return Object.entries(value).flatMap(([table, facts]) => {
    // Editors go by it.
    if (table === "$schema")
      return typeof facts === "string" ? [] : ["$schema is not a string"];
    if (!isTable(table)) return [unknownTable(table)];
    if (!Array.isArray(facts)) return [`${table} is not an array`];
    return facts.flatMap((fact: unknown, index) =>
      factProblems(fact, fields[table]).map(
        (problem) => `${table}[${index}] ${problem}`,
      ),
    );
  });
}

function factProblems(
  fact: unknown,
  expected: Record<string, FieldType>,
): string[] {
  if (!isJsonObject(fact)) return ["is not an object"];
  const unknown = Object.keys(fact).filter(
    (name) => !Object.hasOwn(expected, name),
  );
  return [
    ...unknown.map((name) => `has the unknown field "${name}"`),
    ...Object.entries(expected)
      .filter(([name, type]) => !hasType(fact, name, type))
      .map(([name, type]) => `needs "${name}" to be ${expectations[type]}`),
  ];
}

const sides: readonly CapabilityFact["side"][] = [
  "client",
  "server",
  "receiver",
  "sender",
];

const expectations: Record<FieldType, string> = {
  string: "a string",
  "string?": "a string",
  integer: "an integer",
  side: `one of ${sides.join(", ")}`,
};

function hasType(
  fact: Record<string, unknown>,
  name: string,
  type: FieldType,
): boolean {
  const value = Object.hasOwn(fact, name) ? fact[name] : undefined;
  switch (type) {
    case "string":
      return typeof value === "string";
    case "string?":
      return value === undefined || typeof value === "string";
    case "integer":
      return Number.isInteger(value);
    case "side":
      return sides.some((side) => side === value);
  }
}

function isTable(name: string): name is keyof FactTables {
  return Object.hasOwn(fields, name);
}

function unknownTable(name: string): string {
  const tables = Object.keys(fields);
  const hint = suggest(name, tables) ?? `there are ${tables.join(", ")}`;
  return `"${name}" is not a table of facts: ${hint}`;
}
