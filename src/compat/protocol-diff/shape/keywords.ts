import type { Constraints } from "../../../schema/model/index.ts";
import type { Keyword, Limits, Shape } from "./shape.ts";

/** A number is an integer unless something says that it may have a fraction. */
export function keywordShape(
  name: Keyword | "any" | "object" | "Date",
  isFraction: boolean,
): Shape {
  if (name === "Date") return { kind: "keyword", name: "string" };
  if (name === "object") return { kind: "object", fields: new Map() };
  if (name === "any") return { kind: "keyword", name: "unknown" };
  if (name === "number" && !isFraction)
    return { kind: "keyword", name: "integer" };
  return { kind: "keyword", name };
}

const keywords: ReadonlyMap<string, Shape> = new Map(
  (["string", "number", "integer", "boolean", "null", "object"] as const).map(
    (name) => [name, keywordShape(name, true)],
  ),
);

/** A `@TJS-type` names a type of JSON Schema, or lists several as JSON. */
export function keywordsNamed(text: string): Shape {
  const names: unknown = text.startsWith("[") ? parsed(text) : [text];
  const members = (Array.isArray(names) ? names : []).map(
    (name): Shape =>
      keywords.get(String(name)) ??
      (name === "array"
        ? { kind: "array", element: { kind: "keyword", name: "unknown" } }
        : { kind: "keyword", name: "unknown" }),
  );
  const [first, second] = members;
  if (first === undefined) return { kind: "keyword", name: "unknown" };
  return second === undefined ? first : { kind: "union", members };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

/** A shape with what constraints say of its values besides. */
export function limited(shape: Shape, constraints: Constraints = {}): Shape {
  const { type: _, format: __, default: ___, nullable, ...own } = constraints;
  const limits: Limits = { ...shape.limits, ...own };
  const body = Object.keys(limits).length > 0 ? { ...shape, limits } : shape;
  if (!nullable) return body;
  const none: Shape = { kind: "keyword", name: "null" };
  return body.kind === "union" && body.limits === undefined
    ? { kind: "union", members: [...body.members, none] }
    : { kind: "union", members: [body, none] };
}
