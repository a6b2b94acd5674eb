import type { JsonObject } from "../../protocol/message.ts";
import type { Schema } from "../schema/schema.ts";

const empty: JsonObject = { type: "object", additionalProperties: false };

/**
 * The input of a tool without arguments, declared as the specification
 * recommends. What a model gives it all the same is nothing to the tool.
 */
export const noInput: Schema = {
  "~standard": {
    version: 1,
    vendor: "none",
    validate: () => ({ value: {} }),
    jsonSchema: { input: () => empty, output: () => empty },
  },
};
