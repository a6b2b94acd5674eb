import { describe, expect, test } from "vitest";
import { z } from "zod";
import { text } from "../../../src/runtime/registry/index.ts";
import { createHost, tool } from "./host.ts";
import { call, city } from "./tool-calls.ts";

const forecast = tool(
  "forecast",
  { title: "Forecast", description: "Tomorrow's weather", input: city },
  (args) => `Rain in ${args.city}`,
);

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
    const names = [
      "constructor",
      "Constructor",
      "__proto__",
      "a".repeat(128),
      "A-z_0.9",
    ];
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

  test("without a schema has no arguments, whatever it is given", async () => {
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
      content: [text("noon")],
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
    const none = createHost([
      tool("none", {}, (given) => {
        seen.push(given);
        return "";
      }),
    ]);
    await none.request("tools/call", call("none", args as object));
    expect(seen[1]).toEqual({});
  });
});
