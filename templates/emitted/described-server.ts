import type * as runtime from "../../generated/index.ts";
import { tasks } from "../../generated/extensions/tasks.ts";
import {
  prompt,
  resource,
  resourceTemplate,
  tool,
} from "../../generated/index.ts";
import type { CompiledSchema } from "./compiled-schema.ts";

/** All that was described of a feature. */
export type Described = { readonly [key: string]: unknown };

/** The handler of a tool, by the types of its arguments and of its structured results. */
export type ToolHandler<Arguments, Result = undefined> = Parameters<
  typeof runtime.tool<
    runtime.Schema<Arguments>,
    [Result] extends [undefined] ? undefined : runtime.Schema<Result>
  >
>[2];

/** The handler of a prompt, by its arguments. */
export type PromptHandler<
  Arguments extends {
    readonly [name: string]: { readonly required: boolean };
  },
> = Parameters<typeof runtime.prompt<Arguments>>[2];

/** The handler of a template, which gets what its variables are in a URI. */
export type TemplateHandler<Template extends string> = Parameters<
  typeof runtime.resourceTemplate<Template>
>[2];

/** The handler of a resource. */
export type ResourceHandler = (
  uri: string,
  context: Parameters<TemplateHandler<string>>[1],
) => ReturnType<TemplateHandler<string>>;

export function requireHandlers(
  kind: string,
  names: readonly string[],
  handlers: object | undefined,
): void {
  const missing = names.filter((name) => {
    const handler: unknown = Reflect.get(handlers ?? {}, name);
    // What every object has is no handler.
    return (
      typeof handler !== "function" ||
      handler === Reflect.get(Object.prototype, name)
    );
  });
  if (missing.length === 0) return;
  const shown = missing.slice(0, 10).map((name) => JSON.stringify(name));
  const more = missing.length - shown.length;
  throw new TypeError(
    `handlers.${kind} lacks ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}: each is a function`,
  );
}

export function describedTool(
  described: Described & { readonly name: string },
  input: CompiledSchema<unknown>,
  output: CompiledSchema<unknown> | undefined,
  handler: (args: never, context: never) => unknown,
): runtime.Feature {
  const made = tool(
    "described",
    {
      input: unlisted(input),
      ...(output !== undefined && { output: unlisted(output) }),
    },
    // Its type is a property's of the handlers.
    handler as never,
  );
  return listedAs(made, described.name, {
    inputSchema: input["~standard"].jsonSchema.input(),
    ...(output !== undefined && {
      outputSchema: output["~standard"].jsonSchema.output(),
    }),
    ...described,
  });
}

export function describedPrompt(
  described: Described & { readonly name: string },
  args: { readonly [name: string]: { readonly required: boolean } },
  handler: (args: never, context: never) => unknown,
): runtime.Feature {
  const made = prompt("described", { arguments: args }, handler as never);
  return listedAs(made, described.name, described);
}

export function describedResource(
  described: Described & { readonly uri: string },
  handler: (uri: string, context: never) => unknown,
): runtime.Feature {
  const { uri } = described;
  const form = formOf(described);
  const made = readable(
    () => resource(uri, form, handler as never),
    () => resource("unread:", form, () => undefined),
  );
  return listedAs(made, uri, described);
}

export function describedTemplate(
  described: Described & { readonly uriTemplate: string },
  handler: (variables: never, context: never, uri: string) => unknown,
): runtime.Feature {
  const { uriTemplate } = described;
  const form = formOf(described);
  const made = readable(
    () => resourceTemplate(uriTemplate, form, handler as never),
    () => resourceTemplate("unread:{+rest}", form, () => undefined),
  );
  return listedAs(made, uriTemplate, described);
}

/** Under the name that it was described by, and listed to the letter. */
export function listedAs(
  feature: runtime.Feature,
  key: string,
  listed: Described,
): runtime.Feature {
  const described = { ...feature, key, listed, isDescribed: true };
  return described;
}

/** A tool, in servers that have tasks, whose calls are such where its list says so. */
export function asTask(feature: runtime.Feature): runtime.Feature {
  const listed: Described = Reflect.get(feature, "listed") ?? {};
  const task: unknown = Reflect.get(Object(listed["execution"]), "taskSupport");
  if (task !== "required" && task !== "optional") return feature;
  return listedAs(feature, feature.key, { ...listed, task });
}

/** With tasks, where they were not named with options of their own. */
export function withTasks(
  extensions: runtime.ServerOptions["extensions"] = [],
): NonNullable<runtime.ServerOptions["extensions"]> {
  const isNamed = extensions.some(({ id }) => id === tasks.id);
  return isNamed ? extensions : [tasks, ...extensions];
}

/** A schema that checks the same, and is not what is listed. */
export function unlisted<T>(schema: CompiledSchema<T>): CompiledSchema<T> {
  const ofObject = (): { type: string } => ({ type: "object" });
  return {
    ...schema,
    "~standard": {
      ...schema["~standard"],
      jsonSchema: { input: ofObject, output: ofObject },
    },
  };
}

export function formOf({ mimeType }: Described): {
  name: string;
  mimeType?: string;
} {
  const name = "described";
  return typeof mimeType === "string" ? { name, mimeType } : { name };
}

/** What cannot be read by its address is listed all the same: nothing else suffers by it. */
export function readable(
  make: () => runtime.Feature,
  unread: () => runtime.Feature,
): runtime.Feature {
  try {
    return make();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return unread();
  }
}
