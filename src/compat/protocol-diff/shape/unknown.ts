import type { ObjectShape, Shape } from "./shape.ts";

/** What says nothing of its values. */
export const unknown: Shape = { kind: "keyword", name: "unknown" };

/** Whether a type says nothing of its values. */
export function isUnknown(shape: Shape): boolean {
  return shape.kind === "keyword" && shape.name === "unknown";
}

/** What the properties of an object are that no field names; a plain `object` has any. */
export function indexOf({ fields, index }: ObjectShape): Shape | undefined {
  return fields.size === 0 ? (index ?? unknown) : index;
}

/** What any value is, by the types that JSON has. */
export const jsonTypes: readonly Shape[] = [
  { kind: "keyword", name: "string" },
  { kind: "keyword", name: "number" },
  { kind: "keyword", name: "boolean" },
  { kind: "keyword", name: "null" },
  { kind: "array", element: unknown },
  { kind: "object", fields: new Map(), index: unknown },
];
