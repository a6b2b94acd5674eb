import {
  prompt,
  resource,
  resourceTemplate,
  tool,
  type Feature,
  type Schema,
} from "../../generated/index.ts";
import type { CompiledSchema } from "./compiled-schema.ts";

/** What was described of a feature. */
export type Described = { readonly [key: string]: unknown };

/** The handler of a tool, by the types of its arguments and of its structured results. */
export type ToolHandler<Arguments, Result = undefined> = Parameters<
  typeof tool<
    Schema<Arguments>,
    [Result] extends [undefined] ? undefined : Schema<Result>
  >
>[2];

/** The handler of a prompt, by its arguments. */
export type PromptHandler<
  Arguments extends {
    readonly [name: string]: { readonly required: boolean };
  },
> = Parameters<typeof prompt<Arguments>>[2];

/** The handler of a template, which gets what its variables are in a URI. */
export type TemplateHandler<Template extends string> = Parameters<
  typeof resourceTemplate<Template>
>[2];

/** The handler of a resource. */
export type ResourceHandler = (
  uri: string,
  context: Parameters<TemplateHandler<string>>[1],
) => ReturnType<TemplateHandler<string>>;
