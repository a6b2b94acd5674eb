import type {
  Annotated,
  Constraints,
  Declaration,
  TupleElement,
  TupleType,
  Type,
} from "../model/index.ts";
import type { Resolved } from "../model/resolved.ts";
import {
  createSatisfiable,
  typeNames,
  type Satisfiable,
} from "./satisfiable.ts";
import { endlessTypes } from "./endless.ts";
import type { TypeProblem } from "./type-problem.ts";

/** A type expression, its place and the comment there. */
interface Place {
  readonly type: Type;
  readonly at: object;
  readonly path: string;
  readonly said?: Annotated;
  /** True if a value needs a value of the type. */
  readonly isRequired?: boolean;
}

/** Finds the types of a schema that no JSON value fits, and those that guards cannot check. */
export function typeProblems(
  declarations: readonly Declaration[],
): TypeProblem[] {
  const values = createSatisfiable(declarations, "values");
  const found = declarations.flatMap((declaration) =>
    declarationProblems(declaration, values),
  );
  return found.length > 0 ? found : endlessTypes(declarations, values);
}

function declarationProblems(
  declaration: Declaration,
  values: Satisfiable,
): TypeProblem[] {
  const { name } = declaration;
  const at = { at: declaration, path: name };
  switch (declaration.kind) {
    case "alias":
      return problemsAt(
        {
          ...at,
          at: declaration.type,
          type: declaration.type,
          said: declaration,
        },
        values,
      );
    case "interface": {
      const inside = [
        ...declaration.extends.map((type) => ({ type, at: type, path: name })),
        ...partsOf(declaration, name),
      ].flatMap((one) => problemsAt(one, values));
      if (inside.length > 0) return inside;
      const type: Type = { kind: "reference", name };
      const bases = declaration.extends.some((base) => !values.fits(base));
      return values.fitsNamed(name) || bases || hasUnfit(declaration, values)
        ? []
        : [noValue({ ...at, type, said: declaration })];
    }
    case "enum":
      return values.fitsNamed(name) || declaration.members.length === 0
        ? []
        : [
            {
              ...{ ...at, code: "no-value" },
              problem: "has no JSON value: no member of the enum fits",
              hint: "give it a member that fits its tags",
            },
          ];
    case "constant":
      return [];
    default:
      return declaration satisfies never;
  }
}

type Body = Pick<Extract<Type, { kind: "object" }>, "properties" | "index">;

/** Returns true if a required property has the name of a type that no value fits. */
function hasUnfit({ properties }: Body, values: Satisfiable): boolean {
  return properties.some(
    ({ type, optional }) => optional !== true && !values.fits(type),
  );
}

function partsOf({ properties, index }: Body, path: string): Place[] {
  return [
    ...properties.map((property) => ({
      type: property.type,
      at: property,
      path: `${path}.${property.name}`,
      said: property,
      isRequired: property.optional !== true,
    })),
    ...(index === undefined
      ? []
      : [{ type: index.type, at: index, path: `${path}[]`, said: index }]),
  ];
}

/** Problems inside of a type come first: they explain it. */
function problemsAt(place: Place, values: Satisfiable): TypeProblem[] {
  const { type, at, path, said, isRequired = false } = place;
  const constraints = said?.constraints ?? {};
  const wider = widerTag(place, constraints, values);
  if (wider !== undefined) return [wider];
  if (isNever(type, values))
    return isRequired
      ? [
          {
            ...{ code: "no-value", at, path },
            problem: "is required, and no JSON value is of the type never",
            hint: "mark the property optional with ?, or leave it out",
          },
        ]
      : [];
  const inside = insideOf(type, path).flatMap((one) => problemsAt(one, values));
  if (inside.length > 0) return inside;
  const tuple = tupleProblem(place, values);
  if (tuple !== undefined) return [tuple];
  if (!values.fits(type))
    return isExplained(type, values) ? [] : [noValue(place)];
  return values.fits(type, constraints) ? [] : [noValue(place)];
}

/** Returns true if a type is `never`, a name of it, or an enum without members. */
function isNever(type: Type, { scope }: Satisfiable): boolean {
  if (type.kind === "keyword") return type.name === "never";
  if (type.kind !== "reference") return false;
  const declaration = scope.types.get(type.name);
  if (declaration?.kind === "enum") return declaration.members.length === 0;
  return (
    declaration?.kind === "alias" &&
    declaration.type.kind === "keyword" &&
    declaration.type.name === "never"
  );
}

/** Returns true if a type has no value because of another, which is reported where it stands. */
function isExplained(type: Type, values: Satisfiable): boolean {
  switch (type.kind) {
    case "reference":
      return true;
    case "object":
      return hasUnfit(type, values);
    default:
      return insideOf(type, "").some(
        (one) => !isNever(one.type, values) && !values.fits(one.type),
      );
  }
}

function insideOf(type: Type, path: string): Place[] {
  const part = (inner: Type): Place => ({ type: inner, at: inner, path });
  switch (type.kind) {
    case "array":
      return [part(type.element)];
    case "tuple":
      return type.elements.map((element) => ({
        ...part(element.type),
        isRequired: element.optional !== true && element.rest !== true,
      }));
    case "object":
      return partsOf(type, path);
    case "record":
      return [part(type.key), part(type.value)];
    case "union":
    case "intersection":
      return type.members.map(part);
    case "wrap":
    case "select":
      return [part(type.type)];
    default:
      return [];
  }
}

/** Reports elements behind a rest element: no JSON Schema can place them. */
function tupleProblem(
  { type, at, path }: Place,
  { resolve }: Satisfiable,
): TypeProblem | undefined {
  if (type.kind !== "tuple") return undefined;
  const resolved = resolve(type);
  const forms = resolved.kind === "union" ? resolved.members : [resolved];
  const tuples = forms.filter((form) => form.kind === "tuple");
  if (tuples.some(({ elements }) => elements.slice(0, -1).some(isRest)))
    return {
      ...{ code: "unsupported-type", at, path },
      problem:
        "has an element after a rest element, which a guard cannot check",
      hint: "put the rest element last, or write an array of a union: (A | B)[]",
    };
  if (!tuples.some(hasGap)) return undefined;
  return {
    ...{ code: "unsupported-type", at, path },
    problem: "has a required element after an optional one that it spreads",
    hint: "put the optional elements last",
  };
}

function isRest({ rest }: TupleElement): boolean {
  return rest === true;
}

/** Returns true if an element is required after one that may be absent. */
function hasGap({ elements }: TupleType): boolean {
  const first = elements.findIndex(({ optional }) => optional === true);
  return (
    first >= 0 &&
    elements
      .slice(first)
      .some(({ optional, rest }) => optional !== true && rest !== true)
  );
}

/** A tag may narrow the type; guards would accept more than the type if it widened it. */
function widerTag(
  { type, at, path }: Place,
  { type: tag, nullable }: Constraints,
  { resolve }: Satisfiable,
): TypeProblem | undefined {
  if (tag === undefined) return undefined;
  const covered = coveredTypes(resolve(type));
  const wider = typeNames(tag).filter(
    (name) => !covered.has(name) && !(name === "null" && nullable === true),
  );
  if (wider.length === 0) return undefined;
  return {
    ...{ code: "constraint-value", at, path },
    problem: `has the tag @TJS-type ${tag}, but its type does not include every ${wider.join(", ")}`,
    hint: "change the type or the tag: a tag can only narrow a type, as integer narrows number",
  };
}

/** The types of JSON Schema of which every value fits. */
function coveredTypes(type: Resolved): ReadonlySet<string> {
  switch (type.kind) {
    case "keyword":
      return new Set(coveredByKeyword[type.name]);
    case "array": {
      const { element } = type;
      const isAny = element.kind === "keyword" && coversAll(element.name);
      return new Set(isAny ? ["array"] : []);
    }
    case "union":
      return new Set(type.members.flatMap((one) => [...coveredTypes(one)]));
    case "object": {
      const { properties, index } = type;
      const isOpen =
        index === undefined ||
        (index.type.kind === "keyword" && coversAll(index.type.name));
      return new Set(properties.length === 0 && isOpen ? ["object"] : []);
    }
    case "record": {
      const { key, value } = type;
      const isOpen =
        key.kind === "keyword" &&
        value.kind === "keyword" &&
        coversAll(value.name);
      return new Set(isOpen ? ["object"] : []);
    }
    default:
      return new Set();
  }
}

function coversAll(name: string): boolean {
  return name === "unknown" || name === "any";
}

const everyType = [
  ...["string", "number", "integer", "boolean", "null", "object", "array"],
];

const coveredByKeyword: Readonly<
  Record<Extract<Type, { kind: "keyword" }>["name"], readonly string[]>
> = {
  string: ["string"],
  Date: ["string"],
  number: ["number", "integer"],
  boolean: ["boolean"],
  null: ["null"],
  object: ["object"],
  unknown: everyType,
  any: everyType,
  never: [],
};

function tagText([name, value]: [string, unknown]): string {
  return `@${name === "type" ? "TJS-type" : name} ${String(value)}`;
}

function noValue({ type, at, path, said }: Place): TypeProblem {
  const tags = Object.entries(said?.constraints ?? {}).filter(
    ([name]) => name !== "default" && name !== "format",
  );
  const isIntersection = type.kind === "intersection";
  const problem =
    tags.length > 0
      ? `has no JSON value that fits ${tags.map(tagText).join(", ")} and the type`
      : "has no JSON value: its parts exclude each other";
  return {
    ...{ code: "no-value", at, path },
    problem,
    hint:
      tags.length > 0
        ? "correct the tags, or those of the type that it names"
        : isIntersection
          ? 'keep one of the parts, join them with |, or make a brand optional: string & { brand?: "Id" }'
          : "change it so that at least one JSON value fits",
  };
}
