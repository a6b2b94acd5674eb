import { expect, test } from "vitest";
import { Ajv2020 } from "ajv/dist/2020.js";
import { checkConfig } from "../../../src/project/config/format/check-config.ts";
import { checkLock } from "../../../src/project/config/format/check-lock.ts";
import {
  oneOutput,
  severalOutputs,
} from "../../../src/project/config/format/config-shape.ts";
import { lockShape } from "../../../src/project/config/format/lock-shape.ts";
import type { Shape } from "../../../src/project/config/format/shape.ts";
import {
  publishedSchema,
  publishedSchemas,
  type JsonSchema,
} from "./published.ts";

/** What a shape says, as the published schema of the same would. */
function fromShape(shape: Shape): unknown {
  switch (shape.kind) {
    case "text":
      return "text";
    case "flag":
      return "flag";
    case "version":
      return [shape.version];
    case "choice":
      return [...shape.values].sort();
    case "list":
      return { list: fromShape(shape.of) };
    case "either":
      return { either: [fromShape(shape.object), fromShape(shape.text)] };
    case "object":
      return Object.fromEntries(
        Object.entries(shape.fields)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, { shape, optional }]) => [
            `${name}${optional === true ? "?" : ""}`,
            fromShape(shape),
          ]),
      );
  }
}

function fromSchema(schema: JsonSchema, defs: JsonSchema["$defs"]): unknown {
  const { $ref, type, enum: values, anyOf, items, properties } = schema;
  if ($ref !== undefined)
    return fromSchema(defs?.[$ref.slice("#/$defs/".length)] ?? {}, defs);
  if (anyOf) return { either: anyOf.map((one) => fromSchema(one, defs)) };
  if ("const" in schema) return [schema.const];
  if (values) return [...values].sort();
  if (items) return { list: fromSchema(items, defs) };
  if (type === "string") return "text";
  if (type === "boolean") return "flag";
  expect(schema).toMatchObject({ type: "object", additionalProperties: false });
  return Object.fromEntries(
    Object.entries(properties ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [
        `${name}${schema.required?.includes(name) === true ? "" : "?"}`,
        fromSchema(one, defs),
      ]),
  );
}

test.each([
  ["config.schema.json", "OneOutput", oneOutput],
  ["config.schema.json", "SeveralOutputs", severalOutputs],
  ["lock.schema.json", "Lock", lockShape],
])("%s and its reader have the same fields of %s", (name, type, shape) => {
  const { $defs } = publishedSchema(name);
  expect(fromSchema({ $ref: `#/$defs/${type}` }, $defs)).toEqual(
    fromShape(shape),
  );
});

const output = { out: "a", revisions: ["draft"] };
const input = {
  kind: "revision",
  id: "next",
  path: "next.ts",
  sha256: "0".repeat(64),
};
const locked = { out: "a", generator: "1", options: {}, inputs: [input] };
const lock = { formatVersion: 1, from: "a/b", outputs: [locked] };

test.each<[string, string, unknown, boolean]>([
  ["Config", "one output", output, true],
  ["Config", "a $schema", { $schema: "x", ...output }, true],
  ["Config", "several outputs", { outputs: [output] }, true],
  ["Config", "an unknown field", { ...output, output: "a" }, false],
  ["Config", "one and several", { ...output, outputs: [output] }, false],
  ["Config", "no output folder", { revisions: ["draft"] }, false],
  ["Config", "an option that is none", { ...output, emit: ["x"] }, false],
  ["Config", "a list", [output], false],
  ["Config", "a number", { ...output, out: 1 }, false],
  ["Config", "an extension", { ...output, extensions: ["tasks"] }, true],
  [
    "Config",
    "an extension with an unknown field",
    { ...output, extensions: [{ extension: "a/b", file: "x" }] },
    false,
  ],
  ["Lock", "a lock", lock, true],
  ["Lock", "another version", { ...lock, formatVersion: 2 }, false],
  ["Lock", "no source", { formatVersion: 1, outputs: [] }, false],
  ["Lock", "an unknown field", { ...lock, time: 1 }, false],
  [
    "Lock",
    "an input that is none",
    { ...lock, outputs: [{ ...locked, inputs: [{ ...input, kind: "x" }] }] },
    false,
  ],
])("schema and reader of %s agree on %s", (type, _, value, fits) => {
  const one = publishedSchemas.find((found) => found.type === type);
  const schema = publishedSchema(one?.name ?? "");
  const validate = new Ajv2020({ strict: false }).compile(schema);
  const read = (): unknown =>
    type === "Lock" ? checkLock(value) : checkConfig(value, "x", "/x");
  expect(validate(value)).toBe(fits);
  if (fits) expect(read()).toBeDefined();
  else expect(read).toThrow();
});
