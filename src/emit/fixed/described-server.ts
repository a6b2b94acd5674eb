// Built from templates/emitted/described-server.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name =
  | "Described"
  | "ToolHandler"
  | "PromptHandler"
  | "TemplateHandler"
  | "ResourceHandler"
  | "requireHandlers"
  | "describedTool"
  | "describedPrompt"
  | "describedResource"
  | "describedTemplate"
  | "listedAs"
  | "asTask"
  | "withTasks"
  | "unlisted"
  | "formOf"
  | "readable";

export const code: Readonly<Record<Name, FixedCode>> = {
  Described: {
    name: "Described",
    isType: true,
    needs: [],
    comment: "/** All that was described of a feature. */",
    ts: "type Described = { readonly [key: string]: unknown };",
  },
  ToolHandler: {
    name: "ToolHandler",
    isType: true,
    needs: [],
    comment:
      "/** The handler of a tool, by the types of its arguments and of its structured results. */",
    ts: "type ToolHandler<Arguments, Result = undefined> = Parameters<\n  typeof runtime.tool<\n    runtime.Schema<Arguments>,\n    [Result] extends [undefined] ? undefined : runtime.Schema<Result>\n  >\n>[2];",
  },
  PromptHandler: {
    name: "PromptHandler",
    isType: true,
    needs: [],
    comment: "/** The handler of a prompt, by its arguments. */",
    ts: "type PromptHandler<\n  Arguments extends {\n    readonly [name: string]: { readonly required: boolean };\n  },\n> = Parameters<typeof runtime.prompt<Arguments>>[2];",
  },
  TemplateHandler: {
    name: "TemplateHandler",
    isType: true,
    needs: [],
    comment:
      "/** The handler of a template, which gets what its variables are in a URI. */",
    ts: "type TemplateHandler<Template extends string> = Parameters<\n  typeof runtime.resourceTemplate<Template>\n>[2];",
  },
  ResourceHandler: {
    name: "ResourceHandler",
    isType: true,
    needs: ["TemplateHandler"],
    comment: "/** The handler of a resource. */",
    ts: "type ResourceHandler = (\n  uri: string,\n  context: Parameters<TemplateHandler<string>>[1],\n) => ReturnType<TemplateHandler<string>>;",
  },
  requireHandlers: {
    name: "requireHandlers",
    isType: false,
    needs: [],
    ts: 'function requireHandlers(\n  kind: string,\n  names: readonly string[],\n  handlers: object | undefined,\n): void {\n  const missing = names.filter((name) => {\n    const handler: unknown = Reflect.get(handlers ?? {}, name);\n    // What every object has is no handler.\n    return (\n      typeof handler !== "function" ||\n      handler === Reflect.get(Object.prototype, name)\n    );\n  });\n  if (missing.length === 0) return;\n  const shown = missing.slice(0, 10).map((name) => JSON.stringify(name));\n  const more = missing.length - shown.length;\n  throw new TypeError(\n    `handlers.${kind} lacks ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}: each is a function`,\n  );\n}',
    js: 'function requireHandlers(kind, names, handlers) {\n  const missing = names.filter((name) => {\n    const handler = Reflect.get(handlers ?? {}, name);\n    // What every object has is no handler.\n    return (\n      typeof handler !== "function" ||\n      handler === Reflect.get(Object.prototype, name)\n    );\n  });\n  if (missing.length === 0) return;\n  const shown = missing.slice(0, 10).map((name) => JSON.stringify(name));\n  const more = missing.length - shown.length;\n  throw new TypeError(\n    `handlers.${kind} lacks ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}: each is a function`,\n  );\n}',
    declaration:
      "declare function requireHandlers(\n  kind: string,\n  names: readonly string[],\n  handlers: object | undefined,\n): void;",
  },
  describedTool: {
    name: "describedTool",
    isType: false,
    needs: ["Described", "unlisted", "listedAs"],
    ts: 'function describedTool(\n  described: Described & { readonly name: string },\n  input: CompiledSchema<unknown>,\n  output: CompiledSchema<unknown> | undefined,\n  handler: (args: never, context: never) => unknown,\n): runtime.Feature {\n  const made = tool(\n    "described",\n    {\n      input: unlisted(input),\n      ...(output !== undefined && { output: unlisted(output) }),\n    },\n    // Its type is a property\'s of the handlers.\n    handler as never,\n  );\n  return listedAs(made, described.name, {\n    inputSchema: input["~standard"].jsonSchema.input(),\n    ...(output !== undefined && {\n      outputSchema: output["~standard"].jsonSchema.output(),\n    }),\n    ...described,\n  });\n}',
    js: 'function describedTool(described, input, output, handler) {\n  const made = tool(\n    "described",\n    {\n      input: unlisted(input),\n      ...(output !== undefined && { output: unlisted(output) }),\n    },\n    // Its type is a property\'s of the handlers.\n    handler,\n  );\n  return listedAs(made, described.name, {\n    inputSchema: input["~standard"].jsonSchema.input(),\n    ...(output !== undefined && {\n      outputSchema: output["~standard"].jsonSchema.output(),\n    }),\n    ...described,\n  });\n}',
    declaration:
      "declare function describedTool(\n  described: Described & { readonly name: string },\n  input: CompiledSchema<unknown>,\n  output: CompiledSchema<unknown> | undefined,\n  handler: (args: never, context: never) => unknown,\n): runtime.Feature;",
  },
  describedPrompt: {
    name: "describedPrompt",
    isType: false,
    needs: ["Described", "listedAs"],
    ts: 'function describedPrompt(\n  described: Described & { readonly name: string },\n  args: { readonly [name: string]: { readonly required: boolean } },\n  handler: (args: never, context: never) => unknown,\n): runtime.Feature {\n  const made = prompt("described", { arguments: args }, handler as never);\n  return listedAs(made, described.name, described);\n}',
    js: 'function describedPrompt(described, args, handler) {\n  const made = prompt("described", { arguments: args }, handler);\n  return listedAs(made, described.name, described);\n}',
    declaration:
      "declare function describedPrompt(\n  described: Described & { readonly name: string },\n  args: { readonly [name: string]: { readonly required: boolean } },\n  handler: (args: never, context: never) => unknown,\n): runtime.Feature;",
  },
  describedResource: {
    name: "describedResource",
    isType: false,
    needs: ["Described", "formOf", "readable", "listedAs"],
    ts: 'function describedResource(\n  described: Described & { readonly uri: string },\n  handler: (uri: string, context: never) => unknown,\n): runtime.Feature {\n  const { uri } = described;\n  const form = formOf(described);\n  const made = readable(\n    () => resource(uri, form, handler as never),\n    () => resource("unread:", form, () => undefined),\n  );\n  return listedAs(made, uri, described);\n}',
    js: 'function describedResource(described, handler) {\n  const { uri } = described;\n  const form = formOf(described);\n  const made = readable(\n    () => resource(uri, form, handler),\n    () => resource("unread:", form, () => undefined),\n  );\n  return listedAs(made, uri, described);\n}',
    declaration:
      "declare function describedResource(\n  described: Described & { readonly uri: string },\n  handler: (uri: string, context: never) => unknown,\n): runtime.Feature;",
  },
  describedTemplate: {
    name: "describedTemplate",
    isType: false,
    needs: ["Described", "formOf", "readable", "listedAs"],
    ts: 'function describedTemplate(\n  described: Described & { readonly uriTemplate: string },\n  handler: (variables: never, context: never, uri: string) => unknown,\n): runtime.Feature {\n  const { uriTemplate } = described;\n  const form = formOf(described);\n  const made = readable(\n    () => resourceTemplate(uriTemplate, form, handler as never),\n    () => resourceTemplate("unread:{+rest}", form, () => undefined),\n  );\n  return listedAs(made, uriTemplate, described);\n}',
    js: 'function describedTemplate(described, handler) {\n  const { uriTemplate } = described;\n  const form = formOf(described);\n  const made = readable(\n    () => resourceTemplate(uriTemplate, form, handler),\n    () => resourceTemplate("unread:{+rest}", form, () => undefined),\n  );\n  return listedAs(made, uriTemplate, described);\n}',
    declaration:
      "declare function describedTemplate(\n  described: Described & { readonly uriTemplate: string },\n  handler: (variables: never, context: never, uri: string) => unknown,\n): runtime.Feature;",
  },
  listedAs: {
    name: "listedAs",
    isType: false,
    needs: ["Described"],
    comment:
      "/** Under the name that it was described by, and listed to the letter. */",
    ts: "function listedAs(\n  feature: runtime.Feature,\n  key: string,\n  listed: Described,\n): runtime.Feature {\n  const described = { ...feature, key, listed, isDescribed: true };\n  return described;\n}",
    js: "function listedAs(feature, key, listed) {\n  const described = { ...feature, key, listed, isDescribed: true };\n  return described;\n}",
    declaration:
      "declare function listedAs(\n  feature: runtime.Feature,\n  key: string,\n  listed: Described,\n): runtime.Feature;",
  },
  asTask: {
    name: "asTask",
    isType: false,
    needs: ["Described", "listedAs"],
    comment:
      "/** A tool, in servers that have tasks, whose calls are such where its list says so. */",
    ts: 'function asTask(feature: runtime.Feature): runtime.Feature {\n  const listed: Described = Reflect.get(feature, "listed") ?? {};\n  const task: unknown = Reflect.get(Object(listed["execution"]), "taskSupport");\n  if (task !== "required" && task !== "optional") return feature;\n  return listedAs(feature, feature.key, { ...listed, task });\n}',
    js: 'function asTask(feature) {\n  const listed = Reflect.get(feature, "listed") ?? {};\n  const task = Reflect.get(Object(listed["execution"]), "taskSupport");\n  if (task !== "required" && task !== "optional") return feature;\n  return listedAs(feature, feature.key, { ...listed, task });\n}',
    declaration:
      "declare function asTask(feature: runtime.Feature): runtime.Feature;",
  },
  withTasks: {
    name: "withTasks",
    isType: false,
    needs: [],
    comment:
      "/** With tasks, where they were not named with options of their own. */",
    ts: 'function withTasks(\n  extensions: runtime.ServerOptions["extensions"] = [],\n): NonNullable<runtime.ServerOptions["extensions"]> {\n  const isNamed = extensions.some(({ id }) => id === tasks.id);\n  return isNamed ? extensions : [tasks, ...extensions];\n}',
    js: "function withTasks(extensions = []) {\n  const isNamed = extensions.some(({ id }) => id === tasks.id);\n  return isNamed ? extensions : [tasks, ...extensions];\n}",
    declaration:
      'declare function withTasks(\n  extensions: runtime.ServerOptions["extensions"] = [],\n): NonNullable<runtime.ServerOptions["extensions"]>;',
  },
  unlisted: {
    name: "unlisted",
    isType: false,
    needs: [],
    comment: "/** A schema that checks the same, and is not what is listed. */",
    ts: 'function unlisted<T>(schema: CompiledSchema<T>): CompiledSchema<T> {\n  const ofObject = (): { type: string } => ({ type: "object" });\n  return {\n    ...schema,\n    "~standard": {\n      ...schema["~standard"],\n      jsonSchema: { input: ofObject, output: ofObject },\n    },\n  };\n}',
    js: 'function unlisted(schema) {\n  const ofObject = () => ({ type: "object" });\n  return {\n    ...schema,\n    "~standard": {\n      ...schema["~standard"],\n      jsonSchema: { input: ofObject, output: ofObject },\n    },\n  };\n}',
    declaration:
      "declare function unlisted<T>(\n  schema: CompiledSchema<T>,\n): CompiledSchema<T>;",
  },
  formOf: {
    name: "formOf",
    isType: false,
    needs: ["Described"],
    ts: 'function formOf({ mimeType }: Described): {\n  name: string;\n  mimeType?: string;\n} {\n  const name = "described";\n  return typeof mimeType === "string" ? { name, mimeType } : { name };\n}',
    js: 'function formOf({ mimeType }) {\n  const name = "described";\n  return typeof mimeType === "string" ? { name, mimeType } : { name };\n}',
    declaration:
      "declare function formOf({ mimeType }: Described): {\n  name: string;\n  mimeType?: string;\n};",
  },
  readable: {
    name: "readable",
    isType: false,
    needs: [],
    comment:
      "/** What cannot be read by its address is listed all the same: nothing else suffers by it. */",
    ts: "function readable(\n  make: () => runtime.Feature,\n  unread: () => runtime.Feature,\n): runtime.Feature {\n  try {\n    return make();\n  } catch (error) {\n    console.error(error instanceof Error ? error.message : error);\n    return unread();\n  }\n}",
    js: "function readable(make, unread) {\n  try {\n    return make();\n  } catch (error) {\n    console.error(error instanceof Error ? error.message : error);\n    return unread();\n  }\n}",
    declaration:
      "declare function readable(\n  make: () => runtime.Feature,\n  unread: () => runtime.Feature,\n): runtime.Feature;",
  },
};
