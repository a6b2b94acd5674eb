import { toJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import * as zod3 from "zod-3.25";
import * as z325 from "zod-3.25/v4";
import * as mini from "zod-3.25/v4-mini";
import * as z40 from "zod-4.0";
import * as z41 from "zod-4.1";
import {
  structured,
  type StandardSchema,
  type ToJsonSchema,
} from "../../../src/runtime/registry/index.ts";
import { createHost, tool } from "./host.ts";
import { call } from "./tool-calls.ts";

interface Place {
  city: string;
  days: number;
  unit?: "C" | "F" | undefined;
}

/** One tool for each version: each has types of its own, which no loop has. */
const tools = {
  "3.25": tool(
    "rain",
    {
      input: z325
        .object({
          city: z325.string(),
          days: z325.number().default(1),
          unit: z325.enum(["C", "F"]).optional(),
        })
        .describe("Where"),
      output: z325.object({ days: z325.string().pipe(z325.coerce.number()) }),
      toJSONSchema: z325.toJSONSchema,
    },
    (args) => {
      expectTypeOf(args).toEqualTypeOf<Place>();
      return { structuredContent: { days: String(args.days) } };
    },
  ),
  "4.0": tool(
    "rain",
    {
      input: z40
        .object({
          city: z40.string(),
          days: z40.number().default(1),
          unit: z40.enum(["C", "F"]).optional(),
        })
        .describe("Where"),
      output: z40.object({ days: z40.string().pipe(z40.coerce.number()) }),
      toJSONSchema: z40.toJSONSchema,
    },
    (args) => {
      expectTypeOf(args).toEqualTypeOf<Place>();
      return { structuredContent: { days: String(args.days) } };
    },
  ),
  "4.1": tool(
    "rain",
    {
      input: z41
        .object({
          city: z41.string(),
          days: z41.number().default(1),
          unit: z41.enum(["C", "F"]).optional(),
        })
        .describe("Where"),
      output: z41.object({ days: z41.string().pipe(z41.coerce.number()) }),
      toJSONSchema: z41.toJSONSchema,
    },
    (args) => {
      expectTypeOf(args).toEqualTypeOf<Place>();
      return { structuredContent: { days: String(args.days) } };
    },
  ),
  newest: tool(
    "rain",
    {
      input: z
        .object({
          city: z.string(),
          days: z.number().default(1),
          unit: z.enum(["C", "F"]).optional(),
        })
        .describe("Where"),
      output: z.object({ days: z.string().pipe(z.coerce.number()) }),
    },
    (args) => {
      expectTypeOf(args).toEqualTypeOf<Place>();
      return { structuredContent: { days: String(args.days) } };
    },
  ),
};

describe.each(Object.entries(tools))("a tool by zod %s", (_, rain) => {
  const host = createHost([rain]);

  test("is listed with the JSON Schemas of what goes in and what comes out", async () => {
    const { tools: listed } = await host.request("tools/list");
    expect(listed).toMatchObject([
      {
        name: "rain",
        inputSchema: {
          type: "object",
          description: "Where",
          properties: {
            city: { type: "string" },
            days: { type: "number", default: 1 },
            unit: { enum: ["C", "F"] },
          },
          required: ["city"],
        },
        outputSchema: { properties: { days: {} }, required: ["days"] },
      },
    ]);
    expect(listed).not.toHaveProperty("0.toJSONSchema");
  });

  test("checks its arguments, and fills in what has a default", async () => {
    const good = await host.request("tools/call", call("rain", { city: "A" }));
    expect(good).toMatchObject({ structuredContent: { days: 1 } });
    const bad = await host.request("tools/call", call("rain", { city: 1 }));
    expect(bad).toMatchObject({ isError: true });
  });
});

test("the JSON Schemas of older versions are those of the newest", async () => {
  const listOf = async (name: keyof typeof tools): Promise<unknown> =>
    (await createHost([tools[name]]).request("tools/list"))["tools"];
  const newest = await listOf("newest");
  expect(await listOf("4.1")).toEqual(newest);
});

test("a schema of zod mini has the same converter", async () => {
  const input = mini.object({ city: mini.string() });
  const options = { input, toJSONSchema: mini.toJSONSchema };
  const host = createHost([tool("rain", options, ({ city }) => city)]);
  const { tools: listed } = await host.request("tools/list");
  expect(listed).toMatchObject([{ inputSchema: { required: ["city"] } }]);
});

describe("without the option", () => {
  const option = "zod before 4.2 needs the option toJSONSchema: z.toJSONSchema";

  /** By name, since the compiler would compare the types of all versions. */
  const of = (name: string, schema: StandardSchema) => ({ name, schema });

  test.each([
    of("3.25", z325.object({})),
    of("3.25 mini", mini.object({})),
    of("4.0", z40.object({})),
    of("4.1", z41.object({})),
  ])("zod $name is refused with what to write", ({ schema: input }) => {
    // @ts-expect-error: toJSONSchema is missing
    expect(() => tool("rain", { input }, () => "")).toThrow(
      `The input schema of rain: ${option}`,
    );
    const output = input;
    // @ts-expect-error: toJSONSchema is missing
    expect(() => tool("rain", { output }, () => ({}))).toThrow(
      `The output schema of rain: ${option}`,
    );
  });

  test("zod 3 is told where zod 4 is", () => {
    const input = zod3.object({});
    // @ts-expect-error: toJSONSchema is missing
    expect(() => tool("rain", { input }, () => "")).toThrow(
      `${option}, and a schema of "zod/v4" in zod 3`,
    );
  });
});

describe("a converter", () => {
  test("of zod 4 with a schema of zod 3 is told where zod 4 is", () => {
    const options = { input: zod3.object({}), toJSONSchema: z325.toJSONSchema };
    expect(() => tool("rain", options, () => "")).toThrow(
      'a schema of "zod/v4" in zod 3',
    );
  });

  test("of the user's own is asked for one direction", async () => {
    const asked: unknown[] = [];
    const input = z40.object({});
    const toJSONSchema = (_: never, options: object) => {
      asked.push(options);
      return { type: "object" };
    };
    tool("rain", { input, output: input, toJSONSchema }, () => ({
      structuredContent: {},
    }));
    expect(asked).toEqual([
      { io: "input", typeMode: "input", target: "draft-2020-12" },
      { io: "output", typeMode: "output", target: "draft-2020-12" },
    ]);
  });

  test("of valibot's tells what goes in from what comes out", async () => {
    const both = v.object({ days: v.pipe(v.string(), v.transform(Number)) });
    const input = v.object({ days: v.optional(v.string(), "1") });
    const options = { input, output: both, toJSONSchema: toJsonSchema };
    expect(() =>
      tool("rain", options, () => ({ structuredContent: { days: "1" } })),
    ).toThrow("The output schema of rain");
    const host = createHost([
      tool("rain", { input, toJSONSchema: toJsonSchema }, ({ days }) => days),
    ]);
    const { tools: listed } = await host.request("tools/list");
    expect(listed).toMatchObject([{ inputSchema: { required: [] } }]);
  });

  test("goes before what schemas give themselves", async () => {
    const input = z.object({ at: z.coerce.date() });
    const toJSONSchema: ToJsonSchema = (schema, options) =>
      z.toJSONSchema(schema, { ...options, unrepresentable: "any" });
    const host = createHost([tool("rain", { input, toJSONSchema }, () => "")]);
    const { tools: listed } = await host.request("tools/list");
    expect(listed).toMatchObject([{ inputSchema: { properties: { at: {} } } }]);
  });

  test("leaves schemas of other libraries to themselves", async () => {
    const input = z40.object({ city: z40.string() });
    const output = type({ days: "number" });
    const { toJSONSchema } = z40;
    const options = { input, output, toJSONSchema };
    const rain = tool("rain", options, () => structured({ days: 1 }));
    const { tools: listed } = await createHost([rain]).request("tools/list");
    expect(listed).toMatchObject([
      {
        inputSchema: { required: ["city"] },
        outputSchema: { required: ["days"] },
      },
    ]);
  });

  test("that fails, or gives no schema, is told with the name of the tool", () => {
    const input = z40.object({ when: z40.date() });
    const { toJSONSchema } = z40;
    expect(() => tool("rain", { input, toJSONSchema }, () => "")).toThrow(
      "The input schema of rain: Date cannot be represented in JSON Schema",
    );
    const nothing = (): object => "none" as never;
    expect(() =>
      tool("rain", { input, toJSONSchema: nothing }, () => ""),
    ).toThrow("The input schema of rain: it is no object");
  });

  test("that is of another library says whose schema it fails on", () => {
    const { toJSONSchema } = z40;
    const input = v.object({ city: v.string() });
    expect(() => tool("rain", { input, toJSONSchema }, () => "")).toThrow(
      /^The input schema of rain: toJSONSchema fails on a schema of valibot, to be wrapped in toStandardJsonSchema of @valibot\/to-json-schema: Cannot/,
    );
    const { "~standard": standard } = input;
    const other = { "~standard": { ...standard, vendor: "mine" } };
    expect(() =>
      tool("rain", { input: other, toJSONSchema }, () => ""),
    ).toThrow("toJSONSchema fails on a schema of mine: Cannot");
  });
});
