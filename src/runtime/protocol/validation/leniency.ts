import { excerpt, InvalidMessageError, oneLine } from "../errors.ts";
import type { Issue, Validate } from "../issue.ts";
import { isObject } from "../message.ts";
import { memberAt, plainSchema, type Path } from "../revision/repair.ts";
import type { Report } from "../timers/reports.ts";

/** Maximum number of fields that a report names. */
const maxNamed = 5;

/** Maximum depth of a field: guards reject values that nest deeper. */
const maxDepth = 500;

/** The key under which generated guards look for a mark. */
const markKey = Symbol.for("mcp-gen:nulls");

/** Mark of an object in which null counts as absent. Guards add the fields to `nulls`. */
interface NullMark {
  /** The object or list that the marked one is a copy of. */
  readonly source: Container;
  readonly nulls: (readonly [mark: NullMark, name: string])[];
}

/** A valid value, and the fields that were removed from it. */
export interface AcceptedValue<Value> {
  readonly value: Value;
  /** The paths of optional fields that were null. */
  readonly nulls: readonly Path[];
  readonly issue?: undefined;
}

/** The issue of an invalid value. */
interface RefusedValue {
  readonly value?: undefined;
  readonly nulls?: undefined;
  readonly issue: Issue;
}

/**
 * Checks a value of a peer. If the guard rejects it, checks it again with two
 * differences:
 *
 * - Null counts as absent in optional fields whose type does not admit null. Data
 *   outside the schema keeps its nulls, such as the arguments of a tool.
 * - Boolean schemas in a tool are replaced by equivalent objects.
 */
export function checkLeniently<Value>(
  value: Value,
  validate: Validate,
): AcceptedValue<Value> | RefusedValue {
  let issue = validate(value);
  if (!issue) return { value, nulls: [] };
  const fields: NullMark["nulls"] = [];
  let read = withMarks(value, fields, 0);
  if (read !== value) issue = validate(read);
  // Of each kind of tool schema, all are changed at once.
  for (let kinds = 0; issue && kinds < maxSchemaKinds; kinds++) {
    const changed = withoutBooleans(read, issue.path);
    if (changed === undefined) return { issue };
    read = changed;
    fields.length = 0;
    issue = validate(read);
  }
  if (issue) return { issue };
  const names = new Map<unknown, Set<string>>();
  for (const [mark, name] of fields)
    names.set(mark, (names.get(mark) ?? new Set()).add(name));
  const nulls: Path[] = [];
  const kept = withoutMarks(read, names, [], nulls);
  // Without some optional fields it is of the same type.
  return { value: kept as Value, nulls };
}

/** Checks a value in the same way, and reports nulls. Returns undefined for an invalid value. */
export function acceptLeniently<Value>(
  method: string,
  value: Value,
  validate: Validate,
  report: Report,
): Value | undefined {
  const checked = checkLeniently(value, validate);
  if (checked.issue) return undefined;
  reportNulls(method, value, checked.nulls, report);
  return checked.value;
}

/** Reports the fields that are null in a peer's message, once for each method. */
export function reportNulls(
  method: string,
  value: unknown,
  paths: readonly Path[],
  report: Report,
): void {
  const [path] = paths;
  if (path === undefined) return;
  const named = paths.slice(0, maxNamed).map((one) => one.join("."));
  const more = paths.length - named.length;
  const others = more > 0 ? ` and ${more} more` : "";
  const fields = oneLine(excerpt(named.join(", "), 300)) + others;
  const message = `${method}: null is taken as absent: ${fields}`;
  report(new InvalidMessageError(message, path, { value }), {
    kind: `null as absent: ${method}`,
    isOnce: true,
  });
}

/** Copies a value, and marks objects and lists that contain null. Returns the value itself if none does. */
function withMarks(
  value: unknown,
  nulls: NullMark["nulls"],
  depth: number,
): unknown {
  if (!isContainer(value) || depth > maxDepth) return value;
  let copy: Container | undefined;
  for (const key of Object.keys(value)) {
    const member = value[key];
    const marked = withMarks(member, nulls, depth + 1);
    if (marked !== null && marked === member) continue;
    copy ??= copyOf(value);
    if (marked !== member) setMember(copy, key, marked);
  }
  return copy ? Object.assign(copy, marking({ nulls, source: value })) : value;
}

/** Copies marked objects and lists without their marks and the fields in `names`. Returns the source of a mark if nothing in it changes. */
function withoutMarks(
  value: unknown,
  names: ReadonlyMap<unknown, ReadonlySet<string>>,
  path: (string | number)[],
  nulls: Path[],
): unknown {
  if (!isMarked(value)) return value;
  const mark = value[markKey];
  const { source } = mark;
  const left = names.get(mark);
  const isArray = Array.isArray(value);
  let copy: Container | undefined;
  for (const key of Object.keys(source)) {
    path.push(isArray ? Number(key) : key);
    if (left?.has(key)) {
      nulls.push([...path]);
      copy ??= copyOf(source);
      delete copy[key];
    } else {
      const kept = withoutMarks(value[key], names, path, nulls);
      if (kept !== source[key]) setMember((copy ??= copyOf(source)), key, kept);
    }
    path.pop();
  }
  return copy ?? source;
}

/** An object or a list, by keys. */
interface Container {
  [key: string]: unknown;
}

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

function copyOf(value: Container): Container {
  // The keys of a list are its indexes.
  const copy: object = Array.isArray(value) ? [...value] : { ...value };
  return copy as Container;
}

/** Sets an own member, whatever its name: an assignment to `__proto__` would not. */
function setMember(owner: Container, key: string, value: unknown): void {
  if (key !== "__proto__") owner[key] = value;
  else Object.defineProperty(owner, key, { value, enumerable: true });
}

function marking(mark: NullMark): { [markKey]: NullMark } {
  return { [markKey]: mark };
}

function isMarked(
  value: unknown,
): value is Container & { readonly [markKey]: NullMark } {
  return isContainer(value) && markKey in value;
}

/** Maximum number of kinds of tool schemas in a message: input and output, of each list. */
const maxSchemaKinds = 4;

/** Fields of a tool that are JSON Schemas. */
const schemaNames: readonly unknown[] = ["inputSchema", "outputSchema"];

/**
 * Replaces boolean schemas of properties by objects if a guard has rejected one: in that
 * tool and in the other tools of its list. Returns undefined for any other issue.
 */
function withoutBooleans(root: unknown, path: Path): unknown {
  const isProperty =
    path.at(-2) === "properties" && schemaNames.includes(path.at(-3));
  const at = path.slice(0, -1);
  return isProperty && typeof memberAt(root, path) === "boolean"
    ? changeAll(root, at, withPlainSchemas)
    : undefined;
}

/** Changes a place in an object; in a list, the same place of each item. */
function changeAll(
  value: unknown,
  [step, ...rest]: Path,
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => changeAll(item, rest, change));
    return Object.assign(items, isMarked(value) && marking(value[markKey]));
  }
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: changeAll(value[step], rest, change) };
}

function withPlainSchemas(properties: unknown): unknown {
  if (!isObject(properties)) return properties;
  const plain = Object.entries(properties)
    .filter(([, schema]) => typeof schema === "boolean")
    .map(([key, schema]) => [key, plainSchema(schema)] as const);
  return { ...properties, ...Object.fromEntries(plain) };
}
