import { InputError } from "../../diagnostics/error.ts";
import { isJsonObject } from "../../json-object.ts";
import { excerpt } from "../excerpt.ts";
import { listNames, readDescription } from "../snapshot/index.ts";

/** A JSON Schema, and what it is called. */
export interface PlainNamedSchema {
  /** What its type is named after. */
  readonly name: string;
  /** As it was written. */
  readonly schema: unknown;
}

/**
 * Reads the text of a file of schemas: an object of schemas by name, as in
 * `{ "Forecast": { "type": "object" } }`, or what a server lists, of whose tools each
 * becomes `… arguments` and, where it says what it gives, `… result`. Throws an InputError
 * (`invalid-description`) that says where in `file` it is neither.
 */
export function readSchemas(text: string, file: string): PlainNamedSchema[] {
  const value = parse(text, file);
  if (isDescription(value)) {
    const { tools } = readDescription(text, file);
    const found = tools.flatMap(schemasOfTool);
    if (found.length > 0) return found;
    throw invalid(file, "it lists no tool");
  }
  if (!isJsonObject(value)) throw invalid(file, "it is no object");
  const found = Object.entries(value).map(([name, schema]) => {
    assertSchema(name, schema, file);
    return { name, schema };
  });
  if (found.length > 0) return found;
  throw invalid(file, "it is empty", { hint: byName });
}

/** The schemas of a tool, named after it. */
export function schemasOfTool(tool: {
  readonly name: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
}): PlainNamedSchema[] {
  const { name, inputSchema, outputSchema } = tool;
  const input = { name: `${name} arguments`, schema: inputSchema };
  if (outputSchema === undefined) return [input];
  return [input, { name: `${name} result`, schema: outputSchema }];
}

const byName =
  'it holds JSON Schemas by the names of their types: { "Forecast": { "type": "object" } }';

function isDescription(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  if (!isJsonObject(value)) return false;
  const isAnswer = "jsonrpc" in value && isJsonObject(value["result"]);
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

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    throw invalid(file, "it is no JSON", { cause });
  }
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
