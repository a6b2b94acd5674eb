/** Why a value does not fit a schema: what is wrong, and where. */
export interface SchemaIssue {
  readonly message: string;
  /** Keys and indexes that lead from the value to the place. */
  readonly path?:
    readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A JSON Schema as it was written. */
export type PlainSchema = { readonly [keyword: string]: unknown };

/**
 * A JSON Schema whose guard was compiled ahead of time: a Standard Schema, version 1,
 * that also gives its JSON Schema. It checks without `eval`.
 */
export interface CompiledSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "mcp-gen";
    readonly types?: { readonly input: T; readonly output: T } | undefined;
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: T; readonly issues?: undefined }
      | { readonly issues: readonly SchemaIssue[] };
    /** The schema to the letter, whichever dialect is asked for: `$schema` says its own. */
    readonly jsonSchema: {
      readonly input: (options?: object) => PlainSchema;
      readonly output: (options?: object) => PlainSchema;
    };
  };
  /** What the schema asks for and nothing checks, such as `pattern "(a+)+$"`. */
  readonly unchecked: readonly string[];
  /** Tells once what nothing checks. */
  tellUnchecked(
    owner: string,
    host: { readonly onError: (error: Error) => void },
  ): void;
}

export function compiledSchema<T>(
  schema: PlainSchema,
  check: (value: unknown) => SchemaIssue | undefined,
  unchecked: readonly string[] = [],
): CompiledSchema<T> {
  let isTold = unchecked.length === 0;
  return {
    "~standard": {
      version: 1,
      vendor: "mcp-gen",
      validate: (value) => {
        const issue = check(value);
        if (issue !== undefined) return { issues: [issue] };
        return { value: value as T };
      },
      jsonSchema: { input: () => schema, output: () => schema },
    },
    unchecked,
    tellUnchecked(owner, host) {
      if (isTold) return;
      isTold = true;
      const parts = unchecked.join(", ");
      host.onError(
        new Error(`${owner}: its schema is checked without ${parts}`),
      );
    },
  };
}

/** Makes the check of a JSON Schema; what `fromAjv` gives is one. */
export interface SchemaCompiler {
  /** Throws where it cannot: the schema goes unchecked then. */
  compile(
    schema: { [keyword: string]: unknown },
    options?: {
      readonly isForeign?: boolean;
      readonly onUnchecked?: (part: string) => void;
    },
  ): (value: unknown) => readonly SchemaIssue[] | undefined;
}

/** Checks schemas that were compiled ahead of time: it knows them by what they say. */
export interface SchemaValidator extends SchemaCompiler {
  /** Asks another one where a schema is none of these. */
  or(other: SchemaCompiler): SchemaCompiler;
}

export function schemaValidator(
  schemas: readonly CompiledSchema<unknown>[],
): SchemaValidator {
  let known: Map<string, CompiledSchema<unknown>> | undefined;
  const find = (schema: PlainSchema): CompiledSchema<unknown> | undefined => {
    known ??= new Map(
      schemas.map((one) => [
        schemaText(one["~standard"].jsonSchema.input()),
        one,
      ]),
    );
    return known.get(schemaText(schema));
  };
  const withOther = (other: SchemaCompiler | undefined): SchemaCompiler => ({
    compile(schema, options) {
      const found = find(schema);
      if (found === undefined) {
        if (other !== undefined) return other.compile(schema, options);
        throw new TypeError(
          "it is none of those that were compiled ahead of time: compile it with them, or leave it to another validator by or()",
        );
      }
      for (const part of found.unchecked) options?.onUnchecked?.(part);
      return (value) => {
        const checked = found["~standard"].validate(value);
        return checked.issues;
      };
    },
  });
  return { ...withOther(undefined), or: withOther };
}

/** Position of a value: a schema, an object of schemas by name, or data. */
export type SchemaPosition = "schema" | "names" | "data";

/** Keywords whose value is an object of schemas by name. */
export const mapKeywords: readonly string[] = [
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "$defs",
  "definitions",
];

/**
 * Returns the text of a schema: the same for any order of its keys, and without prose.
 * Names of properties and data are not keywords.
 */
export function schemaText(
  value: unknown,
  position: SchemaPosition = "schema",
): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((item) => schemaText(item, position)).join()}]`;
  const parts = Object.entries(value)
    .filter(([key, child]) => position !== "schema" || !isForPeople(key, child))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, child]) => {
      const text = schemaText(child, positionUnder(key, position));
      return `${JSON.stringify(key)}:${text}`;
    });
  return `{${parts.join()}}`;
}

export function positionUnder(
  key: string,
  position: SchemaPosition,
): SchemaPosition {
  if (position !== "schema") return position === "names" ? "schema" : "data";
  if (key === "const" || key === "enum") return "data";
  return mapKeywords.includes(key) ? "names" : "schema";
}

export function isForPeople(key: string, value: unknown): boolean {
  const isKnown =
    key === "title" || key === "description" || key === "$comment";
  return isKnown && typeof value === "string";
}
