import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod/v3";
import {
  jsonSchema,
  text,
  type Schema,
} from "../../../src/runtime/registry/index.ts";
import { createHost, tool } from "./host.ts";
import { ajv, call, city } from "./tool-calls.ts";

const plain = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" } },
  required: ["city"],
};
const schemas: [
  string,
  Schema<unknown, { city: string; days?: number | undefined }>,
][] = [
  ["zod", z.object({ city: z.string(), days: z.number().optional() })],
  [
    "valibot",
    toStandardJsonSchema(
      v.object({ city: v.string(), days: v.optional(v.number()) }),
    ),
  ],
  ["arktype", type({ city: "string", "days?": "number" })],
  ["ajv", jsonSchema<{ city: string; days?: number }>(plain, ajv)],
];

describe("arguments that fit no alternative", () => {
  const day = z.object({ day: z.number(), month: z.number() });
  const day3 = z3.object({ day: z3.number(), month: z3.number() });

  test.each([
    [
      "zod",
      z.object({ when: z.union([z.string(), day, z.null()]) }),
      [
        "- when: Invalid input",
        "  - Invalid input: expected string, received object",
        "  - day: Invalid input: expected number, received string; month: Invalid input: expected number, received undefined",
        "  - Invalid input: expected null, received object",
      ],
    ],
    [
      "zod, nested",
      z.object({
        when: z.union([z.union([z.string(), z.boolean()]), z.number()]),
      }),
      [
        "- when: Invalid input",
        "  - Invalid input",
        "    - Invalid input: expected string, received object",
        "    - Invalid input: expected boolean, received object",
        "  - Invalid input: expected number, received object",
      ],
    ],
    [
      "zod 3",
      Object.assign(z3.object({ when: z3.union([z3.string(), day3]) })),
      [
        "- when: Invalid input",
        "  - Expected string, received object",
        "  - day: Expected number, received string; month: Required",
      ],
    ],
    [
      "valibot",
      v.object({ when: v.union([v.string(), v.object({ day: v.number() })]) }),
      [
        "- when: Invalid type: Expected (string | Object) but received Object",
        "  - Invalid type: Expected string but received Object",
        '  - day: Invalid type: Expected number but received "x"',
      ],
    ],
  ])("come back with the issues of each, by %s", async (_, input, lines) => {
    const toJSONSchema = () => ({ type: "object" });
    const when = tool("when", { input, toJSONSchema }, () => "");
    const args = { when: { day: "x" } };
    expect(
      await createHost([when]).request("tools/call", call("when", args)),
    ).toEqual({
      content: [
        text(["Invalid arguments for tool when:", ...lines].join("\n")),
      ],
      isError: true,
    });
  });

  test("are told within bounds", async () => {
    const all = Array.from({ length: 60 }, (_, index) =>
      z.object({ kind: z.literal(index), more: z.literal("x".repeat(300)) }),
    );
    const fields = Object.fromEntries(
      Array.from({ length: 3 }, (_, index) => [`f${index}`, z.union(all)]),
    );
    const many = tool("many", { input: z.object(fields) }, () => "");
    const { content } = await createHost([many]).request(
      "tools/call",
      call("many", { f0: {}, f1: {}, f2: {} }),
    );
    const [{ text: said = "" } = {}] = content as { text: string }[];
    expect(said.split("\n")).toHaveLength(32);
    expect(said.length).toBeLessThan(15_000);
  });
});

describe.each(schemas)("the arguments of a tool, by %s", (_, input) => {
  const days = tool("days", { input }, (args) => `${args.city} ${args.days}`);

  test("are declared as a JSON Schema of an object", async () => {
    const { tools } = await createHost([days]).request("tools/list");
    expect(tools).toMatchObject([
      {
        inputSchema: {
          type: "object",
          properties: { city: { type: "string" } },
          required: ["city"],
        },
      },
    ]);
  });

  test("reach the handler when they fit", async () => {
    const args = { city: "Rome", days: 2 };
    const host = createHost([days]);
    expect(await host.request("tools/call", call("days", args))).toEqual({
      content: [text("Rome 2")],
    });
  });

  test("come back with path and reason when they do not", async () => {
    const host = createHost([days]);
    const result = await host.request(
      "tools/call",
      call("days", { city: 1, days: "x" }),
    );
    expect(result["isError"]).toBe(true);
    const [{ text: said = "" } = {}] = result["content"] as { text: string }[];
    const [head, ...lines] = said.split("\n");
    expect(head).toBe("Invalid arguments for tool days:");
    expect(lines.map((line) => line.split(" ", 2)[1]).sort()).toEqual([
      expect.stringMatching(/^city/),
      expect.stringMatching(/^days/),
    ]);
    expect(host.errors).toEqual([]);
  });

  test("that do not fit are a protocol error in older revisions", async () => {
    const host = createHost([days], { revision: "older" });
    await expect(
      host.request("tools/call", call("days", {})),
    ).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^Invalid arguments for tool days:\n- /),
    });
  });
});

describe("what a model hears of arguments that do not fit", () => {
  test("is bounded in lines and in length", async () => {
    const issues = Array.from({ length: 500 }, (_, index) => ({
      message: `bad\n${"x".repeat(100_000)}`,
      path: ["list", { key: index }],
    }));
    const input: Schema<unknown, object> = {
      "~standard": {
        ...city["~standard"],
        types: { input: {}, output: {} },
        validate: () => ({ issues }),
      },
    };
    const host = createHost([tool("a", { input }, () => "")]);
    const result = await host.request("tools/call", call("a"));
    const [{ text: said = "" } = {}] = result["content"] as { text: string }[];
    const lines = said.split("\n");
    expect(lines).toHaveLength(12);
    expect(lines[1]).toMatch(/^- list\.0: bad x+…$/);
    expect(lines.at(-1)).toBe("… and 490 more");
    expect(said.length).toBeLessThan(2500);
  });

  test("comes from asynchronous checks as well", async () => {
    const input = z.object({
      city: z.string().refine(async (name) => name === "Rome", "no such city"),
    });
    const host = createHost([tool("a", { input }, () => "yes")]);
    expect(
      await host.request("tools/call", call("a", { city: "Oslo" })),
    ).toEqual({
      content: [text("Invalid arguments for tool a:\n- city: no such city")],
      isError: true,
    });
    expect(
      await host.request("tools/call", call("a", { city: "Rome" })),
    ).toEqual({ content: [text("yes")] });
  });

  test("names the property and the values that ajv knows", async () => {
    const input = jsonSchema(
      {
        type: "object",
        properties: {
          unit: { enum: ["C", "F"] },
          "a/b": { type: "object", properties: { "~": { type: "string" } } },
        },
        additionalProperties: false,
      },
      ajv,
    );
    const host = createHost([tool("a", { input }, () => "")]);
    const args = { unit: "K", "a/b": { "~": 1 }, c: 1 };
    const result = await host.request("tools/call", call("a", args));
    const [{ text: said = "" } = {}] = result["content"] as { text: string }[];
    expect(said.split("\n").sort()).toEqual([
      "- a/b.~: must be string",
      '- must NOT have additional properties: "c"',
      '- unit: must be equal to one of the allowed values: ["C","F"]',
      "Invalid arguments for tool a:",
    ]);
  });
});
