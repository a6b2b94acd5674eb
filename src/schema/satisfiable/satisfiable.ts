import { strictest } from "../model/bounds/strictest.ts";
import { createFlattener, type Flatten } from "../model/flatten.ts";
import type {
  Constraints,
  Declaration,
  KeywordType,
  TupleType,
  Type,
} from "../model/index.ts";
import { createResolver, type Resolve } from "../model/resolve.ts";
import type { Resolved } from "../model/resolved.ts";
import { createScope, type Scope } from "../model/scope.ts";
import { someNumberFits, someStringFits, valueFits } from "./scalars.ts";

/** Finds out if some JSON value fits a type. In doubt, one does. */
export interface Satisfiable {
  readonly scope: Scope;
  readonly resolve: Resolve;
  /** Returns false if no JSON value fits a type, and what is said where it stands. */
  fits(type: Type, said?: Constraints): boolean;
  /** Returns false if no JSON value fits a declared type. */
  fitsNamed(name: string): boolean;
}

/** Maximum depth; intersections of types that contain themselves have no end. */
const maxDepth = 20;

/** Maximum number of types that one test looks at: such intersections also multiply. */
const maxSteps = 2_000;

/**
 * Creates the test for the types of a schema.
 *
 * @param recursion - What a type is that contains itself: `values` takes it as one that
 *   has values, as long as nothing else speaks against it.
 */
export function createSatisfiable(
  declarations: readonly Declaration[],
  recursion: "values" | "none",
): Satisfiable {
  const scope = createScope(declarations);
  const resolve = createResolver(scope, { strict: true });
  const flatten = createFlattener(resolve);
  const assumed = recursion === "values";
  const named = new Map(
    [...scope.types.keys()].map((name) => [name, assumed] as const),
  );
  const fits = createFits({ scope, resolve, flatten, named });
  // Each round can only turn names from what was assumed.
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const [name, known] of named) {
      if (known !== assumed) continue;
      const found = fits({ kind: "reference", name }, undefined, true);
      if (found === known) continue;
      named.set(name, found);
      isChanged = true;
    }
  }
  return { scope, resolve, fits, fitsNamed: (name) => named.get(name) ?? true };
}

interface Types {
  readonly scope: Scope;
  readonly resolve: Resolve;
  readonly flatten: Flatten;
  /** Results for the declared types so far. */
  readonly named: ReadonlyMap<string, boolean>;
}

function createFits({ scope, resolve, flatten, named }: Types) {
  let [depth, steps] = [0, 0];

  /** @param isAnew - True if a name is looked into, and not looked up. */
  function fits(type: Type, said?: Constraints, isAnew = false): boolean {
    if (type.kind === "reference" && !isAnew) {
      if (named.get(type.name) === false) return false;
      if (said === undefined) return true;
    }
    if (depth === 0) steps = 0;
    if (depth === maxDepth || steps++ >= maxSteps) return true;
    depth++;
    const own = type.kind === "reference" && scope.types.get(type.name);
    const outer = strictest(own ? own.constraints : undefined, said);
    const holds = some(resolve(type), outer);
    depth--;
    return holds;
  }

  function some(type: Resolved, outer: Constraints): boolean {
    const inner =
      type.kind === "interface" || type.kind === "enum"
        ? type.declaration.constraints
        : type.alias?.constraints;
    const said = strictest(inner, outer);
    if (said.nullable) return true;
    switch (type.kind) {
      case "keyword":
        return someOfKeyword(type.name, said);
      case "literal":
        return valueFits(type.value, said);
      case "enum":
        return type.declaration.members.some(({ value }) =>
          valueFits(value, said),
        );
      case "array":
        return someList(said, type.element, { resolve, fits });
      case "tuple":
        return someTuple(type, said, fits);
      case "union":
        return type.members.some((member) => some(member, said));
      case "intersection":
        return someIntersection(type.members, said);
      default:
        return someObject(type, said);
    }
  }

  function someIntersection(
    members: readonly Resolved[],
    said: Constraints,
  ): boolean {
    const all = members
      .map(({ alias }) => alias?.constraints)
      .reduce<Constraints>(strictest, said);
    if (members.every(isObject))
      return someObject({ kind: "intersection", members: [...members] }, all);
    const listed = members.find(
      ({ kind }) => kind === "literal" || kind === "enum",
    );
    if (listed !== undefined) return some(listed, all);
    return members.every((member) => some(member, all));
  }

  function someObject(
    type: Resolved,
    { minProperties = 0, maxProperties = Infinity }: Constraints,
  ): boolean {
    const required = [...flatten(type).properties.values()].filter(
      ({ optional }) => optional !== true,
    );
    return (
      minProperties <= maxProperties &&
      required.length <= maxProperties &&
      required.every((one) => fits(one.type, one.constraints))
    );
  }

  return fits;
}

type Fits = (type: Type) => boolean;

function someList(
  { minItems = 0, maxItems = Infinity, uniqueItems }: Constraints,
  element: Type,
  { resolve, fits }: { readonly resolve: Resolve; readonly fits: Fits },
): boolean {
  if (minItems > maxItems) return false;
  if (uniqueItems === true && minItems > countOf(resolve(element)))
    return false;
  return minItems === 0 || fits(element);
}

function someTuple(
  { elements }: TupleType,
  { minItems = 0, maxItems = Infinity }: Constraints,
  fits: Fits,
): boolean {
  const required = elements.filter(
    ({ optional, rest }) => optional !== true && rest !== true,
  );
  const isOpen = elements.some(({ rest }) => rest);
  const most = isOpen ? Infinity : elements.length;
  return (
    Math.max(minItems, required.length) <= Math.min(maxItems, most) &&
    required.every(({ type }) => fits(type))
  );
}

function isObject({ kind }: Resolved): boolean {
  return (
    kind === "interface" ||
    kind === "object" ||
    kind === "record" ||
    kind === "wrap" ||
    kind === "select"
  );
}

/** The JSON Schema type of a tag stands in for the keyword. */
function someOfKeyword(
  name: KeywordType["name"],
  { type, ...said }: Constraints,
): boolean {
  const names = type === undefined ? [name] : typeNames(type);
  return names.some((one) => {
    switch (one) {
      case "string":
        return someStringFits(said);
      case "number":
      case "integer":
        return someNumberFits(said, one === "integer");
      case "never":
        return false;
      default:
        return true;
    }
  });
}

/** The types of JSON Schema that a `@TJS-type` names. */
export function typeNames(text: string): string[] {
  if (!text.startsWith("[")) return [text];
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) ? names.map(String) : [];
  } catch {
    return [];
  }
}

/** Number of values of a type; Infinity if it does not list them. */
function countOf(type: Resolved): number {
  switch (type.kind) {
    case "literal":
      return 1;
    case "enum":
      return type.declaration.members.length;
    case "keyword":
      if (type.name === "boolean") return 2;
      return type.name === "null" ? 1 : Infinity;
    case "union":
      return type.members.reduce((count, one) => count + countOf(one), 0);
    default:
      return Infinity;
  }
}
