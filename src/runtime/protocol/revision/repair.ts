import { isObject, type JsonObject } from "../message.ts";

/** Where something is in a value. */
export type Path = readonly (string | number)[];

/**
 * A copy of a value with one place changed, so that a guard that refuses that
 * place may accept it; undefined when nothing is left that it could express.
 */
export function repair(root: unknown, path: Path): unknown {
  const value = memberAt(root, path);
  const last = path.at(-1);
  const owner = path.slice(0, -1);
  // A form without one of its questions would be another form.
  if (path[0] === "requestedSchema") return undefined;
  // Something of a kind that the older revision does not know.
  if (last === "type" && typeof value === "string") {
    if (owner.at(-1) === "content") return change(root, owner, asText);
    return owner.at(-2) === "content"
      ? change(root, owner.slice(0, -1), allAsText(value))
      : change(root, owner, () => undefined);
  }
  if (last === "content" && Array.isArray(value))
    return change(root, path, asOne);
  if (typeof value === "boolean" && owner.at(-1) === "properties")
    return change(root, path, () => plainSchema(value));
  // What older revisions require, and newer ones no longer have.
  if (last === "elicitationId" && value === undefined)
    return change(root, path, () => crypto.randomUUID());
  // An object that lacks a required field is left out as a whole.
  return change(root, value === undefined ? owner : path, () => undefined);
}

/** A boolean JSON Schema as the object that means the same. */
export function plainSchema(schema: unknown): unknown {
  if (typeof schema !== "boolean") return schema;
  return schema ? {} : { not: {} };
}

/** All blocks of a type at once: there may be many, and each check is of all. */
function allAsText(type: unknown): (blocks: unknown) => unknown {
  return (blocks) =>
    Array.isArray(blocks) &&
    blocks.map((block: unknown) =>
      asObject(block)["type"] === type ? asText(block) : block,
    );
}

/** Where an older revision has a single block. */
function asOne(blocks: unknown): unknown {
  if (!Array.isArray(blocks) || blocks.length === 1) return asObject(blocks)[0];
  return { type: "text", text: blocks.map(textOf).join("\n") };
}

function asText(block: unknown): JsonObject {
  return { type: "text", text: textOf(block) };
}

function textOf(block: unknown): string {
  const { type, text, title, name, uri, mimeType } = asObject(block);
  if (typeof text === "string") return text;
  const parts = [title ?? name ?? type, uri ?? mimeType];
  return parts.filter((part) => part !== undefined).join(": ");
}

function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function memberAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path)
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? Reflect.get(value, step)
        : undefined;
  return value;
}

/** A copy with another value at a path; undefined takes it out. */
export function change(
  value: unknown,
  [step, ...rest]: Path,
  make: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return make(value);
  if (Array.isArray(value)) {
    const copy: unknown[] = [...value];
    const changed = change(value[Number(step)], rest, make);
    copy.splice(Number(step), 1, ...(changed === undefined ? [] : [changed]));
    return copy;
  }
  if (!isObject(value)) return undefined;
  const { [step]: inner, ...others } = value;
  const changed = change(inner, rest, make);
  return changed === undefined ? others : { ...others, [step]: changed };
}
