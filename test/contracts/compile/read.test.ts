import { describe, expect, test } from "vitest";
import { readSchemas } from "../../../src/contracts/schemas/read.ts";
import {
  isAsSealed,
  seal,
  sealLine,
} from "../../../src/contracts/schemas/seal.ts";

const schema = { type: "object" };
const tool = { name: "get-sum", inputSchema: schema, outputSchema: schema };
const isListed = true;
const listed = [
  { name: "arguments of get-sum", type: "GetSumArguments", schema, isListed },
  { name: "result of get-sum", type: "GetSumResult", schema, isListed },
];

describe("a file of schemas", () => {
  test("has them by name", () => {
    const text = '\ufeff{"b": {"type": "object"}, "__proto__": true, "a": {}}';
    expect(readSchemas(text, "a.json")).toEqual([
      { name: "b", type: "B", schema, isListed: false },
      { name: "__proto__", type: "Proto", schema: true, isListed: false },
      { name: "a", type: "A", schema: {}, isListed: false },
    ]);
  });

  test.each([
    ["a list of tools", [tool]],
    ["what a server lists", { tools: [tool], prompts: [] }],
    ["an answer", { jsonrpc: "2.0", id: 1, result: { tools: [tool] } }],
    [
      "a snapshot",
      {
        formatVersion: 1,
        server: { name: "a", version: "1" },
        protocolVersion: "2025-11-25",
        tools: [tool],
        prompts: [],
        resources: [],
        resourceTemplates: [],
      },
    ],
  ])("may be %s", (_, value) => {
    expect(readSchemas(JSON.stringify(value), "a.json")).toEqual(listed);
  });

  test("may have schemas of the names that lists have", () => {
    const text = '{"tools": {}, "result": true, "formatVersion": {}}';
    expect(readSchemas(text, "a.json").map(({ name }) => name)).toEqual([
      "tools",
      "result",
      "formatVersion",
    ]);
  });

  test.each([
    ["{", "it is no JSON"],
    ["1", "it is no object"],
    ["{}", "it is empty"],
    ['{"tools": []}', "it lists no tool"],
    [
      '{"type": "object"}',
      '"type" is no JSON Schema: an object, true or false',
    ],
    ['{"$defs": {}}', '"$defs" is a keyword, and no name of a type'],
    ['{"a": []}', '"a" is no JSON Schema'],
    [`{"${"a".repeat(200)}": 1}`, '"aaaa'],
  ])("is not %j", (text, problem) => {
    const read = (): unknown => readSchemas(text, "a.json");
    expect(read).toThrow(`a.json has no schemas: ${problem}`);
    expect(read).not.toThrow("a".repeat(100));
  });
});

describe("a text that is sealed", () => {
  const text = seal(`// A.\n// ${sealLine}\nexport const a = 1;\n`);

  test("is as it was, whatever its line ends", () => {
    expect(isAsSealed(text)).toBe(true);
    expect(isAsSealed(text.replaceAll("\n", "\r\n"))).toBe(true);
  });

  test("tells of any edit", () => {
    expect(isAsSealed(text.replace("1", "2"))).toBe(false);
    expect(isAsSealed(`${text}\n`)).toBe(false);
    expect(isAsSealed(text.replace(/sha256 ./, "sha256 g"))).toBeUndefined();
    expect(isAsSealed("export const a = 1;\n")).toBeUndefined();
  });
});
