/** A type expression of the schema, as plain data. */
export type Type =
  | KeywordType
  | LiteralType
  | ConstantType
  | EnumMemberType
  | ReferenceType
  | ArrayType
  | TupleType
  | ObjectType
  | RecordType
  | UnionType
  | IntersectionType
  | WrapType
  | SelectType;

export interface KeywordType {
  kind: "keyword";
  name:
    | "string"
    | "number"
    | "boolean"
    | "null"
    | "unknown"
    | "any"
    | "object"
    | "never";
}

export interface LiteralType {
  kind: "literal";
  value: string | number | boolean;
}

/** `typeof NAME`, where NAME is a constant of the schema. */
export interface ConstantType {
  kind: "constant";
  name: string;
}

/** `Enum.Member`. */
export interface EnumMemberType {
  kind: "enumMember";
  enum: string;
  member: string;
}

/** An interface, type alias or enum of the schema, by name. */
export interface ReferenceType {
  kind: "reference";
  name: string;
}

export interface ArrayType {
  kind: "array";
  element: Type;
  readonly?: true;
}

export interface TupleType {
  kind: "tuple";
  elements: TupleElement[];
  readonly?: true;
}

export interface TupleElement {
  type: Type;
  name?: string;
  optional?: true;
  rest?: true;
}

export interface ObjectType {
  kind: "object";
  properties: Property[];
  index?: IndexSignature;
}

/** `Record<Key, Value>`. */
export interface RecordType {
  kind: "record";
  key: Type;
  value: Type;
}

export interface UnionType {
  kind: "union";
  members: Type[];
}

export interface IntersectionType {
  kind: "intersection";
  members: Type[];
}

/** `Partial<T>`, `Required<T>` or `Readonly<T>`. */
export interface WrapType {
  kind: "wrap";
  name: "Partial" | "Required" | "Readonly";
  type: Type;
}

/** `Omit<T, Keys>` or `Pick<T, Keys>`. */
export interface SelectType {
  kind: "select";
  name: "Omit" | "Pick";
  type: Type;
  keys: string[];
}

export interface Property extends Annotated {
  name: string;
  type: Type;
  optional?: true;
  readonly?: true;
}

/** `[key: string]: T`. */
export interface IndexSignature extends Annotated {
  /** The name of the parameter, which carries no meaning. */
  parameter: string;
  type: Type;
  readonly?: true;
}

/** What the JSDoc comment of a declaration or a property says. */
export interface Annotated {
  comment?: Comment;
  deprecated?: true;
  internal?: true;
  /** The text of the `@category` tag. */
  category?: string;
  constraints?: Constraints;
}

/** Prose. Bundled models carry none. */
export interface Comment {
  /** The description, markdown, with `{@link}` as the source has it. */
  text?: string;
  /** The text that follows `@deprecated`. */
  deprecated?: string;
  /** Tags that mean nothing to the generator, in source order. */
  tags?: Tag[];
}

export interface Tag {
  name: string;
  text?: string;
}

/** Validation keywords that the schema states as JSDoc tags. */
export interface Constraints {
  /** `@TJS-type`: the JSON Schema type that stands in for the TypeScript one. */
  type?: string;
  format?: string;
  pattern?: string;
  /** @TJS-type number */
  minimum?: number;
  /** @TJS-type number */
  maximum?: number;
  /** @TJS-type number */
  exclusiveMinimum?: number;
  /** @TJS-type number */
  exclusiveMaximum?: number;
  /** @TJS-type number */
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  nullable?: true;
  /** An annotation: any JSON value. */
  default?: unknown;
}
