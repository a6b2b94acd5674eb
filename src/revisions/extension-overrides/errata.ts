/** Something that the published JSON Schema of an extension says and ours does not, or the other way. */
export interface ExtensionErratum {
  readonly name: string;
  readonly extension: string;
  /** The keyword that one of the files has and the other has not, wherever it stands. */
  readonly keyword: string;
  /** The value with which it stands there. */
  readonly value: unknown;
  readonly reason: string;
}

const tasks = "io.modelcontextprotocol/tasks";

export const extensionErrata: readonly ExtensionErratum[] = [
  {
    name: "safe-integers",
    extension: tasks,
    keyword: "minimum",
    value: Number.MIN_SAFE_INTEGER,
    reason:
      "The bounds are those of JavaScript: the schema.ts has none, and neither has the core.",
  },
  {
    name: "safe-integers",
    extension: tasks,
    keyword: "maximum",
    value: Number.MAX_SAFE_INTEGER,
    reason:
      "The bounds are those of JavaScript: the schema.ts has none, and neither has the core.",
  },
  {
    name: "keys-are-strings",
    extension: tasks,
    keyword: "propertyNames",
    value: { type: "string" },
    reason: "Every key of a JSON object is a string: it says nothing.",
  },
  {
    name: "format-of-integers",
    extension: tasks,
    keyword: "format",
    value: "int",
    reason:
      "The schema.ts has the tag `@format int`, which the published file turns into a type.",
  },
];
