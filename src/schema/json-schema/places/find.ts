import { isJsonObject } from "../../../base/json-object.ts";
import { nearest } from "../../../base/diagnostics/nearest.ts";
import { quoted, SchemaError, type SchemaPath } from "../error.ts";
import {
  joined,
  splitReference,
  type Place,
  type Resources,
  type Scope,
} from "./resources.ts";

/**
 * What a reference leads to. Throws a SchemaError for what is in another document, and
 * for a place where nothing is.
 *
 * @param path - Where the reference is.
 */
export function findTarget(
  reference: string,
  scope: Scope,
  path: SchemaPath,
  resources: Resources,
): Place {
  const split = splitReference(reference, scope.resource.uri);
  const root = split && resources.byUri.get(split.uri);
  const alias = split && resources.aliases.get(joined(split));
  if (split === undefined || root === undefined) {
    if (alias) return alias;
    throw new SchemaError(
      "remote-reference",
      path,
      `it refers to ${quoted(reference)}, which is not in this schema: nothing is fetched`,
      "put what it refers to into $defs",
    );
  }
  const fragment = decode(split.fragment);
  if (fragment === "") return root;
  const found = fragment.startsWith("/")
    ? follow(root, fragment, resources)
    : (root.scope.resource.anchors.get(fragment) ?? alias);
  if (found) return found;
  throw new SchemaError(
    "missing-reference",
    path,
    `it refers to ${quoted(reference)}, where nothing is`,
    hintFor(fragment, root, resources),
  );
}

/** Where a JSON Pointer leads from a schema, under whatever keywords. */
function follow(
  root: Place,
  fragment: string,
  { scopes }: Resources,
): Place | undefined {
  const path = [...root.path];
  let { schema, scope } = root;
  for (const token of fragment.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof schema !== "object" || schema === null) return undefined;
    if (!Object.hasOwn(schema, key)) return undefined;
    if (Array.isArray(schema) && !/^\d+$/.test(key)) return undefined;
    path.push(Array.isArray(schema) ? Number(key) : key);
    schema = Reflect.get(schema, key);
    if (isJsonObject(schema)) scope = scopes.get(schema) ?? scope;
  }
  return { schema, path, scope };
}

/** What is longer, or among more, is not compared with others. */
const maxName = 100;
const maxNames = 500;

/** A name that is nearly the one that was meant. */
function hintFor(
  fragment: string,
  root: Place,
  resources: Resources,
): string | undefined {
  const at = fragment.lastIndexOf("/");
  if (at < 0) return undefined;
  const parent = follow(root, fragment.slice(0, at), resources);
  if (!isJsonObject(parent?.schema)) return undefined;
  const names = Object.keys(parent.schema);
  const name = fragment.slice(at + 1);
  if (name.length > maxName || names.length > maxNames) return undefined;
  const found = nearest(
    name,
    names.filter((one) => one.length <= maxName),
  );
  return found === undefined ? undefined : `did you mean ${quoted(found)}?`;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
