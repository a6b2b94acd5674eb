import { compileSchemas } from "../../../src/index.ts";

/** Schema that refers to itself. */
export const forecast = {
  title: "Not its name",
  type: "object",
  properties: {
    city: { type: "string", description: "Which one", minLength: 1 },
    days: { type: "integer", default: 3 },
    near: { $ref: "#" },
  },
  required: ["city"],
  additionalProperties: false,
};

/** Schemas of each kind: an object, texts, anything, nothing, and an unsafe pattern. */
export const schemas = {
  Forecast: forecast,
  "forecast-kinds": { enum: ["rain", "sun", null] },
  anything: true,
  nothing: false,
  slow: { type: "string", pattern: "^(a+)+$" },
};

/** Compiles schemas, and returns the text of each file. */
export async function textOf(...args: Parameters<typeof compileSchemas>) {
  const { files } = await compileSchemas(...args);
  return files.map(({ text = "" }) => text);
}
