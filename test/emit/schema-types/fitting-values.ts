import { resolve } from "../../../src/schema/json-schema/index.ts";
import type {
  NormalSchema,
  SchemaDocument,
} from "../../../src/schema/model/json-schema.ts";
import type { Tape } from "../../schema/corpus/tape.ts";
import { propertyNames, randomValue } from "./random-schemas.ts";

/** A value that often fits a schema, and often nearly does. */
export function fittingValue(
  schema: NormalSchema,
  document: SchemaDocument,
  tape: Tape,
  depth = 6,
): unknown {
  const { $ref, anyOf, oneOf, allOf = [], type } = schema;
  const fitting = (one: NormalSchema): unknown =>
    fittingValue(one, document, tape, depth - 1);
  if (depth <= 0 || tape.once(12)) return randomValue(tape, 2);
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[tape.below(schema.enum.length)];
  if ($ref !== undefined) return fitting(resolve(document, $ref));
  const choices = anyOf ?? oneOf ?? [];
  const chosen = choices[tape.below(Math.max(1, choices.length))];
  const parts = [...allOf, ...(chosen ? [chosen] : [])].map(fitting);
  const kind = Array.isArray(type) ? type[tape.below(type.length)] : type;
  if (schema.properties || kind === "object") {
    const own = fittingObject(schema, fitting, tape);
    return Object.assign(own, ...parts.filter(isObject));
  }
  if (schema.prefixItems || schema.items || kind === "array")
    return fittingList(schema, fitting, tape);
  if (parts.length > 0)
    return parts.every(isObject) ? Object.assign({}, ...parts) : parts[0];
  return kind === undefined ? randomValue(tape, 2) : plain(kind, tape);
}

function fittingObject(
  { properties = {}, required = [], ...schema }: NormalSchema,
  fitting: (schema: NormalSchema) => unknown,
  tape: Tape,
): object {
  const others = schema.additionalProperties ?? {};
  const names = [...Object.keys(properties), ...required];
  const chosen = names.filter(
    (name) => required.includes(name) || tape.once(2),
  );
  const more = propertyNames.filter(() => tape.once(10));
  return Object.fromEntries(
    [...new Set([...chosen, ...more])].map((name) => [
      name,
      fitting(properties[name] ?? others),
    ]),
  );
}

function fittingList(
  { prefixItems = [], items = {} }: NormalSchema,
  fitting: (schema: NormalSchema) => unknown,
  tape: Tape,
): unknown[] {
  const { length } = prefixItems;
  const first = prefixItems.slice(0, length - (tape.once(3) ? 1 : 0));
  const others = tape.several(0, tape.once(2) ? 2 : 0, () => items);
  return [...first, ...others].map(fitting);
}

function plain(kind: string, tape: Tape): unknown {
  if (kind === "string") return tape.pick(["p", "q", "long"]);
  if (kind === "number" || kind === "integer") return tape.pick([1, 2]);
  return kind === "boolean" ? tape.once(2) : null;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
