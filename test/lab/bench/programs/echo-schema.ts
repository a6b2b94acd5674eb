import type { Schema } from "../../../../generated/index.ts";

interface Arguments {
  readonly text: string;
}

/** The arguments of `echo`, as a Standard Schema without a library. */
export const echoSchema: Schema<Arguments> = {
  "~standard": {
    version: 1,
    vendor: "bench",
    validate: (value) =>
      isArguments(value)
        ? { value }
        : { issues: [{ message: "text: expected a string" }] },
    jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
  },
};

const jsonSchema = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
};

function isArguments(value: unknown): value is Arguments {
  return (
    typeof value === "object" &&
    value !== null &&
    "text" in value &&
    typeof value.text === "string"
  );
}
