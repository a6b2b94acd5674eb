import { type JsonObject, isObject } from "../../protocol/message.ts";
import {
  type SchemaPlace,
  isPointer,
  placeUnder,
  resolvePointer,
} from "./check-json-schema.ts";

/**
 * True if a JSON Schema accepts only objects: by its type, or by each alternative of a
 * union. References within the document are followed.
 */
export function isObjectSchema(root: JsonObject): boolean {
  const known = new Map<unknown, boolean>();
  const isObjects = (schema: unknown): boolean => {
    const before = known.get(schema);
    if (before !== undefined || !isObject(schema)) return before === true;
    // A circular reference does not restrict the type.
    known.set(schema, false);
    const found = typeIsObject(schema, root, isObjects);
    known.set(schema, found);
    return found;
  };
  return isObjects(root);
}

function typeIsObject(
  { type, $ref, allOf, anyOf, oneOf }: JsonObject,
  root: JsonObject,
  isObjects: (schema: unknown) => boolean,
): boolean {
  if (type !== undefined) return type === "object";
  if (typeof $ref === "string" && isPointer($ref))
    if (isObjects(resolvePointer(root, $ref))) return true;
  if (Array.isArray(allOf) && allOf.some(isObjects)) return true;
  return [anyOf, oneOf].some(
    (members) =>
      Array.isArray(members) && members.length > 0 && members.every(isObjects),
  );
}

/** False if no value of a JSON Schema is an object, judged by its types, values and alternatives. */
export function admitsObject(schema: unknown): boolean {
  if (!isObject(schema)) return schema !== false;
  const { type = "object", anyOf, oneOf = anyOf, allOf } = schema;
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  return (
    [type].flat().includes("object") &&
    (!Array.isArray(values) || values.some(isObject)) &&
    (!Array.isArray(oneOf) || oneOf.some(admitsObject)) &&
    (!Array.isArray(allOf) || allOf.every(admitsObject))
  );
}

/** Argument of a tool that a header repeats, so that proxies can route by it. */
export interface Mirrored {
  /** Names of the properties on the path to the argument. */
  readonly path: readonly string[];
  /** Full name of the header in lower case, e.g. `mcp-param-region`. */
  readonly header: string;
}

const annotation = "x-mcp-header";

/**
 * Returns the arguments with an `x-mcp-header` annotation. Throws a TypeError that names
 * the annotation and the broken rule: clients ignore a tool with such a schema.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#schema-extension | Schema Extension}
 */
export function mirroredParams(schema: unknown): readonly Mirrored[] {
  const found: Mirrored[] = [];
  const headers = new Set<string>();
  visit(schema, [], "schema", true);
  return found;

  /** A property is reachable if every other step is `properties`. */
  function visit(
    value: unknown,
    steps: readonly string[],
    place: SchemaPlace,
    isReachable: boolean,
  ): void {
    if (typeof value !== "object" || value === null) return;
    const isSchema = place === "schema" && isObject(value);
    if (isSchema && Object.hasOwn(value, annotation)) {
      const mirrored = read(value, steps, isReachable);
      if (headers.has(mirrored.header))
        refuse(steps, `another argument has the header ${mirrored.header}`);
      headers.add(mirrored.header);
      found.push(mirrored);
    }
    for (const [key, child] of Object.entries(value)) {
      const keyword = Array.isArray(value) ? undefined : key;
      const goesOn = place === "names" || keyword === "properties";
      const under = placeUnder(keyword, place);
      visit(child, [...steps, key], under, isReachable && goesOn);
    }
  }
}

function read(
  { [annotation]: name, type }: JsonObject,
  steps: readonly string[],
  isReachable: boolean,
): Mirrored {
  if (typeof name !== "string" || !isToken(name))
    return refuse(
      steps,
      `a header's name is of letters, digits and !#$%&'*+-.^_\`|~, not ${JSON.stringify(name)}`,
    );
  if (!isReachable || steps.length === 0)
    return refuse(steps, 'only what "properties" alone lead to has a header');
  if (type !== "string" && type !== "integer" && type !== "boolean")
    return refuse(
      steps,
      `only a string, an integer or a boolean has a header, not ${JSON.stringify(type)}`,
    );
  return {
    path: steps.filter((_, index) => index % 2 === 1),
    header: `mcp-param-${name.toLowerCase()}`,
  };
}

function refuse(steps: readonly string[], rule: string): never {
  throw new TypeError(`${annotation} at "${steps.join(".")}": ${rule}`);
}

/** True for a valid header name (RFC 9110, section 5.6.2). */
function isToken(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}
