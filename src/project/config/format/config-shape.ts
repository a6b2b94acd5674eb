import { emitChoices, emitNames, runtimeParts } from "../../../emit/index.ts";
import type { Fields, Shape } from "./shape.ts";

const text: Shape = { kind: "text" };

/** The options of an output, beside what goes into it. */
export const optionFields: Fields = {
  emit: optional({
    kind: "list",
    of: { kind: "choice", values: emitNames },
    filled: true,
  }),
  target: optional({ kind: "choice", values: emitChoices.target }),
  importExtension: optional({
    kind: "choice",
    values: emitChoices.importExtension,
  }),
  jsonSchema: optional({ kind: "choice", values: emitChoices.jsonSchema }),
  docs: optional({ kind: "flag" }),
  runtime: optional(text),
  with: optional({
    kind: "list",
    of: { kind: "choice", values: runtimeParts },
  }),
  strict: optional({ kind: "flag" }),
  prettier: optional({ kind: "flag" }),
};

const schema: Shape = {
  kind: "object",
  fields: {
    revision: { shape: text },
    path: optional(text),
    url: optional(text),
  },
};

const extension: Shape = {
  kind: "object",
  fields: {
    extension: { shape: text },
    path: optional(text),
    url: optional(text),
    from: optional(text),
    revision: optional(text),
    facts: optional(text),
  },
};

const outputFields: Fields = {
  out: { shape: text },
  revisions: optional({ kind: "list", of: text }),
  schemas: optional({ kind: "list", of: schema }),
  extensions: optional({
    kind: "list",
    of: { kind: "either", text, object: extension },
  }),
  facts: optional(text),
  ...optionFields,
};

const projectFields: Fields = {
  $schema: optional(text),
  from: optional(text),
};

/** A configuration with one output. */
export const oneOutput: Shape = {
  kind: "object",
  fields: { ...projectFields, ...outputFields },
};

/** A configuration with several outputs. */
export const severalOutputs: Shape = {
  kind: "object",
  fields: {
    ...projectFields,
    outputs: {
      shape: {
        kind: "list",
        of: { kind: "object", fields: outputFields },
        filled: true,
      },
    },
  },
};

function optional(shape: Shape): Fields[string] {
  return { shape, optional: true };
}
