import type { StandardSchemaV1 } from "@standard-schema/spec";
import { expect, test } from "vitest";
import { ToolSchema } from "../../generated/2025-11-25/standard.ts";
import type { Tool } from "../../generated/2025-11-25/types.ts";

// That it compiles is half of the test.
const schema: StandardSchemaV1<Tool> = ToolSchema;

test("a Standard Schema passes on the value that it was given", () => {
  const tool = { name: "a", inputSchema: { type: "object" }, other: 1 };
  const result = schema["~standard"].validate(tool);
  expect(result).toEqual({ value: tool });
  expect("value" in result && result.value).toBe(tool);
});

test("a Standard Schema says where a value does not fit, and why", () => {
  const tool = { name: "a", inputSchema: { type: "array" } };
  expect(schema["~standard"].validate(tool)).toEqual({
    issues: [
      {
        path: ["inputSchema", "type"],
        message: 'expected "object", found string',
      },
    ],
  });
});

test("a Standard Schema tells who made it", () => {
  const { version, vendor } = schema["~standard"];
  expect({ version, vendor }).toEqual({ version: 1, vendor: "mcp-gen" });
});
