import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileSchemas } from "../../../src/index.ts";
import type {
  CompiledSchema,
  SchemaValidator,
} from "../../../templates/emitted/compiled-schema.ts";
import { unformatted } from "../../emit/formatted.ts";
import { evalIn } from "./eval-free.ts";
import { forecast, schemas, textOf } from "./schemas.ts";
import { loadModule } from "./weather.ts";
import { isWhole } from "../../support/random.ts";

/** What the module of the schemas above exports, as JavaScript. */
interface Loaded {
  readonly isForecast: (value: unknown) => boolean;
  readonly validateForecast: (value: unknown) => unknown;
  readonly forecast: CompiledSchema<unknown>;
  readonly nothing: CompiledSchema<unknown>;
  readonly validator: SchemaValidator;
}

describe("a module of schemas", () => {
  test("tells what it is of, and what nothing checks", async () => {
    const report = await compileSchemas({ schemas });
    expect(report.files).toMatchObject([
      { path: "schemas.ts", status: "emitted" },
    ]);
    expect(report.schemas).toMatchObject([
      { name: "Forecast", type: "Forecast", constant: "forecast" },
      {
        name: "forecast-kinds",
        type: "ForecastKinds",
        constant: "forecastKinds",
      },
      { name: "anything", type: "Anything", constant: "anything" },
      { name: "nothing", type: "Nothing", constant: "nothing" },
      {
        name: "slow",
        type: "Slow",
        constant: "slow",
        unchecked: [{ path: ["pattern"], part: 'pattern "^(a+)+$"' }],
      },
    ]);
    expect(await compileSchemas({ schemas: JSON.stringify(schemas) })).toEqual(
      report,
    );
  });

  test("runs as JavaScript, and declares what it has", async () => {
    const [code = "", declared = ""] = await textOf({ schemas, target: "js" });
    const module = await loadModule<Loaded>(code);
    const names = [
      ...declared.matchAll(/^export declare (?:const|function) (\w+)/gm),
    ].map(([, name]) => name);
    expect(Object.keys(module).sort()).toEqual(names.sort());
    const { isForecast, validateForecast, forecast: constant } = module;
    expect(isForecast({ city: "Oslo", near: { city: "Bergen" } })).toBe(true);
    expect(isForecast({ city: "Oslo", near: {} })).toBe(false);
    expect(validateForecast({ city: "Oslo", near: {} })).toMatchObject({
      path: ["near", "city"],
    });
    expect(constant["~standard"].jsonSchema.input()).toEqual(forecast);
    expect(module.nothing["~standard"].jsonSchema.input()).toEqual({ not: {} });
  });

  test("is the same each time, and as prettier lays it out", async () => {
    for (const target of ["ts", "js"] as const) {
      const { files } = await compileSchemas({ schemas, target });
      const texts = files.map(({ path, text = "" }) => ({ path, text }));
      expect(
        await unformatted(texts, isWhole ? undefined : "babel-ts"),
      ).toEqual([]);
      const again = await textOf({ schemas, target });
      expect(texts.map(({ text }) => text)).toEqual(again);
    }
  });

  test("leaves descriptions out where nobody wants them", async () => {
    const [told = ""] = await textOf({ schemas });
    const [bare = ""] = await textOf({ schemas, docs: false });
    const comment = /^ *\/?\*+ Which one/m;
    expect(told).toMatch(comment);
    expect(bare).not.toMatch(comment);
    // What is listed stays as it is.
    expect(bare).toContain('description: "Which one"');
  });
});

describe("what cannot be compiled", () => {
  test("is told of all schemas at once", async () => {
    const bad = {
      a: { type: "strin" },
      b: { type: "object" },
      c: { properties: { d: { $ref: "https://example.com/d.json" } } },
    };
    const compiling = compileSchemas({ schemas: bad, file: "bad.json" });
    await expect(compiling).rejects.toMatchObject({
      code: "invalid-schema",
      message: expect.stringMatching(
        /^bad\.json: 2 of 3 schemas cannot be compiled: "a" #\/type: .*; "c" #\/properties\/d\/\$ref: /,
      ),
    });
  });

  test("is what is too deep", async () => {
    const deep = `{"a": ${'{"not": '.repeat(5000)}{}${"}".repeat(5000)}}`;
    await expect(compileSchemas({ schemas: deep })).rejects.toMatchObject({
      code: "schema-too-large",
    });
  });
});

describe("emitted code", () => {
  const generated = join(import.meta.dirname, "../../../generated");
  const guards = readdirSync(generated, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("guards.ts"))
    .map(
      (path) => [path, readFileSync(join(generated, path), "utf8")] as const,
    );

  test.each(guards)("of %s makes no code of texts", (_, text) => {
    expect(evalIn(text)).toEqual([]);
  });

  test.each([
    "eval('1')",
    "const e = eval; e('1')",
    "new Function('1')",
    "globalThis.Function('1')",
    "(() => 1).constructor('1')",
    'globalThis["eval"]("1")',
    "import('./a.js')",
    "setTimeout('1')",
  ])("would be found if it were %s", (code) => {
    expect(evalIn(`export const a = 1;\n${code}`)).not.toEqual([]);
  });

  test("may speak of what it does not do", () => {
    const code = `
      export const a = { eval: 1, Function: value.Function };
      export type B = { eval: string; Function: number };
      export const c = "eval('1')"; // eval('1')`;
    expect(evalIn(code)).toEqual([]);
  });
});
