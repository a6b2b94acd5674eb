import type { Change, Rule } from "../../../src/compat/protocol-diff/index.ts";
import {
  referredName,
  resolve,
  type Definitions,
} from "../../../src/emit/guards/scope/schemas.ts";
import type { JsonSchema } from "../../../src/emit/json-schema/index.ts";
import type { Issue } from "../../emit/guards/emitted.ts";

/** Property names and positions, from a value inwards. */
export type Path = Issue["path"];

/** What is wrong with a value where a receiver stops reading it. */
type Validate = (value: unknown) => Issue | undefined;

const deepest = 20;

/**
 * Every place where a receiver refuses a value: each that it finds is mended with what
 * accepted values have there, so that one does not hide the next.
 */
export function placesRefused(
  value: unknown,
  validate: Validate,
  accepted: readonly unknown[],
): Path[] {
  const places: Path[] = [];
  let mended = value;
  for (let count = 0; count < deepest; count++) {
    const issue = validate(mended);
    if (issue === undefined) break;
    places.push(issue.path);
    const next = mend(mended, issue.path, validate, accepted);
    if (next === undefined) break;
    mended = next;
  }
  return places;
}

/** The value with another one at a place, in which nothing is wrong there any more. */
function mend(
  value: unknown,
  place: Path,
  validate: Validate,
  accepted: readonly unknown[],
): unknown {
  if (place.length === 0) return undefined;
  const key = JSON.stringify(place);
  return accepted
    .flatMap((donor) => insideOf(donor, place))
    .map((inner) => withInner(value, place, inner))
    .find((one) => JSON.stringify(validate(one)?.path) !== key);
}

/** What stands at a place of a value, if anything does. */
function insideOf(value: unknown, [name, ...rest]: Path): unknown[] {
  if (name === undefined) return [value];
  if (typeof value !== "object" || value === null) return [];
  // Any object has its properties by name, and a list by number.
  const held = value as Record<string | number, unknown>;
  return Object.hasOwn(held, name) ? insideOf(held[name], rest) : [];
}

/** The value with another one at a place; itself where it has no such place. */
export function withInner(
  value: unknown,
  [name, ...rest]: Path,
  inner: unknown,
): unknown {
  if (name === undefined) return inner;
  if (typeof value !== "object" || value === null) return value;
  const held = (value as Record<string | number, unknown>)[name];
  if (rest.length > 0 && held === undefined) return value;
  const next = withInner(held, rest, inner);
  if (!Array.isArray(value)) return { ...value, [name]: next };
  return value.map((one: unknown, index) => (index === name ? next : one));
}

/** A change at a path of property names, elements (`[]`) and others (`*`). */
type Placed = Pick<Change, "rule" | "where">;

/** What is said of whether a field is there, and not of what it holds. */
const presence: ReadonlySet<Rule> = new Set([
  "field-required",
  "field-optional",
  "required-field-added",
  "required-field-removed",
]);

/** Whether a place is that of a change, or inside of it. */
function isAt(place: Path, { rule, where }: Placed): boolean {
  const { path = [] } = where;
  if (presence.has(rule) && place.length > path.length) return false;
  return path.every((segment, index) => {
    const name = place[index];
    if (segment === "[]") return typeof name === "number";
    return segment === "*" ? typeof name === "string" : segment === name;
  });
}

/**
 * The changes that a place in a type has to do with: of the type itself, or of one that
 * stands on the way to it.
 */
export function changesAt(
  type: string,
  place: Path,
  changes: readonly Change[],
  definitions: Definitions,
): Change[] {
  const found = new Set<Change>();
  const met = new Set<string>();

  function visit(schema: JsonSchema, rest: Path): void {
    const name = referredName(schema);
    if (name !== undefined) return visitNamed(name, rest);
    for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])])
      visit(part, rest);
    const [segment, ...inner] = rest;
    if (segment === undefined) return;
    for (const next of step(schema, segment)) visit(next, inner);
  }

  function visitNamed(name: string, rest: Path): void {
    const key = JSON.stringify([name, rest]);
    if (met.has(key)) return;
    met.add(key);
    for (const change of changes)
      if (change.where.name === name && isAt(rest, change)) found.add(change);
    visit(definitions.get(name) ?? {}, rest);
  }

  visitNamed(type, place);
  return [...found];
}

/** Whether a type lets senders put anything at a path where it names no property. */
export function isOpenAt(
  type: string,
  path: readonly string[],
  definitions: Definitions,
): boolean {
  const name = path.at(-1) ?? "";
  return schemasAt(type, path.slice(0, -1), definitions).some(
    ({ type, properties, additionalProperties }) => {
      if (properties !== undefined && Object.hasOwn(properties, name))
        return false;
      const isPlain = type === "object" && properties === undefined;
      return typeof additionalProperties === "object" || isPlain;
    },
  );
}

/** What a type is at a path, with all that it may be there. */
function schemasAt(
  type: string,
  path: readonly string[],
  definitions: Definitions,
): JsonSchema[] {
  const start = parts({ $ref: `#/$defs/${type}` }, definitions);
  return path.reduce(
    (schemas, segment) =>
      schemas
        .flatMap((schema) => step(schema, segment === "[]" ? 0 : segment))
        .flatMap((schema) => parts(schema, definitions)),
    start,
  );
}

function parts(schema: JsonSchema, definitions: Definitions): JsonSchema[] {
  const resolved = resolve(schema, definitions);
  const { anyOf = [], allOf = [] } = resolved;
  return [
    resolved,
    ...[...anyOf, ...allOf].flatMap((one) => parts(one, definitions)),
  ];
}

function step(schema: JsonSchema, segment: string | number): JsonSchema[] {
  const { properties = {}, additionalProperties: others, items } = schema;
  if (typeof segment === "number")
    return [
      ...(schema.prefixItems ?? []),
      ...(items === undefined || Array.isArray(items) ? [] : [items]),
    ];
  const own = Object.hasOwn(properties, segment)
    ? properties[segment]
    : undefined;
  if (own !== undefined) return [own];
  return typeof others === "object" ? [others] : [];
}
