import { isObject, type JsonObject } from "../../wire/message.ts";
import type { Schema } from "../schema/schema.ts";

const empty: JsonObject = { type: "object", additionalProperties: false };

/** The input of a tool without arguments, declared as the specification recommends. */
export const noInput: Schema = {
  "~standard": {
    version: 1,
    vendor: "none",
    validate(value) {
      const names = isObject(value) ? Object.keys(value) : [];
      return names.length === 0
        ? { value }
        : { issues: [{ path: names.slice(0, 1), message: "not an argument" }] };
    },
    jsonSchema: { input: () => empty, output: () => empty },
  },
};
