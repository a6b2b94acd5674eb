import { suggest } from "../../../base/diagnostics/nearest.ts";
import { isJsonObject } from "../../../base/json-object.ts";

/** What a value of a file has to be. */
export type Shape =
  | {
      readonly kind: "text";
      /** What is wrong with a text; undefined where nothing is. */
      readonly problem?: (text: string) => string | undefined;
    }
  | { readonly kind: "flag" }
  | { readonly kind: "version"; readonly version: number }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "list"; readonly of: Shape; readonly filled?: true }
  | { readonly kind: "object"; readonly fields: Fields }
  /** A text, or an object that says more. */
  | { readonly kind: "either"; readonly text: Shape; readonly object: Shape };

/** The fields of an object by their names. */
export type Fields = Readonly<
  Record<string, { readonly shape: Shape; readonly optional?: true }>
>;

/** Says at which places a value is not as it has to be, and what belongs there. */
export function shapeProblems(
  value: unknown,
  shape: Shape,
  place = "",
): string[] {
  const wrong = (expected: string): string[] => [
    `${place === "" ? "it" : place} has to be ${expected}, and is ${described(value)}`,
  ];
  switch (shape.kind) {
    case "text": {
      if (typeof value !== "string") return wrong("a text");
      const problem =
        value === "" ? "must not be empty" : shape.problem?.(value);
      return problem === undefined ? [] : [`${place} ${problem}`];
    }
    case "flag":
      return typeof value === "boolean" ? [] : wrong("true or false");
    case "version":
      return value === shape.version ? [] : wrong(String(shape.version));
    case "choice":
      return choiceProblems(value, shape.values, place);
    case "list":
      if (!Array.isArray(value)) return wrong("a list");
      if (shape.filled === true && value.length === 0)
        return [`${place} must not be empty`];
      return value.flatMap((one: unknown, index) =>
        shapeProblems(one, shape.of, `${place}[${index}]`),
      );
    case "either":
      if (typeof value === "string")
        return shapeProblems(value, shape.text, place);
      return isJsonObject(value)
        ? shapeProblems(value, shape.object, place)
        : wrong("a text or an object");
    case "object":
      return isJsonObject(value)
        ? fieldProblems(value, shape.fields, place)
        : wrong("an object");
    default:
      return shape satisfies never;
  }
}

function fieldProblems(
  value: Record<string, unknown>,
  fields: Fields,
  place: string,
): string[] {
  const at = (name: string): string =>
    place === "" ? name : `${place}.${name}`;
  const names = Object.keys(fields);
  const unknown = Object.keys(value).filter(
    (name) => !Object.hasOwn(fields, name),
  );
  return [
    ...unknown.map((name) => {
      const hint = suggest(name, names) ?? `there are ${names.join(", ")}`;
      const where = place === "" ? "" : `${place} has `;
      return `${where}the unknown field ${JSON.stringify(name)}: ${hint}`;
    }),
    ...Object.entries(fields).flatMap(([name, { shape, optional }]) => {
      const field = Object.hasOwn(value, name) ? value[name] : undefined;
      if (field !== undefined) return shapeProblems(field, shape, at(name));
      return optional === true ? [] : [`${at(name)} is missing`];
    }),
  ];
}

function choiceProblems(
  value: unknown,
  values: readonly string[],
  place: string,
): string[] {
  if (values.some((one) => one === value)) return [];
  const hint =
    (typeof value === "string" ? suggest(value, values) : undefined) ??
    `there are ${values.join(", ")}`;
  return [`${place} must not be ${described(value)}: ${hint}`];
}

/** A value in few words; a long text is no help. */
function described(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value);
  if (typeof value === "number" || typeof value === "boolean")
    return String(value);
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : typeof value;
}
