import type { Annotated, Constraints } from "../../../schema/model/index.ts";

/** What a type accepts, without the ways to write it: bases merged, unions flat. */
export type Shape = Body & { limits?: Limits };

type Body =
  | { kind: "keyword"; name: Keyword }
  | { kind: "literal"; value: string | number | boolean }
  | { kind: "reference"; name: string }
  | { kind: "array"; element: Shape }
  | { kind: "tuple"; elements: Element[] }
  | ObjectShape
  | { kind: "union"; members: Shape[]; isEnum?: true }
  | { kind: "intersection"; members: Shape[] };

export type Keyword =
  "string" | "number" | "integer" | "boolean" | "null" | "unknown" | "never";

export interface Element {
  shape: Shape;
  optional?: true;
  rest?: true;
}

export interface ObjectShape {
  kind: "object";
  fields: ReadonlyMap<string, Field>;
  /** What properties are that no field names; absent where they can be anything. */
  index?: Shape;
  /** The type whose text declares that, and what it says of it. */
  indexFrom?: Pick<Field, "owner" | "said">;
  /** What each message of the type has on the wire, whether it declares it or not. */
  envelope?: ReadonlyMap<string, Field>;
  /** The field without which a receiver knows that the main kind of result is meant. */
  assumed?: string;
}

export interface Field {
  shape: Shape;
  optional: boolean;
  /** The type whose text declares it. */
  owner?: string;
  said: Annotated;
}

/** What values of a type keep to besides. */
export type Limits = Omit<
  Constraints,
  "type" | "format" | "default" | "nullable"
>;
