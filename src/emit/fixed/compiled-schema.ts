// Built from templates/emitted/compiled-schema.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name =
  | "SchemaIssue"
  | "PlainSchema"
  | "CompiledSchema"
  | "compiledSchema"
  | "SchemaCompiler"
  | "SchemaValidator"
  | "schemaValidator"
  | "schemaText"
  | "isForPeople";

export const code: Readonly<Record<Name, FixedCode>> = {
  SchemaIssue: {
    name: "SchemaIssue",
    isType: true,
    needs: [],
    comment:
      "/** Why a value does not fit a schema: what is wrong, and where. */",
    ts: "interface SchemaIssue {\n  readonly message: string;\n  /** Keys and indexes that lead from the value to the place. */\n  readonly path?:\n    readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;\n}",
  },
  PlainSchema: {
    name: "PlainSchema",
    isType: true,
    needs: [],
    comment: "/** A JSON Schema as it was written. */",
    ts: "type PlainSchema = { readonly [keyword: string]: unknown };",
  },
  CompiledSchema: {
    name: "CompiledSchema",
    isType: true,
    needs: ["SchemaIssue", "PlainSchema"],
    comment:
      "/**\n * A JSON Schema whose guard was compiled ahead of time: a Standard Schema, version 1,\n * that also gives its JSON Schema. It checks without `eval`.\n */",
    ts: 'interface CompiledSchema<T> {\n  readonly "~standard": {\n    readonly version: 1;\n    readonly vendor: "mcp-gen";\n    readonly types?: { readonly input: T; readonly output: T } | undefined;\n    readonly validate: (\n      value: unknown,\n    ) =>\n      | { readonly value: T; readonly issues?: undefined }\n      | { readonly issues: readonly SchemaIssue[] };\n    /** The schema to the letter, whichever dialect is asked for: `$schema` says its own. */\n    readonly jsonSchema: {\n      readonly input: (options?: object) => PlainSchema;\n      readonly output: (options?: object) => PlainSchema;\n    };\n  };\n  /** What the schema asks for and nothing checks, such as `pattern "(a+)+$"`. */\n  readonly unchecked: readonly string[];\n  /** Tells once what nothing checks. */\n  tellUnchecked(\n    owner: string,\n    host: { readonly onError: (error: Error) => void },\n  ): void;\n}',
  },
  compiledSchema: {
    name: "compiledSchema",
    isType: false,
    needs: ["PlainSchema", "SchemaIssue", "CompiledSchema"],
    ts: 'function compiledSchema<T>(\n  schema: PlainSchema,\n  check: (value: unknown) => SchemaIssue | undefined,\n  unchecked: readonly string[] = [],\n): CompiledSchema<T> {\n  let isTold = unchecked.length === 0;\n  return {\n    "~standard": {\n      version: 1,\n      vendor: "mcp-gen",\n      validate: (value) => {\n        const issue = check(value);\n        if (issue !== undefined) return { issues: [issue] };\n        return { value: value as T };\n      },\n      jsonSchema: { input: () => schema, output: () => schema },\n    },\n    unchecked,\n    tellUnchecked(owner, host) {\n      if (isTold) return;\n      isTold = true;\n      const parts = unchecked.join(", ");\n      host.onError(\n        new Error(`${owner}: its schema is checked without ${parts}`),\n      );\n    },\n  };\n}',
    js: 'function compiledSchema(schema, check, unchecked = []) {\n  let isTold = unchecked.length === 0;\n  return {\n    "~standard": {\n      version: 1,\n      vendor: "mcp-gen",\n      validate: (value) => {\n        const issue = check(value);\n        if (issue !== undefined) return { issues: [issue] };\n        return { value: value };\n      },\n      jsonSchema: { input: () => schema, output: () => schema },\n    },\n    unchecked,\n    tellUnchecked(owner, host) {\n      if (isTold) return;\n      isTold = true;\n      const parts = unchecked.join(", ");\n      host.onError(\n        new Error(`${owner}: its schema is checked without ${parts}`),\n      );\n    },\n  };\n}',
    declaration:
      "declare function compiledSchema<T>(\n  schema: PlainSchema,\n  check: (value: unknown) => SchemaIssue | undefined,\n  unchecked: readonly string[] = [],\n): CompiledSchema<T>;",
  },
  SchemaCompiler: {
    name: "SchemaCompiler",
    isType: true,
    needs: ["SchemaIssue"],
    comment:
      "/** Makes the check of a JSON Schema; what `fromAjv` gives is one. */",
    ts: "interface SchemaCompiler {\n  /** Throws where it cannot: the schema goes unchecked then. */\n  compile(\n    schema: { [keyword: string]: unknown },\n    options?: {\n      readonly isForeign?: boolean;\n      readonly onUnchecked?: (part: string) => void;\n    },\n  ): (value: unknown) => readonly SchemaIssue[] | undefined;\n}",
  },
  SchemaValidator: {
    name: "SchemaValidator",
    isType: true,
    needs: ["SchemaCompiler"],
    comment:
      "/** Checks schemas that were compiled ahead of time: it knows them by what they say. */",
    ts: "interface SchemaValidator extends SchemaCompiler {\n  /** Asks another one where a schema is none of these. */\n  or(other: SchemaCompiler): SchemaCompiler;\n}",
  },
  schemaValidator: {
    name: "schemaValidator",
    isType: false,
    needs: [
      "CompiledSchema",
      "SchemaValidator",
      "PlainSchema",
      "schemaText",
      "SchemaCompiler",
    ],
    ts: 'function schemaValidator(\n  schemas: readonly CompiledSchema<unknown>[],\n): SchemaValidator {\n  let known: Map<string, CompiledSchema<unknown>> | undefined;\n  const find = (schema: PlainSchema): CompiledSchema<unknown> | undefined => {\n    known ??= new Map(\n      schemas.map((one) => [\n        schemaText(one["~standard"].jsonSchema.input(), false),\n        one,\n      ]),\n    );\n    return known.get(schemaText(schema, false));\n  };\n  const withOther = (other: SchemaCompiler | undefined): SchemaCompiler => ({\n    compile(schema, options) {\n      const found = find(schema);\n      if (found === undefined) {\n        if (other !== undefined) return other.compile(schema, options);\n        throw new TypeError(\n          "it is none of those that were compiled ahead of time: compile it with them, or leave it to another validator by or()",\n        );\n      }\n      for (const part of found.unchecked) options?.onUnchecked?.(part);\n      return (value) => {\n        const checked = found["~standard"].validate(value);\n        return checked.issues;\n      };\n    },\n  });\n  return { ...withOther(undefined), or: withOther };\n}',
    js: 'function schemaValidator(schemas) {\n  let known;\n  const find = (schema) => {\n    known ??= new Map(\n      schemas.map((one) => [\n        schemaText(one["~standard"].jsonSchema.input(), false),\n        one,\n      ]),\n    );\n    return known.get(schemaText(schema, false));\n  };\n  const withOther = (other) => ({\n    compile(schema, options) {\n      const found = find(schema);\n      if (found === undefined) {\n        if (other !== undefined) return other.compile(schema, options);\n        throw new TypeError(\n          "it is none of those that were compiled ahead of time: compile it with them, or leave it to another validator by or()",\n        );\n      }\n      for (const part of found.unchecked) options?.onUnchecked?.(part);\n      return (value) => {\n        const checked = found["~standard"].validate(value);\n        return checked.issues;\n      };\n    },\n  });\n  return { ...withOther(undefined), or: withOther };\n}',
    declaration:
      "declare function schemaValidator(\n  schemas: readonly CompiledSchema<unknown>[],\n): SchemaValidator;",
  },
  schemaText: {
    name: "schemaText",
    isType: false,
    needs: ["isForPeople"],
    comment:
      "/**\n * A schema as a text that is the same for all that say the same: whatever the order of\n * keys is, and without the words for people. Under `properties` these are names, and what\n * they name is no text.\n */",
    ts: 'function schemaText(value: unknown, isData: boolean): string {\n  if (typeof value !== "object" || value === null) return JSON.stringify(value);\n  if (Array.isArray(value))\n    return `[${value.map((item) => schemaText(item, isData)).join()}]`;\n  const parts = Object.entries(value)\n    .filter(([key, child]) => isData || !isForPeople(key, child))\n    .sort(([one], [other]) => (one < other ? -1 : 1))\n    .map(([key, child]) => {\n      const isOfData = isData || key === "const" || key === "enum";\n      return `${JSON.stringify(key)}:${schemaText(child, isOfData)}`;\n    });\n  return `{${parts.join()}}`;\n}',
    js: 'function schemaText(value, isData) {\n  if (typeof value !== "object" || value === null) return JSON.stringify(value);\n  if (Array.isArray(value))\n    return `[${value.map((item) => schemaText(item, isData)).join()}]`;\n  const parts = Object.entries(value)\n    .filter(([key, child]) => isData || !isForPeople(key, child))\n    .sort(([one], [other]) => (one < other ? -1 : 1))\n    .map(([key, child]) => {\n      const isOfData = isData || key === "const" || key === "enum";\n      return `${JSON.stringify(key)}:${schemaText(child, isOfData)}`;\n    });\n  return `{${parts.join()}}`;\n}',
    declaration:
      "declare function schemaText(value: unknown, isData: boolean): string;",
  },
  isForPeople: {
    name: "isForPeople",
    isType: false,
    needs: [],
    ts: 'function isForPeople(key: string, value: unknown): boolean {\n  const isKnown =\n    key === "title" || key === "description" || key === "$comment";\n  return isKnown && typeof value === "string";\n}',
    js: 'function isForPeople(key, value) {\n  const isKnown =\n    key === "title" || key === "description" || key === "$comment";\n  return isKnown && typeof value === "string";\n}',
    declaration:
      "declare function isForPeople(key: string, value: unknown): boolean;",
  },
};
