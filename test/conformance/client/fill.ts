import { isObject } from "../../../src/runtime/protocol/message.ts";

type Schema = Readonly<Record<string, unknown>>;

/**
 * Makes arguments that a tool's schema asks for: of what it requires, the simplest
 * value of each kind. What may be any object is `anything`. Only references within
 * the schema are followed.
 */
export function fill(
  schema: Schema,
  anything: object,
): Record<string, unknown> {
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    names.map((name: unknown) => {
      const known = isObject(properties) ? properties[String(name)] : undefined;
      return [String(name), valueOf(known, schema, anything)];
    }),
  );
}

function valueOf(given: unknown, root: Schema, anything: object): unknown {
  const schema = resolved(given, root);
  if ("const" in schema) return schema["const"];
  if ("default" in schema) return schema["default"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  switch (schema["type"]) {
    case "number":
    case "integer":
      return schema["minimum"] ?? 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "null":
      return null;
    case "object":
      return schema["properties"] === undefined
        ? anything
        : fill({ ...schema, $defs: root["$defs"] }, anything);
    default:
      return "north";
  }
}

const own = "#/$defs/";

function resolved(schema: unknown, { $defs }: Schema): Schema {
  if (!isObject(schema)) return {};
  const { $ref } = schema;
  if (typeof $ref !== "string" || !$ref.startsWith(own)) return schema;
  const target = isObject($defs) ? $defs[$ref.slice(own.length)] : undefined;
  return isObject(target) ? target : {};
}
