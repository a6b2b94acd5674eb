import type {
  StandardJSONSchemaV1,
  StandardSchemaV1,
} from "@standard-schema/spec";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { fromAjv } from "../../../src/runtime/registry/ajv.ts";
import {
  jsonSchema,
  type JsonSchemaValidator,
  type Schema,
} from "../../../src/runtime/registry/index.ts";
import {
  printSchemaConstants,
  printSchemaValidator,
} from "../../../src/contracts/schemas/constants.ts";
import { renderModule } from "../../../src/emit/print/render.ts";
import { unformatted } from "../../emit/formatted.ts";
import { createHost, tool } from "../../runtime/features/host.ts";
import {
  inputSchema,
  loadWeather,
  outputSchema,
  type ForecastInput,
} from "./weather.ts";
import { isWhole } from "../../support/random.ts";

describe("a compiled schema", () => {
  test("is a Standard Schema that gives its JSON Schema, of its type", async () => {
    const { forecastInput, validator } = await loadWeather();
    // That these compile is half of the test.
    const standard: StandardSchemaV1<ForecastInput> = forecastInput;
    const json: StandardJSONSchemaV1<ForecastInput> = forecastInput;
    const own: Schema<ForecastInput> = forecastInput;
    const check: JsonSchemaValidator = validator;
    expect([standard, json, own, check]).toHaveLength(4);
    const value = { city: "Oslo" };
    const { validate, jsonSchema: schema } = forecastInput["~standard"];
    expect(validate(value)).toEqual({ value });
    expect(validate({})).toEqual({
      issues: [{ path: ["city"], message: "expected a string, found nothing" }],
    });
    expect(schema.input({ target: "draft-2020-12" })).toEqual(inputSchema);
    expect(JSON.stringify(schema.output())).toBe(JSON.stringify(inputSchema));
  });

  test("checks what a tool is given, and what it gives", async () => {
    const { forecastInput, forecastResult } = await loadWeather();
    const forecast = tool(
      "forecast",
      { input: forecastInput, output: forecastResult },
      ({ city }) => ({ structuredContent: { degrees: city.length } }),
    );
    const host = createHost([forecast]);
    const { tools } = await host.request("tools/list");
    expect(tools).toEqual([{ name: "forecast", inputSchema, outputSchema }]);
    const call = (args: object): Promise<unknown> =>
      host.request("tools/call", { name: "forecast", arguments: args });
    expect(await call({ city: "Oslo" })).toMatchObject({
      structuredContent: { degrees: 4 },
    });
    expect(await call({})).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("city: expected a string") }],
    });
  });

  test("tells once what nothing checks", async () => {
    const { forecastInput, forecastResult } = await loadWeather();
    const errors: Error[] = [];
    const host = { onError: (error: Error) => errors.push(error) };
    for (const schema of [forecastInput, forecastResult, forecastInput])
      schema.tellUnchecked("tool forecast", host);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^tool forecast: its schema is checked without pattern "\^\(a\+\)\+\$" at properties\.code\.pattern \(.+\)$/,
      ),
    ]);
  });
});

describe("a validator of compiled schemas", () => {
  const check = (validator: JsonSchemaValidator, schema: object) => {
    const unchecked: string[] = [];
    const onUnchecked = (part: string): number => unchecked.push(part);
    const issues = validator.compile({ ...schema }, { onUnchecked });
    return { issues, unchecked };
  };

  test("knows a schema by what it says", async () => {
    const { validator } = await loadWeather();
    const { issues, unchecked } = check(validator, inputSchema);
    expect(issues({ city: "Oslo" })).toBeUndefined();
    expect(issues({})).toMatchObject([{ path: ["city"] }]);
    expect(unchecked).toEqual([expect.stringContaining("(a+)+$")]);
    const checked = jsonSchema<ForecastInput>(inputSchema, validator);
    expect(checked["~standard"].validate({})).toMatchObject({
      issues: [{ path: ["city"] }],
    });
  });

  test.each([
    [
      "keys in another order",
      {
        required: ["degrees"],
        properties: { degrees: { type: "number" } },
        type: "object",
      },
    ],
    [
      "other words for people",
      {
        ...outputSchema,
        title: "T",
        $comment: "c",
        properties: { degrees: { type: "number", description: "Celsius" } },
      },
    ],
  ])("knows it with %s", async (_, schema) => {
    const { validator } = await loadWeather();
    const { issues } = check(validator, schema);
    expect(issues({ degrees: "warm" })).toMatchObject([{ path: ["degrees"] }]);
  });

  test.each([
    ["another type", { degrees: { type: "integer" } }],
    ["a property named title", { degrees: { type: "number" }, title: {} }],
    ["an annotation that others read", { degrees: { type: "number", f: 1 } }],
  ])("does not know it with %s, and says so", async (_, properties) => {
    const { validator } = await loadWeather();
    expect(() => check(validator, { ...outputSchema, properties })).toThrow(
      "it is none of those that were compiled ahead of time",
    );
  });

  test("leaves what it does not know to another", async () => {
    const { validator } = await loadWeather();
    const either = validator.or(fromAjv(new Ajv2020()));
    const text = { type: "string" };
    expect(check(either, text).issues(1)).toMatchObject([
      { message: "must be string" },
    ]);
    expect(check(either, outputSchema).issues({})).toMatchObject([
      { message: "expected a number, found nothing" },
    ]);
  });

  test("takes what stands under const and enum for data", async () => {
    const { schemaText } =
      await import("../../../templates/emitted/compiled-schema.ts");
    const text = (schema: object): string => schemaText(schema);
    const one = { const: { title: "a" }, title: "x" };
    expect(text(one)).toBe(text({ ...one, title: "y" }));
    expect(text(one)).not.toBe(text({ const: { title: "b" } }));
    expect(text({ enum: [{ title: "a" }] })).not.toBe(text({ enum: [{}] }));
  });
});

test("its module is formatted, however long names are", async () => {
  const widths = [1, 10, 11, 20, 21, 22, 40];
  const pattern = `pattern "${"a".repeat(60)}"`;
  const unchecked = [{ path: ["a"], part: pattern, reason: "it is slow" }];
  const named = widths.flatMap((width) =>
    [{}, inputSchema, true].map((schema, index) => ({
      name: `${"a".repeat(width)}${index}`,
      type: `${"A".repeat(width)}${index}`,
      schema,
      unchecked: index === 1 ? unchecked : [],
    })),
  );
  for (const modules of [{}, { types: "types", guards: "guards" }]) {
    const items = [
      ...printSchemaConstants(named, modules),
      ...[1, 2, 3].flatMap((count) =>
        printSchemaValidator("v".repeat(count), named.slice(0, count)),
      ),
    ];
    const module = { path: "schemas", header: ["a"], items };
    for (const target of ["ts", "js"] as const) {
      const files = renderModule(module, { target, importExtension: ".js" });
      expect(
        await unformatted(files, isWhole ? undefined : "babel-ts"),
      ).toEqual([]);
    }
  }
});
