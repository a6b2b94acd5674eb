import type {
  CompiledSchema,
  SchemaValidator,
} from "../../templates/emitted/compiled-schema.ts";
import {
  handWritten,
  type ForecastInput,
  type ForecastResult,
} from "./hand-written.ts";

interface Schemas {
  readonly forecastInput: CompiledSchema<ForecastInput>;
  readonly forecastResult: CompiledSchema<ForecastResult>;
  readonly validator: SchemaValidator;
}

let count = 0;

/** The module of two schemas: each time one of its own, for what is told once. */
export async function load(): Promise<Schemas> {
  const text = `${handWritten()}\n// ${count++}`;
  const url = `data:text/javascript,${encodeURIComponent(text)}`;
  // What the text exports is what the tests are about.
  return (await import(/* @vite-ignore */ url)) as Schemas;
}
