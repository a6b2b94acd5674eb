import type { types } from "../../../generated/index.ts";

/** What the fixture asks its users. */
type Form = types.ElicitRequestFormParams;
type Fields = Form["requestedSchema"]["properties"];

/** A form; all of its fields are required unless it says otherwise. */
function form(
  message: string,
  properties: Fields,
  required = Object.keys(properties),
): Form {
  return {
    message,
    requestedSchema: { type: "object", properties, required },
  };
}

export const name = form("What is your name?", { name: { type: "string" } });

export const firstStep = form("Step 1: what is your name?", {
  name: { type: "string" },
});

export const secondStep = form("Step 2: what is your favourite colour?", {
  color: { type: "string" },
});

export const confirm = form("Please confirm", { ok: { type: "boolean" } });

export const topic = form("What should the prompt be about?", {
  context: { type: "string" },
});

export function sure(filename: string): Form {
  return form(`Delete ${filename}?`, { confirm: { type: "boolean" } });
}

export function user(message: string): Form {
  return form(message, {
    username: { type: "string", description: "What you are called here" },
    email: { type: "string", description: "Where you read mail" },
  });
}

/** A default of each kind. */
export const defaults = form(
  "Is this right?",
  {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: {
      type: "string",
      enum: ["active", "inactive", "pending"],
      default: "active",
    },
    verified: { type: "boolean", default: true },
  },
  [],
);

const options = ["option1", "option2", "option3"];
const titled = [
  { const: "value1", title: "First" },
  { const: "value2", title: "Second" },
  { const: "value3", title: "Third" },
];

/** A choice of each kind. */
export const choices = form(
  "What do you choose?",
  {
    untitledSingle: { type: "string", enum: options },
    titledSingle: { type: "string", oneOf: titled },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["One", "Two", "Three"],
    },
    untitledMulti: { type: "array", items: { type: "string", enum: options } },
    titledMulti: { type: "array", items: { anyOf: titled } },
  },
  [],
);
