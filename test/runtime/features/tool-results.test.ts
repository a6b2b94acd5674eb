import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createClient, createServer } from "../../../generated/index.ts";
import { connect } from "../../../src/runtime/connect.ts";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";
import { inputRequired } from "../../../src/runtime/protocol/input-required.ts";
import {
  image,
  jsonSchema,
  structured,
  text,
  type Schema,
} from "../../../src/runtime/registry/index.ts";
import { createHost, tool } from "./host.ts";
import { ajv, call } from "./tool-calls.ts";

describe("the answer of a tool", () => {
  const png = image(new Uint8Array([1, 2, 3]), "image/png");
  const input = inputRequired({ name: { method: "elicitation/create" } });

  test.each([
    ["text", "a", { content: [text("a")] }],
    ["a block", png, { content: [png] }],
    ["blocks and text", [png, "a"], { content: [png, text("a")] }],
    ["nothing to tell", [], { content: [] }],
    [
      "a whole result",
      { content: [png], isError: true, _meta: { a: 1 } },
      { content: [png], isError: true, _meta: { a: 1 } },
    ],
    ["a request for input", input, input],
  ])("can be %s", async (_, answer, result) => {
    const any = tool("any", {}, () => answer as string);
    const host = createHost([any]);
    expect(await host.request("tools/call", call("any"))).toEqual(result);
    expect(host.errors).toEqual([]);
  });

  test.each([
    [undefined, "a value of type undefined"],
    [null, "null"],
    [1, "a value of type number"],
    [10n, "a value of type bigint"],
    [() => "a", "a value of type function"],
    [{ temperature: 3 }, "an object without content"],
    [{}, "an object without content"],
    [new Map([["a", 1]]), "an object without content"],
    [Object.freeze({ a: 1, content: [] }), "an object without content"],
    [{ a: 1, content: undefined }, "an object without content"],
    [{ isError: true, message: "a" }, "an object without content"],
    [[{ temperature: 3 }], "an array whose item 0 is not content"],
    [["a", 2], "an array whose item 1 is not content"],
  ])("cannot be %o", async (answer, returned) => {
    const reason = `The handler of the tool any returned ${returned}. Return a string, content such as text("…"), or structured(value) for data.`;
    const output = z.object({ temperature: z.number() });
    for (const options of [{}, { output }]) {
      const host = createHost([tool("any", options, () => answer as never)]);
      expect(await host.request("tools/call", call("any"))).toEqual({
        content: [text(reason)],
        isError: true,
      });
      expect(host.errors).toEqual([new Error(reason)]);
    }
  });

  test.each([
    { type: "city", name: "Oslo" },
    [{ type: "city", name: "Oslo" }],
    { type: "Feature", geometry: null },
  ])("cannot be data with a type, %o", async (answer) => {
    const errors: string[] = [];
    const server = createServer({
      info: { name: "a", version: "1" },
      features: [tool("any", {}, () => answer as never)],
      onError: ({ message }) => errors.push(message),
    });
    const client = createClient({ info: { name: "b", version: "1" } });
    await connect(server, client);
    const { isError, content } = await client.callTool({ name: "any" });
    await client.close();
    expect(isError).toBe(true);
    expect(content).toEqual([
      text(expect.stringContaining("structured(value)") as unknown as string),
    ]);
    expect(errors).toEqual([expect.stringContaining("structured(value)")]);
  });

  test("keeps unknown fields beside content", async () => {
    const answer = { content: [text("a")], temperature: 3 };
    const host = createHost([tool("any", {}, () => answer as never)]);
    expect(await host.request("tools/call", call("any"))).toEqual(answer);
  });

  test("may be of a class with accessors", async () => {
    class Answer {
      readonly isError = false;
      get content() {
        return [text("a")];
      }
    }
    const host = createHost([tool("any", {}, () => new Answer())]);
    expect(await host.request("tools/call", call("any"))).toEqual({
      content: [text("a")],
      isError: false,
    });
  });

  test("is told as text too when it is structured", async () => {
    const host = createHost([
      tool("a", {}, () => ({ content: [], structuredContent: { a: 1 } })),
    ]);
    expect(await host.request("tools/call", call("a"))).toEqual({
      content: [text('{"a":1}')],
      structuredContent: { a: 1 },
    });
  });
});

describe.each([
  ["zod", z.object({ celsius: z.number() })],
  ["valibot", toStandardJsonSchema(v.object({ celsius: v.number() }))],
  ["arktype", type({ celsius: "number" })],
  [
    "ajv",
    jsonSchema<{ celsius: number }>(
      { type: "object", properties: { celsius: { type: "number" } } },
      ajv,
    ),
  ],
] as [string, Schema<{ celsius: number }>][])(
  "a structured result, by %s",
  (_, output) => {
    test("has its schema in the list", async () => {
      const host = createHost([
        tool("a", { output }, () => structured({ celsius: 1 })),
      ]);
      expect(await host.request("tools/list")).toMatchObject({
        tools: [
          { outputSchema: { properties: { celsius: { type: "number" } } } },
        ],
      });
    });

    test("is checked and mirrored as text", async () => {
      const host = createHost([
        tool("a", { output }, () => structured({ celsius: 1 })),
      ]);
      expect(await host.request("tools/call", call("a"))).toEqual({
        content: [text('{"celsius":1}')],
        structuredContent: { celsius: 1 },
      });
    });

    test("that does not fit is told to nobody but the server", async () => {
      const host = createHost([
        tool("a", { output }, () =>
          structured({ celsius: "secret" as unknown as number }),
        ),
      ]);
      expect(await host.request("tools/call", call("a"))).toEqual({
        content: [text("The tool a failed")],
        isError: true,
      });
      expect(host.errors).toHaveLength(1);
      expect(host.errors[0]?.message).toContain("celsius");
    });

    test("that is missing does not fit either", async () => {
      const host = createHost([
        tool("a", { output }, () => text("1") as never),
      ]);
      expect(await host.request("tools/call", call("a"))).toMatchObject({
        isError: true,
      });
      expect(host.errors).toHaveLength(1);
    });
  },
);

describe("a tool with an output schema", () => {
  const output = z.object({ celsius: z.number().default(0) });

  test("sends what the schema makes of its value, and its own content", async () => {
    const value: { celsius?: number } = JSON.parse('{"hidden":1}');
    const answer = structured(value, [text("Zero")]);
    const host = createHost([tool("a", { output }, () => answer)]);
    expect(await host.request("tools/call", call("a"))).toEqual({
      content: [text("Zero")],
      structuredContent: { celsius: 0 },
    });
  });

  test("may fail or ask for input without a value", async () => {
    const input = inputRequired({ name: { method: "elicitation/create" } });
    const failure = { content: [text("No data")], isError: true as const };
    const host = createHost([
      tool("a", { output }, () => failure),
      tool("b", { output }, () => input),
    ]);
    expect(await host.request("tools/call", call("a"))).toEqual(failure);
    expect(await host.request("tools/call", call("b"))).toBe(input);
    expect(host.errors).toEqual([]);
  });
});

describe("a failure of a tool with an output schema", () => {
  const output = z.object({ sha: z.string() });
  const content = [text("rejected")];

  async function failing(result: object) {
    const host = createHost([tool("a", { output }, () => result as never)]);
    return { result: await host.request("tools/call", call("a")), host };
  }

  test.each([
    ["nothing", {}],
    ["what fits", { structuredContent: { sha: "1" } }],
  ])("keeps %s", async (_, more) => {
    const whole = { content, isError: true, ...more };
    const { result, host } = await failing(whole);
    expect(result).toEqual(whole);
    expect(host.errors).toEqual([]);
  });

  test.each([{ code: 5 }, null, "text", []])(
    "loses structured content that does not fit, which is reported: %j",
    async (structuredContent) => {
      const { result, host } = await failing({
        content,
        structuredContent,
        isError: true,
      });
      expect(result).toEqual({ content, isError: true });
      expect(host.errors.map(({ message }) => message)).toEqual([
        expect.stringContaining("does not fit the output schema"),
      ]);
    },
  );

  test("has what was lost as text if there is no other content", async () => {
    const { result } = await failing({
      structuredContent: { code: 5 },
      isError: true,
    });
    expect(result).toEqual({ content: [text('{"code":5}')], isError: true });
  });
});

describe.each(["2025-06-18", "2025-11-25", "2026-07-28"] as const)(
  "the output schema that a client of %s gets",
  (revision) => {
    const left = z.object({ kind: z.literal("a"), a: z.string() });
    const right = z.object({ kind: z.literal("b"), b: z.number() });
    const ref = { $ref: "#/$defs/Both" };
    const object = { type: "object" };
    const both = { anyOf: [object, { allOf: [object] }] };

    async function listed(output: Schema): Promise<JsonObject | undefined> {
      const one = tool("one", { output }, () => structured({} as never));
      const info = { name: "a", version: "1" };
      const client = createClient({ info, revisions: [revision] });
      await connect(createServer({ info, features: [one] }), client);
      const { tools } = await client.listTools();
      await client.close();
      return tools[0]?.outputSchema;
    }

    test.each<[string, Schema]>([
      ["a union", z.union([left, right])],
      [
        "a union with a discriminator",
        z.discriminatedUnion("kind", [left, right]),
      ],
      ["an intersection", z.intersection(left, z.object({ c: z.string() }))],
      [
        "a reference to one",
        jsonSchema({ ...ref, $defs: { Both: both } }, ajv),
      ],
    ])("has the type of an object for %s of objects", async (_, output) => {
      expect(await listed(output)).toMatchObject({ type: "object" });
    });

    test.each<[string, Schema]>([
      ["a text too", jsonSchema({ anyOf: [object, { type: "string" }] }, ajv)],
      ["anything", jsonSchema({}, ajv)],
      ["itself", jsonSchema({ $ref: "#" }, ajv)],
    ])("has not, for what may be %s", async (_, output) => {
      expect((await listed(output)) ?? {}).not.toHaveProperty("type");
    });
  },
);
