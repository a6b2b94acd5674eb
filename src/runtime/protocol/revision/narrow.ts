import { isObject, type JsonObject } from "../message.ts";
import type { Validate } from "../issue.ts";
import { change, repair, memberAt, type Path } from "./repair.ts";

/** A bound on the repairs of one value, but for the members of its lists. */
const maxRepairs = 2_000;

/** So many repairs are made on the value as a whole: each checks all of it again. */
const fewRepairs = 8;

/** An object with more keys than that is a list by name. */
const maxFields = 32;

/** How deep is looked for lists beside the one that is at work. */
const maxDepth = 8;

/**
 * Narrows a value of a newer revision until an older one's guard accepts it:
 * content that it does not know becomes text, anything else that it refuses is
 * left out. What it merely does not know stays. Throws a TypeError when nothing
 * is left that the older revision could express.
 *
 * Its time is linear in the length of lists: where much of one is refused, each
 * member is narrowed by itself, as if it were the only one.
 */
export function fit(value: JsonObject, validate: Validate): JsonObject {
  const fitting = narrow(value, validate);
  if (isObject(fitting)) return fitting;
  throw new TypeError("the value has no form in the revision that is spoken");
}

/** Undefined when the guard accepts nothing that is left of the value. */
function narrow(value: unknown, validate: Validate): unknown {
  const tried = new Set<string>();
  let narrowed = value;
  for (let repairs = 0; repairs < maxRepairs; repairs++) {
    const issue = validate(narrowed);
    if (!issue) return narrowed;
    const { path } = issue;
    const list = repairs < fewRepairs ? undefined : listOn(path, narrowed);
    const name = JSON.stringify(list);
    if (list && !tried.has(name)) {
      tried.add(name);
      narrowed = narrowMembers(narrowed, list, validate) ?? narrowed;
    } else narrowed = repair(narrowed, path);
    if (!isObject(narrowed)) return undefined;
  }
  return undefined;
}

/** The outermost list of several members that a path goes into. */
function listOn(path: Path, root: unknown): Path | undefined {
  for (let depth = 0; depth < path.length; depth++) {
    const list = path.slice(0, depth);
    if (isList(memberAt(root, list))) return list;
  }
  return undefined;
}

function isList(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 1;
  return isObject(value) && Object.keys(value).length > maxFields;
}

/**
 * Narrows each member of a list where it is the only one. Undefined where that
 * says nothing of the list: where members depend on one another, or on the list.
 */
function narrowMembers(root: unknown, at: Path, validate: Validate): unknown {
  const list = memberAt(root, at);
  const members = Object.entries(list ?? {});
  const isArray = Array.isArray(list);
  const only = (key: string, member: unknown): unknown =>
    isArray ? [member] : { [key]: member };
  // What is beside the list, without lists of its own, is narrowed once.
  const frame = narrow(outline(root, at, isArray ? [] : {}), validate);
  if (!isObject(frame)) return undefined;
  const kept: [string, unknown][] = [];
  for (const [key, member] of members) {
    const alone = change(frame, at, () => only(key, member));
    const found = memberAt(narrow(alone, validate), at);
    const isSame = isArray ? Array.isArray(found) : isObject(found);
    const left = Object.entries(found ?? {});
    if (!isSame || left.length > 1) return undefined;
    kept.push(...left);
  }
  return change(root, at, () =>
    isArray ? kept.map(([, member]) => member) : Object.fromEntries(kept),
  );
}

/** A value with another list at a place, and with no other lists beside it. */
function outline(root: unknown, at: Path, list: unknown): unknown {
  const [step, ...rest] = at;
  if (step === undefined) return list;
  if (Array.isArray(root))
    return root.map((one: unknown) => outline(one, rest, list));
  if (!isObject(root)) return root;
  return Object.fromEntries(
    Object.entries(root).map(([key, inner]) => [
      key,
      key === step ? outline(inner, rest, list) : emptied(inner, maxDepth),
    ]),
  );
}

function emptied(value: unknown, depth: number): unknown {
  if (isList(value)) return Array.isArray(value) ? [] : {};
  if (depth === 0) return value;
  if (Array.isArray(value))
    return value.map((one: unknown) => emptied(one, depth - 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      emptied(inner, depth - 1),
    ]),
  );
}
