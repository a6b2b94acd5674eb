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

/** A type that TypeScript has a word for. */
export interface KeywordType {
  /** Tells it from other types. */
  kind: "keyword";
  /** The word. A `Date` travels as a string, in the format `date-time`. */
  name:
    | "string"
    | "number"
    | "boolean"
    | "null"
    | "unknown"
    | "any"
    | "object"
    | "never"
    | "Date";
}

/** One value alone. */
export interface LiteralType {
  /** Tells it from other types. */
  kind: "literal";
  /** The value. */
  value: string | number | boolean;
}

/** `typeof NAME`, where NAME is a constant of the schema. */
export interface ConstantType {
  /** Tells it from other types. */
  kind: "constant";
  /** The name of the constant. */
  name: string;
}

/** `Enum.Member`. */
export interface EnumMemberType {
  /** Tells it from other types. */
  kind: "enumMember";
  /** The name of the enum. */
  enum: string;
  /** The name of the member. */
  member: string;
}

/** An interface, type alias or enum of the schema, by name. */
export interface ReferenceType {
  /** Tells it from other types. */
  kind: "reference";
  /** The name of the declaration. */
  name: string;
}

/** Any number of items of one type. */
export interface ArrayType {
  /** Tells it from other types. */
  kind: "array";
  /** What an item may be. */
  element: Type;
  /** Whether it is marked as read-only. */
  readonly?: true;
}

/** Items of which each has its own type. */
export interface TupleType {
  /** Tells it from other types. */
  kind: "tuple";
  /** The items, in their order. */
  elements: TupleElement[];
  /** Whether it is marked as read-only. */
  readonly?: true;
}

/** An item of a tuple. */
export interface TupleElement {
  /** What it may be. */
  type: Type;
  /** Its label, which carries no meaning. */
  name?: string;
  /** Whether it may be absent. */
  optional?: true;
  /** Whether it stands for any number of items. */
  rest?: true;
}

/** An object without a name. */
export interface ObjectType {
  /** Tells it from other types. */
  kind: "object";
  /** Its properties, in source order. */
  properties: Property[];
  /** What other properties may be, where there may be any. */
  index?: IndexSignature;
}

/** `Record<Key, Value>`. */
export interface RecordType {
  /** Tells it from other types. */
  kind: "record";
  /** What a name may be. */
  key: Type;
  /** What a value may be. */
  value: Type;
}

/** One of several types. */
export interface UnionType {
  /** Tells it from other types. */
  kind: "union";
  /** The types, in source order. */
  members: Type[];
}

/** Several types at once. */
export interface IntersectionType {
  /** Tells it from other types. */
  kind: "intersection";
  /** The types, in source order. */
  members: Type[];
}

/** `Partial<T>`, `Required<T>` or `Readonly<T>`. */
export interface WrapType {
  /** Tells it from other types. */
  kind: "wrap";
  /** Which of the three. */
  name: "Partial" | "Required" | "Readonly";
  /** What is wrapped. */
  type: Type;
}

/** `Omit<T, Keys>` or `Pick<T, Keys>`. */
export interface SelectType {
  /** Tells it from other types. */
  kind: "select";
  /** Which of the two. */
  name: "Omit" | "Pick";
  /** What is selected from. */
  type: Type;
  /** The properties that are left out, or kept. */
  keys: string[];
}

/** A property of an object or an interface. */
export interface Property extends Annotated {
  /** Its name, as the schema has it. */
  name: string;
  /** What it may be. */
  type: Type;
  /** Whether it may be absent. */
  optional?: true;
  /** Whether it is marked as read-only. */
  readonly?: true;
}

/** `[key: string]: T`. */
export interface IndexSignature extends Annotated {
  /** The name of the parameter, which carries no meaning. */
  parameter: string;
  /** What such a property may be. */
  type: Type;
  /** True if TypeScript needs `undefined` beside the type: an optional property may have the name. */
  optional?: true;
  /** Whether it is marked as read-only. */
  readonly?: true;
}

/** What the JSDoc comment of a declaration or a property says. */
export interface Annotated {
  /** What the schema says of it. */
  comment?: Comment;
  /** Whether it is on its way out. */
  deprecated?: true;
  /** Whether it is not for users of the schema. */
  internal?: true;
  /** The text of the `@category` tag. */
  category?: string;
  /** What else a value has to fit. */
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

/** A tag of a doc comment. */
export interface Tag {
  /** Its name, without the `@`. */
  name: string;
  /** What follows it. */
  text?: string;
}

/** Validation keywords that the schema states as JSDoc tags. */
export interface Constraints {
  /** `@TJS-type`: the JSON Schema type that stands in for the TypeScript one. */
  type?: string;
  /** What a text must be, such as `uri`. */
  format?: string;
  /** What a text must match. */
  pattern?: string;
  /**
   * The least that a number may be.
   *
   * @TJS-type number
   */
  minimum?: number;
  /**
   * The most that a number may be.
   *
   * @TJS-type number
   */
  maximum?: number;
  /**
   * What a number must be more than.
   *
   * @TJS-type number
   */
  exclusiveMinimum?: number;
  /**
   * What a number must be less than.
   *
   * @TJS-type number
   */
  exclusiveMaximum?: number;
  /**
   * What a number must be a multiple of.
   *
   * @TJS-type number
   */
  multipleOf?: number;
  /** The fewest characters of a text. */
  minLength?: number;
  /** The most characters of a text. */
  maxLength?: number;
  /** The fewest items of an array. */
  minItems?: number;
  /** The most items of an array. */
  maxItems?: number;
  /** Whether no item may come twice. */
  uniqueItems?: boolean;
  /** The fewest properties of an object. */
  minProperties?: number;
  /** The most properties of an object. */
  maxProperties?: number;
  /** Whether it may be `null`, too. */
  nullable?: true;
  /** An annotation: any JSON value. */
  default?: unknown;
}
