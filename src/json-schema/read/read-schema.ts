import type {
  NormalSchema,
  SchemaDocument,
  Unchecked,
} from "../../model/json-schema.ts";
import { isJsonObject } from "../../json-object.ts";
import { copyJson } from "../copy.ts";
import { defaultLimits, type SchemaLimits } from "../limits.ts";
import { referenceTo } from "../resolve.ts";
import { findTarget } from "../places/find.ts";
import { indexResources, type Place } from "../places/resources.ts";
import {
  contestedNames,
  enterResource,
  noBindings,
  type Bindings,
} from "./bindings.ts";
import type { ReadContext } from "./context.ts";
import { createNames } from "./names.ts";
import { readNode } from "./node.ts";

/** How a schema is read. */
export interface ReadSchemaOptions {
  /** What is larger is refused; each unless given is that of `defaultLimits`. */
  readonly limits?: Partial<SchemaLimits>;
}

/**
 * Reads a JSON Schema of 2020-12, 2019-09, draft-07, draft-06 or draft-04 into its normal
 * form, by what its `$schema` says; one that names no dialect is of 2020-12. It is not
 * changed, and nothing is fetched. Throws a SchemaError for what is no schema, refers
 * elsewhere or is larger than the limits.
 *
 * @see {@link https://json-schema.org/draft/2020-12/json-schema-core | JSON Schema Core}
 */
export function readSchema(
  schema: unknown,
  options: ReadSchemaOptions = {},
): SchemaDocument {
  const limits = { ...defaultLimits, ...options.limits };
  const resources = indexResources(copyJson(schema, limits));
  const contested = contestedNames(
    [...resources.byUri.values()].map((place) => place.scope.resource),
  );
  const unchecked: Unchecked[] = [];
  const definitions = new Map<string, NormalSchema>();
  const names = new Map<string, string>();
  const nameFor = createNames();
  const queue: { name: string; place: Place; bindings: Bindings }[] = [];
  const context: ReadContext = {
    refer(reference, keyword, { path, scope }, bindings) {
      const found = findTarget(reference, scope, path, resources);
      const place =
        keyword === "$ref" ? found : takenOver(found, reference, bindings);
      const inside = enterResource(place.scope.resource, bindings, contested);
      const key = `${JSON.stringify(place.path)} ${inside.key}`;
      let name = names.get(key);
      if (name === undefined) {
        name = nameFor(place.path);
        names.set(key, name);
        queue.push({ name, place, bindings: inside });
      }
      return referenceTo(name);
    },
    placeOf: (one, path, within) => ({
      schema: one,
      path,
      scope:
        (isJsonObject(one) ? resources.scopes.get(one) : undefined) ??
        within.scope,
    }),
    enter: (place, bindings) =>
      enterResource(place.scope.resource, bindings, contested),
    refusePattern,
    loosen: (_, part) => unchecked.push(part),
  };
  const root = readNode(resources.root, noBindings, context);
  const whole = context.enter(resources.root, noBindings);
  const rootKey = `${JSON.stringify([])} ${whole.key}`;
  for (const { name, place, bindings } of queue)
    definitions.set(
      name,
      names.get(rootKey) === name ? root : readNode(place, bindings, context),
    );
  return { root, definitions, unchecked };
}

/** What a reference leads to that others may take over: what has its name and was entered first. */
function takenOver(
  found: Place,
  reference: string,
  { names }: Bindings,
): Place {
  if (!isJsonObject(found.schema)) return found;
  const { $dynamicAnchor, $recursiveAnchor } = found.schema;
  const name = reference.slice(reference.indexOf("#") + 1);
  // "#" leads to what is taken over as a whole; a path is never a name.
  const isNamed =
    name === "" ? $recursiveAnchor === true : name === $dynamicAnchor;
  return (isNamed && names.get(name)) || found;
}

function refusePattern(pattern: string): string | undefined {
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch {
    return "it is no regular expression with the flag u";
  }
}
