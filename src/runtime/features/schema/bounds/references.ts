import type { JsonObject } from "../../../protocol/message.ts";
import { forEachSchema } from "../schema-place.ts";

/** Where a reference leads; undefined where nothing is there. */
export type Resolve = (reference: string) => unknown;

const keywords = ["$ref", "$dynamicRef", "$recursiveRef"] as const;

/** The references of a schema itself, not of those within it. */
export function referencesOf(schema: JsonObject): string[] {
  return keywords
    .map((keyword) => schema[keyword])
    .filter((reference) => typeof reference === "string");
}

/**
 * Finds what the references within a schema lead to. Throws a TypeError for a
 * schema with a part that has an `$id`: references mean something else there.
 */
export function resolver(root: JsonObject): Resolve {
  const anchors = new Map<string, unknown>();
  forEachSchema(root, (schema) => {
    const { $id, $anchor, $dynamicAnchor } = schema;
    const name = typeof $id === "string" && /^#(.+)$/.exec($id)?.[1];
    if (typeof $id === "string" && !name && schema !== root)
      throw new TypeError(`a part of it has an $id of its own`);
    for (const anchor of [name, $anchor, $dynamicAnchor])
      if (typeof anchor === "string") anchors.set(anchor, schema);
  });
  return (reference) =>
    isPointer(reference)
      ? resolvePointer(root, reference)
      : anchors.get(decode(reference.slice(1)));
}

/** True if a reference is a JSON pointer into its own document. */
export function isPointer(reference: string): boolean {
  return reference === "#" || reference.startsWith("#/");
}

/** The part of a document that a JSON pointer leads to. */
export function resolvePointer(root: JsonObject, pointer: string): unknown {
  return valueAt(root, decode(pointer.slice(1)).split("/").slice(1));
}

function valueAt(root: JsonObject, segments: readonly string[]): unknown {
  let found: unknown = root;
  for (const segment of segments) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null) return undefined;
    found = Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined;
  }
  return found;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
