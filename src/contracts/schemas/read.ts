import { InputError } from "../../base/diagnostics/error.ts";
import { isJsonObject } from "../../base/json-object.ts";
import { excerpt } from "../excerpt.ts";
import { parseJson } from "../parse-json.ts";
import { pascalName, typeNames } from "../names.ts";
import {
  listNames,
  readDescription,
  type SnapshotTool,
} from "../snapshot/index.ts";

/** A JSON Schema, and what it is called. */
export interface PlainNamedSchema {
  /** What messages call it. */
  readonly name: string;
  /** The name of its type, which no other of them has. */
  readonly type: string;
  /** As it was written. */
  readonly schema: unknown;
  /** Whether a server lists it: who compiles it cannot mend it. */
  readonly isListed: boolean;
}

/**
 * Reads the text of a file of schemas: an object of schemas by name, as in
 * `{ "Forecast": { "type": "object" } }`, or what a server lists: each tool has arguments
 * and, where it says what it gives, a result. No type has a name of `reserved`. Throws an
 * InputError (`invalid-description`) that says where in `file` it is neither.
 */
export function readSchemas(
  text: string,
  file: string,
  reserved: ReadonlySet<string> = new Set(),
): PlainNamedSchema[] {
  const value = parseJson(text, (...given) => invalid(file, ...given));
  if (isDescription(value)) {
    const { tools } = readDescription(text, file);
    if (tools.length > 0) return schemasOfTools(tools);
    throw invalid(file, "it lists no tool");
  }
  if (!isJsonObject(value)) throw invalid(file, "it is no object");
  const types = typeNames(Object.keys(value), reserved);
  const found = Object.entries(value).map(([name, schema]) => {
    assertSchema(name, schema, file);
    const type = types.get(name) ?? pascalName(name);
    return { name, type, schema, isListed: false };
  });
  if (found.length > 0) return found;
  throw invalid(file, "it is empty", { hint: byName });
}

/** The schemas of tools: their types have the names that a typed client gives them. */
function schemasOfTools(tools: readonly SnapshotTool[]): PlainNamedSchema[] {
  const types = typeNames(tools.map(({ name }) => name));
  return tools.flatMap(({ name, inputSchema, outputSchema }) => {
    const base = types.get(name) ?? pascalName(name);
    const args = {
      name: `arguments of ${name}`,
      type: `${base}Arguments`,
      schema: inputSchema,
      isListed: true,
    };
    if (outputSchema === undefined) return [args];
    const result = {
      name: `result of ${name}`,
      type: `${base}Result`,
      schema: outputSchema,
      isListed: true,
    };
    return [args, result];
  });
}

const byName =
  'it holds JSON Schemas by the names of their types: { "Forecast": { "type": "object" } }';

function isDescription(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  if (!isJsonObject(value)) return false;
  const isAnswer =
    typeof value["jsonrpc"] === "string" && isJsonObject(value["result"]);
  const isSnapshot = typeof value["formatVersion"] === "number";
  return (
    isAnswer ||
    isSnapshot ||
    listNames.some((list) => Array.isArray(value[list]))
  );
}

function assertSchema(name: string, schema: unknown, file: string): void {
  const isSchema = isJsonObject(schema) || typeof schema === "boolean";
  if (isSchema && !/^\$[a-z]+$/i.test(name)) return;
  const problem = isSchema
    ? "is a keyword, and no name of a type"
    : "is no JSON Schema: an object, true or false";
  throw invalid(file, `${excerpt(name)} ${problem}`, { hint: byName });
}

function invalid(
  file: string,
  problem: string,
  detail: { readonly hint?: string; readonly cause?: unknown } = {},
): InputError {
  return new InputError(
    "invalid-description",
    `${file} has no schemas: ${problem}`,
    detail,
  );
}
