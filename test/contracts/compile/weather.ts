import { compileSchemas } from "../../../src/index.ts";
import type {
  CompiledSchema,
  SchemaValidator,
} from "../../../templates/emitted/compiled-schema.ts";

/** What the schemas below ask for. */
export interface ForecastInput {
  readonly city: string;
}

export interface ForecastResult {
  readonly degrees: number;
}

/** Arguments of a tool, with a pattern that nobody checks, and words for people. */
export const inputSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  title: "Forecast",
  properties: {
    city: { type: "string", description: "Which one" },
    code: { type: "string", pattern: "^(a+)+$" },
  },
  required: ["city"],
};

export const outputSchema = {
  type: "object",
  properties: { degrees: { type: "number" } },
  required: ["degrees"],
};

/** The text of a module of the schemas, in JavaScript. */
export async function weatherModule(): Promise<string> {
  const { files } = await compileSchemas({
    schemas: { ForecastInput: inputSchema, ForecastResult: outputSchema },
    target: "js",
  });
  return files.find(({ path }) => path.endsWith(".js"))?.text ?? "";
}

/** What the module exports. */
export interface WeatherModule {
  readonly forecastInput: CompiledSchema<ForecastInput>;
  readonly forecastResult: CompiledSchema<ForecastResult>;
  readonly validator: SchemaValidator;
}

let count = 0;

/** The module, each time one of its own, for what is told once. */
export async function loadWeather(): Promise<WeatherModule> {
  return loadModule(`${await weatherModule()}\n// ${count++}`);
}

/** What a module of JavaScript exports: as the caller knows of what it was made. */
export async function loadModule<Exports>(text: string): Promise<Exports> {
  const url = `data:text/javascript,${encodeURIComponent(text)}`;
  return (await import(/* @vite-ignore */ url)) as Exports;
}
