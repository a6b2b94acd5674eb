import { isJsonObject } from "../../../base/json-object.ts";
import { findTarget } from "../places/find.ts";
import type { Place, Resources } from "../places/resources.ts";
import { referenceTo } from "../resolve.ts";
import {
  contestedNames,
  enterResource,
  noBindings,
  type Bindings,
} from "./bindings.ts";
import type { ReadContext } from "./context.ts";
import { createNames } from "./names.ts";

/** What something refers to, which becomes a definition. */
export interface Referred {
  readonly name: string;
  readonly place: Place;
  readonly bindings: Bindings;
  /** Whether it is the whole schema. */
  readonly isRoot: boolean;
}

/** What of reading has to do with references, and what they have led to so far. */
export interface References extends Pick<
  ReadContext,
  "refer" | "placeOf" | "enter"
> {
  readonly referred: readonly Referred[];
}

/** Follows the references within a schema; each target is named once. */
export function createReferences(resources: Resources): References {
  const contested = contestedNames(
    [...resources.byUri.values()].map((place) => place.scope.resource),
  );
  const names = new Map<string, string>();
  const nameFor = createNames();
  const referred: Referred[] = [];
  const enter: ReadContext["enter"] = ({ scope }, bindings) =>
    enterResource(scope.resource, bindings, contested);
  const whole = keyOf(resources.root, enter(resources.root, noBindings));
  return {
    referred,
    enter,
    placeOf: (schema, path, within) => ({
      schema,
      path,
      scope:
        (isJsonObject(schema) ? resources.scopes.get(schema) : undefined) ??
        within.scope,
    }),
    refer(reference, keyword, { path, scope }, outer) {
      const found = findTarget(reference, scope, path, resources);
      const place =
        keyword === "$ref" ? found : takenOver(found, reference, outer);
      const bindings = enter(place, outer);
      const key = keyOf(place, bindings);
      let name = names.get(key);
      if (name === undefined) {
        name = nameFor(place.path);
        names.set(key, name);
        referred.push({ name, place, bindings, isRoot: key === whole });
      }
      return referenceTo(name);
    },
  };
}

function keyOf({ path }: Place, { key }: Bindings): string {
  return `${JSON.stringify(path)} ${key}`;
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
