import type { Change } from "../../../src/compat/protocol-diff/index.ts";
import {
  referredName,
  resolve,
  type Definitions,
} from "../../../src/emit/guards/scope/schemas.ts";
import type { JsonSchema } from "../../../src/emit/json-schema/index.ts";

/** What a change turns into what, as JSON Schemas, all else being as it was. */
export interface Local {
  before: JsonSchema;
  after: JsonSchema;
}

/** Finds both ends of a change inside a type, in the emitted JSON Schemas. */
export function localOf(
  change: Change,
  before: Definitions,
  after: Definitions,
): Local {
  const { rule, where } = change;
  const { name = "", path = [] } = where;
  const at = (path: readonly string[]): Local => ({
    before: inside(before.get(name) ?? {}, path, before),
    after: inside(after.get(name) ?? {}, path, after),
  });
  const parents = (): Local => {
    const parent = at(path.slice(0, -1));
    return {
      before: resolve(parent.before, before),
      after: resolve(parent.after, after),
    };
  };
  switch (rule) {
    case "member-added":
    case "member-removed":
    case "member-covered":
      return memberLocal(change, at(path));
    case "field-added":
    case "field-removed":
    case "required-field-added":
    case "required-field-removed":
    case "envelope-added":
    case "envelope-removed":
    case "result-type-added":
    case "result-type-removed":
      return fieldLocal(parents(), path.at(-1) ?? "");
    case "field-required":
    case "field-optional":
      return presenceLocal(parents(), path.at(-1) ?? "");
    default:
      return at(path);
  }
}

/** The schema that stands at a path of properties, elements (`[]`) and others (`*`). */
function inside(
  schema: JsonSchema,
  path: readonly string[],
  definitions: Definitions,
): JsonSchema {
  const [segment, ...rest] = path;
  if (segment === undefined) return schema;
  const found = step(resolve(schema, definitions), segment, definitions);
  if (found === undefined)
    throw new Error(`no ${segment} in ${JSON.stringify(schema)}`);
  return inside(found, rest, definitions);
}

function step(
  schema: JsonSchema,
  segment: string,
  definitions: Definitions,
): JsonSchema | undefined {
  const { items, additionalProperties, properties } = schema;
  if (segment === "[]") return Array.isArray(items) ? undefined : items;
  if (properties !== undefined && Object.hasOwn(properties, segment))
    return properties[segment];
  const others =
    typeof additionalProperties === "object" ? additionalProperties : undefined;
  if (segment === "*") return others ?? {};
  const parts = (schema.allOf ?? []).map((part) =>
    step(resolve(part, definitions), segment, definitions),
  );
  const isOpen = schema.type === "object" && properties === undefined;
  return (
    parts.find((part) => part !== undefined) ??
    others ??
    (isOpen ? {} : undefined)
  );
}

/** The one union, and the same with the member that came, or without the one that went. */
function memberLocal(
  { kind, before, after }: Change,
  { before: old, after: now }: Local,
): Local {
  return kind === "added"
    ? { before: old, after: { anyOf: [old, memberOf(now, after ?? "")] } }
    : { before: { anyOf: [now, memberOf(old, before ?? "")] }, after: now };
}

/** The member that a text names; the whole union where it names none. */
function memberOf(union: JsonSchema, text: string): JsonSchema {
  const { anyOf = [], enum: values = [] } = union;
  const named = anyOf.find((member) => referredName(member) === text);
  const value = values.find((value) => JSON.stringify(value) === text);
  if (named !== undefined) return named;
  if (value !== undefined) return { const: value };
  return anyOf.find(({ type }) => type === text) ?? union;
}

/** Both objects with the one field alone. */
function fieldLocal({ before, after }: Local, field: string): Local {
  return { before: only(before, field), after: only(after, field) };
}

function only(schema: JsonSchema, field: string): JsonSchema {
  const { properties = {}, required = [] } = schema;
  const own = Object.hasOwn(properties, field) ? properties[field] : undefined;
  return {
    type: "object",
    ...(own !== undefined && { properties: { [field]: own } }),
    ...(required.includes(field) && { required: [field] }),
  };
}

/** Both objects with the one field alone, of the newer type: what it is changes apart. */
function presenceLocal({ before, after }: Local, field: string): Local {
  const now = only(after, field);
  const { required: _, ...open } = now;
  const wasRequired = before.required?.includes(field) === true;
  return {
    before: wasRequired ? { ...open, required: [field] } : open,
    after: now,
  };
}
