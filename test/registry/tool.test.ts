import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ProtocolError } from "../../src/runtime/errors.ts";
import { inputRequired } from "../../src/runtime/input-required.ts";
import { fromAjv } from "../../src/runtime/registry/ajv.ts";
import {
  image,
  jsonSchema,
  structured,
  text,
  type Schema,
} from "../../src/runtime/registry/index.ts";
import { createHost, tool } from "./host.ts";

const city = z.object({ city: z.string() });
const forecast = tool(
  "forecast",
  { title: "Forecast", description: "Tomorrow's weather", input: city },
  (args) => `Rain in ${args.city}`,
);

function call(name: string, args?: object) {
  return { name, ...(args && { arguments: args }) };
}

describe("a tool", () => {
  test("is listed with the JSON Schema of its input", async () => {
    const host = createHost([forecast]);
    expect(await host.request("tools/list")).toEqual({
      tools: [
        {
          name: "forecast",
          title: "Forecast",
          description: "Tomorrow's weather",
          inputSchema: {
            $schema: "https://json-schema.org/draft/2020-12/schema",
            type: "object",
            properties: { city: { type: "string" } },
            required: ["city"],
          },
        },
      ],
    });
    expect(host.capabilities()).toEqual({ tools: { listChanged: true } });
  });

  test("runs with arguments that fit", async () => {
    const host = createHost([forecast]);
    const args = { city: "Rome" };
    expect(await host.request("tools/call", call("forecast", args))).toEqual({
      content: [{ type: "text", text: "Rain in Rome" }],
    });
  });

  test("gets what its schema makes of the arguments", async () => {
    const input = z.object({ days: z.coerce.number().default(3) });
    const seen: unknown[] = [];
    const days = tool("days", { input }, (args) => {
      seen.push(args);
      return "";
    });
    const host = createHost([days]);
    await host.request("tools/call", call("days"));
    await host.request("tools/call", call("days", { days: "5" }));
    expect(seen).toEqual([{ days: 3 }, { days: 5 }]);
  });

  test("that is unknown is a protocol error", async () => {
    const host = createHost([forecast]);
    for (const name of ["other", "__proto__", "constructor", "toString"]) {
      await expect(
        host.request("tools/call", call(name)),
      ).rejects.toMatchObject({
        code: -32602,
        message: `Unknown tool: ${name}`,
      });
    }
    const long = host.request("tools/call", call("x".repeat(100_000)));
    const error: unknown = await long.catch((reason: unknown) => reason);
    expect(String(error).length).toBeLessThan(200);
  });

  test("can have any name of the rule, also those of every object", async () => {
    const names = ["constructor", "__proto__", "a".repeat(128), "A-z_0.9"];
    const host = createHost(names.map((name) => tool(name, {}, () => name)));
    for (const name of names) {
      expect(await host.request("tools/call", call(name))).toEqual({
        content: [text(name)],
      });
    }
  });

  test.each(["", "a b", "a,b", "é", "a".repeat(129), "a\n", "a/b"])(
    "cannot be named %j",
    (name) => {
      expect(() => tool(name, {}, () => "")).toThrow(TypeError);
    },
  );

  test("cannot have the name of another", () => {
    const twin = tool("forecast", {}, () => "");
    expect(() => createHost([forecast, twin])).toThrow(
      '"forecast" is already among the tools',
    );
  });

  test("without a schema takes no arguments", async () => {
    const host = createHost([tool("now", {}, () => "noon")]);
    const { tools } = await host.request("tools/list");
    expect(tools).toEqual([
      {
        name: "now",
        inputSchema: { type: "object", additionalProperties: false },
      },
    ]);
    expect(await host.request("tools/call", call("now", {}))).toEqual({
      content: [text("noon")],
    });
    expect(await host.request("tools/call", call("now", { a: 1 }))).toEqual({
      content: [text("Invalid arguments for tool now:\n- a: not an argument")],
      isError: true,
    });
  });

  test("keeps arguments named __proto__ and constructor apart", async () => {
    const input = z.record(z.string(), z.unknown());
    const seen: object[] = [];
    const echo = tool("echo", { input }, (args) => {
      seen.push(args);
      return Object.keys(args).join();
    });
    const host = createHost([echo]);
    const args: unknown = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    );
    await host.request("tools/call", call("echo", args as object));
    expect(seen).toHaveLength(1);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(Reflect.get(seen[0] ?? {}, "polluted")).toBeUndefined();
    const none = createHost([tool("none", {}, () => "")]);
    const result = await none.request(
      "tools/call",
      call("none", args as object),
    );
    expect(result).toMatchObject({ isError: true });
  });
});

const ajv = fromAjv(new Ajv2020({ allErrors: true }));
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
  ])("cannot be %s", async (answer, returned) => {
    const host = createHost([tool("any", {}, () => answer as never)]);
    expect(await host.request("tools/call", call("any"))).toEqual({
      content: [text("The tool any failed")],
      isError: true,
    });
    expect(host.errors).toEqual([
      new TypeError(
        `tool any: the handler returned ${returned}, not a string, content or a result`,
      ),
    ]);
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

describe("what a tool throws", () => {
  async function fail(error: unknown) {
    const host = createHost([
      tool("a", {}, () => {
        throw error;
      }),
    ]);
    const result = await host.request("tools/call", call("a"));
    return { result, errors: host.errors };
  }

  test.each([
    [Object.create(null)],
    [{ toString: 1 }],
    [Object.assign(new Error(), { message: { secret: 1 } })],
    [Object.assign(new Error(), { constructor: undefined })],
  ])("is a result whatever it is", async (error) => {
    const { result, errors } = await fail(error);
    const content = [text("The tool a failed")];
    expect(result).toEqual({ content, isError: true });
    expect(errors).toHaveLength(1);
  });

  test("is a result with the message that the handler wrote", async () => {
    const error = new Error("No such city");
    const { result, errors } = await fail(error);
    expect(result).toEqual({ content: [text("No such city")], isError: true });
    expect(JSON.stringify(result)).not.toContain("tool.test");
    expect(errors).toEqual([error]);
  });

  class Refused extends Error {}
  test.each([
    [new Refused("Not today"), "Not today"],
    [new Error("x".repeat(5000)), `${"x".repeat(1000)}…`],
    ["No such city", "No such city"],
  ])("shows %s", async (error, said) => {
    const { result } = await fail(error);
    expect(result).toEqual({ content: [text(said)], isError: true });
  });

  function thrown(run: () => unknown): unknown {
    try {
      return run();
    } catch (error) {
      return error;
    }
  }

  test.each([
    [
      "a system error",
      Object.assign(new Error("open '/secret'"), { code: "ENOENT" }),
    ],
    ["a parser's error", thrown(() => JSON.parse("secret"))],
    [
      "a mistake in the code",
      thrown(() => Reflect.get(undefined as never, "secret")),
    ],
    ["an abort", new DOMException("secret", "AbortError")],
    ["several errors", new AggregateError([], "secret")],
    ["what is no error", { message: "secret" }],
    ["an error without a message", new Error()],
  ])("keeps %s at home", async (_, error) => {
    const { result, errors } = await fail(error);
    const content = [text("The tool a failed")];
    expect(result).toEqual({ content, isError: true });
    expect(errors).toHaveLength(1);
  });

  test("on purpose for the protocol passes", async () => {
    const error = new ProtocolError(-32000, "Busy");
    await expect(fail(error)).rejects.toBe(error);
  });

  test("to wait for input, or after its cancellation, passes", async () => {
    const error = new Error("waits");
    const waiting = tool("a", {}, () => {
      throw error;
    });
    const host = createHost([waiting]);
    const params = call("a");
    const asks = new Map([["name", { method: "elicitation/create" }]]);
    await expect(host.request("tools/call", params, { asks })).rejects.toBe(
      error,
    );
    const cancelled = host.request("tools/call", params, { cancelled: true });
    await expect(cancelled).rejects.toBe(error);
    expect(host.errors).toEqual([]);
  });

  test("by a schema's own check is a failure of the tool", async () => {
    const input = z.object({}).refine(() => {
      throw new Error("No connection");
    });
    const host = createHost([tool("a", { input }, () => "")]);
    expect(await host.request("tools/call", call("a"))).toEqual({
      content: [text("No connection")],
      isError: true,
    });
  });
});
