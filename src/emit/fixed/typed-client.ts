// Built from templates/emitted/typed-client.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name =
  | "CallToolResult"
  | "GetPromptResult"
  | "ReadResourceResult"
  | "ToolResult"
  | "ToolFunction"
  | "ArgumentsError"
  | "Misfit"
  | "Check"
  | "Connection"
  | "AnyToolFunction"
  | "toolFunction"
  | "toolParams"
  | "argumentsError"
  | "toolResult"
  | "toolFailure"
  | "describeMisfit"
  | "PromptFunction"
  | "AnyPromptFunction"
  | "promptFunction"
  | "ResourceFunction"
  | "TemplateValue"
  | "TemplateValues"
  | "Expand"
  | "AnyResourceFunction"
  | "resourceFunction"
  | "ToolTask"
  | "ToolTaskFunction"
  | "TaskOptions"
  | "TaskCaller"
  | "ToolHandle"
  | "AnyToolTaskFunction"
  | "toolTaskFunction";

export const code: Readonly<Record<Name, FixedCode>> = {
  CallToolResult: {
    name: "CallToolResult",
    isType: true,
    needs: [],
    comment:
      "/** The result of a tool, as the protocol has it: of a call that did not ask for a task. */",
    ts: 'type CallToolResult = Extract<\n  Awaited<ReturnType<Client["callTool"]>>,\n  { readonly content: readonly unknown[] }\n>;',
  },
  GetPromptResult: {
    name: "GetPromptResult",
    isType: true,
    needs: [],
    comment: "/** The result of a prompt, as the protocol has it. */",
    ts: 'type GetPromptResult = Awaited<ReturnType<Client["getPrompt"]>>;',
  },
  ReadResourceResult: {
    name: "ReadResourceResult",
    isType: true,
    needs: [],
    comment: "/** What a resource holds, as the protocol has it. */",
    ts: 'type ReadResourceResult = Awaited<ReturnType<Client["readResource"]>>;',
  },
  ToolResult: {
    name: "ToolResult",
    isType: true,
    needs: ["CallToolResult"],
    comment: "/** What a tool gave. */",
    ts: 'interface ToolResult<Structured> {\n  /** The structured result: of a tool that says what it gives, checked against that. */\n  readonly structured: Structured;\n  /** What the tool says to models and people. */\n  readonly content: CallToolResult["content"];\n  /** All of it, as the protocol has it. */\n  readonly result: CallToolResult;\n}',
  },
  ToolFunction: {
    name: "ToolFunction",
    isType: true,
    needs: ["ToolResult"],
    comment:
      "/**\n * Calls a tool. Rejects with an `ArgumentsError` for arguments that its schema does not\n * allow, with a `ToolError` where the tool says that it failed, with an\n * `InvalidMessageError` for a result that its schema does not allow, and else as every call\n * of the client does.\n */",
    ts: "type ToolFunction<Arguments, Structured> =\n  Record<never, never> extends Arguments\n    ? (\n        args?: Arguments,\n        options?: CallOptions,\n      ) => Promise<ToolResult<Structured>>\n    : (\n        args: Arguments,\n        options?: CallOptions,\n      ) => Promise<ToolResult<Structured>>;",
  },
  ArgumentsError: {
    name: "ArgumentsError",
    isType: true,
    needs: [],
    comment: "/** Arguments are not what the tool allows: nothing was sent. */",
    ts: "interface ArgumentsError extends TypeError {\n  /** Keys and indexes that lead to the place. */\n  readonly path: readonly (string | number)[];\n}",
  },
  Misfit: {
    name: "Misfit",
    isType: true,
    needs: [],
    comment:
      "/** Why a value does not fit: one place in it, and one reason. */",
    ts: "interface Misfit {\n  readonly path: readonly (string | number)[];\n  readonly message: string;\n}",
  },
  Check: {
    name: "Check",
    isType: true,
    needs: ["Misfit"],
    comment: "/** Says why a value does not fit; undefined where it does. */",
    ts: "type Check = (value: unknown) => Misfit | undefined;",
  },
  Connection: {
    name: "Connection",
    isType: true,
    needs: [],
    comment: "/** A connection, as its functions need it. */",
    ts: 'interface Connection {\n  readonly client: Pick<\n    Client,\n    "callTool" | "getPrompt" | "readResource" | "close"\n  >;\n  /** What the functions are of, in messages. */\n  readonly name: string;\n  /** Whether a result that does not fit is an error, and not only told. */\n  readonly isStrict: boolean;\n  /** Hears what fails nothing. */\n  readonly report: (error: Error) => void;\n  /** The tools whose results were told of. */\n  readonly told: Set<string>;\n}',
  },
  AnyToolFunction: {
    name: "AnyToolFunction",
    isType: true,
    needs: ["ToolResult"],
    comment:
      "/** Calls a tool that is known by name alone: its type is stated where it is used. */",
    ts: "type AnyToolFunction = (\n  args?: unknown,\n  options?: CallOptions,\n) => Promise<ToolResult<never>>;",
  },
  toolFunction: {
    name: "toolFunction",
    isType: false,
    needs: [
      "Connection",
      "Check",
      "AnyToolFunction",
      "toolParams",
      "toolResult",
    ],
    ts: "function toolFunction(\n  connection: Connection,\n  name: string,\n  checkArguments?: Check,\n  checkResult?: Check,\n): AnyToolFunction {\n  return async (args = {}, options) => {\n    const params = toolParams(connection, name, args, checkArguments);\n    const result = await connection.client.callTool(params, options);\n    return toolResult(connection, name, result, checkResult);\n  };\n}",
    js: "function toolFunction(connection, name, checkArguments, checkResult) {\n  return async (args = {}, options) => {\n    const params = toolParams(connection, name, args, checkArguments);\n    const result = await connection.client.callTool(params, options);\n    return toolResult(connection, name, result, checkResult);\n  };\n}",
    declaration:
      "declare function toolFunction(\n  connection: Connection,\n  name: string,\n  checkArguments?: Check,\n  checkResult?: Check,\n): AnyToolFunction;",
  },
  toolParams: {
    name: "toolParams",
    isType: false,
    needs: ["Connection", "Check", "argumentsError", "describeMisfit"],
    ts: 'function toolParams(\n  { name: of }: Connection,\n  name: string,\n  args: unknown,\n  check: Check | undefined,\n): { name: string; arguments: { [key: string]: unknown } } {\n  if (typeof args !== "object" || args === null || Array.isArray(args))\n    throw argumentsError(`${of}: ${name}: its arguments are no object`, []);\n  const misfit = check?.(args);\n  if (misfit !== undefined)\n    throw argumentsError(\n      `${of}: ${name}: ${describeMisfit(misfit)}`,\n      misfit.path,\n    );\n  return { name, arguments: args as { [key: string]: unknown } };\n}',
    js: 'function toolParams({ name: of }, name, args, check) {\n  if (typeof args !== "object" || args === null || Array.isArray(args))\n    throw argumentsError(`${of}: ${name}: its arguments are no object`, []);\n  const misfit = check?.(args);\n  if (misfit !== undefined)\n    throw argumentsError(\n      `${of}: ${name}: ${describeMisfit(misfit)}`,\n      misfit.path,\n    );\n  return { name, arguments: args };\n}',
    declaration:
      "declare function toolParams(\n  { name: of }: Connection,\n  name: string,\n  args: unknown,\n  check: Check | undefined,\n): { name: string; arguments: { [key: string]: unknown } };",
  },
  argumentsError: {
    name: "argumentsError",
    isType: false,
    needs: ["ArgumentsError"],
    ts: "function argumentsError(\n  message: string,\n  path: readonly (string | number)[],\n): ArgumentsError {\n  return Object.assign(new TypeError(message), { path });\n}",
    js: "function argumentsError(message, path) {\n  return Object.assign(new TypeError(message), { path });\n}",
    declaration:
      "declare function argumentsError(\n  message: string,\n  path: readonly (string | number)[],\n): ArgumentsError;",
  },
  toolResult: {
    name: "toolResult",
    isType: false,
    needs: [
      "Connection",
      "CallToolResult",
      "Check",
      "ToolResult",
      "toolFailure",
      "describeMisfit",
    ],
    ts: 'function toolResult(\n  { name: of, isStrict, report, told }: Connection,\n  name: string,\n  result: CallToolResult,\n  check: Check | undefined,\n): ToolResult<never> {\n  if (result.isError === true) throw toolFailure(name, result);\n  const { structuredContent } = result as { structuredContent?: unknown };\n  const misfit = check?.(structuredContent);\n  if (misfit !== undefined) {\n    const error = new InvalidMessageError(\n      `${of}: ${name} gave what its schema does not allow: ${describeMisfit(misfit)}`,\n      ["structuredContent", ...misfit.path],\n      { value: result },\n    );\n    if (isStrict) throw error;\n    if (!told.has(name)) report(error);\n    told.add(name);\n  }\n  return {\n    structured: structuredContent as never,\n    content: result.content,\n    result,\n  };\n}',
    js: 'function toolResult(\n  { name: of, isStrict, report, told },\n  name,\n  result,\n  check,\n) {\n  if (result.isError === true) throw toolFailure(name, result);\n  const { structuredContent } = result;\n  const misfit = check?.(structuredContent);\n  if (misfit !== undefined) {\n    const error = new InvalidMessageError(\n      `${of}: ${name} gave what its schema does not allow: ${describeMisfit(misfit)}`,\n      ["structuredContent", ...misfit.path],\n      { value: result },\n    );\n    if (isStrict) throw error;\n    if (!told.has(name)) report(error);\n    told.add(name);\n  }\n  return {\n    structured: structuredContent,\n    content: result.content,\n    result,\n  };\n}',
    declaration:
      "declare function toolResult(\n  { name: of, isStrict, report, told }: Connection,\n  name: string,\n  result: CallToolResult,\n  check: Check | undefined,\n): ToolResult<never>;",
  },
  toolFailure: {
    name: "toolFailure",
    isType: false,
    needs: ["CallToolResult"],
    comment:
      "/** What a tool that failed says of it; `result` is all that it gave. */",
    ts: 'function toolFailure(name: string, result: CallToolResult): ToolError {\n  const texts = result.content.flatMap((block) =>\n    block.type === "text" ? [block.text] : [],\n  );\n  const error = new ToolError(texts.join("\\n") || `${name} failed`);\n  // Not shown with the error: it may hold what no log is to have.\n  return Object.defineProperty(error, "result", { value: result });\n}',
    js: 'function toolFailure(name, result) {\n  const texts = result.content.flatMap((block) =>\n    block.type === "text" ? [block.text] : [],\n  );\n  const error = new ToolError(texts.join("\\n") || `${name} failed`);\n  // Not shown with the error: it may hold what no log is to have.\n  return Object.defineProperty(error, "result", { value: result });\n}',
    declaration:
      "declare function toolFailure(\n  name: string,\n  result: CallToolResult,\n): ToolError;",
  },
  describeMisfit: {
    name: "describeMisfit",
    isType: false,
    needs: ["Misfit"],
    comment: "/** One line, whatever names are in it. */",
    ts: 'function describeMisfit({ path, message }: Misfit): string {\n  const place = path.length === 0 ? "" : `${path.join(".")}: `;\n  return `${place}${message}`\n    .slice(0, 1_000)\n    .replace(/[\\p{Cc}\\p{Cf}\\u2028\\u2029]/gu, "\\ufffd");\n}',
    js: 'function describeMisfit({ path, message }) {\n  const place = path.length === 0 ? "" : `${path.join(".")}: `;\n  return `${place}${message}`\n    .slice(0, 1_000)\n    .replace(/[\\p{Cc}\\p{Cf}\\u2028\\u2029]/gu, "\\ufffd");\n}',
    declaration:
      "declare function describeMisfit({ path, message }: Misfit): string;",
  },
  PromptFunction: {
    name: "PromptFunction",
    isType: true,
    needs: ["GetPromptResult"],
    comment:
      "/** Fetches a prompt. Rejects as every call of the client does. */",
    ts: "type PromptFunction<Arguments> =\n  Record<never, never> extends Arguments\n    ? (args?: Arguments, options?: CallOptions) => Promise<GetPromptResult>\n    : (args: Arguments, options?: CallOptions) => Promise<GetPromptResult>;",
  },
  AnyPromptFunction: {
    name: "AnyPromptFunction",
    isType: true,
    needs: ["GetPromptResult"],
    ts: "type AnyPromptFunction = (\n  args?: object,\n  options?: CallOptions,\n) => Promise<GetPromptResult>;",
  },
  promptFunction: {
    name: "promptFunction",
    isType: false,
    needs: ["Connection", "AnyPromptFunction"],
    ts: "function promptFunction(\n  { client }: Connection,\n  name: string,\n): AnyPromptFunction {\n  return async (args = {}, options) => {\n    // What is undefined is left out: a server would take it for null.\n    const given = Object.entries(args).filter(\n      ([, value]) => value !== undefined,\n    );\n    return client.getPrompt(\n      { name, arguments: Object.fromEntries(given) },\n      options,\n    );\n  };\n}",
    js: "function promptFunction({ client }, name) {\n  return async (args = {}, options) => {\n    // What is undefined is left out: a server would take it for null.\n    const given = Object.entries(args).filter(\n      ([, value]) => value !== undefined,\n    );\n    return client.getPrompt(\n      { name, arguments: Object.fromEntries(given) },\n      options,\n    );\n  };\n}",
    declaration:
      "declare function promptFunction(\n  { client }: Connection,\n  name: string,\n): AnyPromptFunction;",
  },
  ResourceFunction: {
    name: "ResourceFunction",
    isType: true,
    needs: ["ReadResourceResult"],
    comment:
      "/** Reads a resource whose address its variables complete. Rejects as every call of the client does. */",
    ts: "type ResourceFunction<Variables> =\n  Record<never, never> extends Variables\n    ? (\n        variables?: Variables,\n        options?: CallOptions,\n      ) => Promise<ReadResourceResult>\n    : (\n        variables: Variables,\n        options?: CallOptions,\n      ) => Promise<ReadResourceResult>;",
  },
  TemplateValue: {
    name: "TemplateValue",
    isType: true,
    needs: [],
    comment: "/** A value of a variable in the address of a resource. */",
    ts: "type TemplateValue =\n  | string\n  | number\n  | boolean\n  | readonly string[]\n  | { readonly [key: string]: string }\n  | undefined;",
  },
  TemplateValues: {
    name: "TemplateValues",
    isType: true,
    needs: ["TemplateValue"],
    ts: "type TemplateValues = { readonly [name: string]: TemplateValue };",
  },
  Expand: {
    name: "Expand",
    isType: true,
    needs: ["TemplateValues"],
    comment: "/** Completes an address. */",
    ts: "type Expand = (template: string, values: TemplateValues) => string;",
  },
  AnyResourceFunction: {
    name: "AnyResourceFunction",
    isType: true,
    needs: ["ReadResourceResult"],
    ts: "type AnyResourceFunction = (\n  variables?: object,\n  options?: CallOptions,\n) => Promise<ReadResourceResult>;",
  },
  resourceFunction: {
    name: "resourceFunction",
    isType: false,
    needs: ["Connection", "Expand", "AnyResourceFunction", "TemplateValues"],
    ts: "function resourceFunction(\n  { client }: Connection,\n  template: string,\n  expand: Expand,\n): AnyResourceFunction {\n  return async (variables = {}, options) =>\n    client.readResource(\n      { uri: expand(template, variables as TemplateValues) },\n      options,\n    );\n}",
    js: "function resourceFunction({ client }, template, expand) {\n  return async (variables = {}, options) =>\n    client.readResource({ uri: expand(template, variables) }, options);\n}",
    declaration:
      "declare function resourceFunction(\n  { client }: Connection,\n  template: string,\n  expand: Expand,\n): AnyResourceFunction;",
  },
  ToolTask: {
    name: "ToolTask",
    isType: true,
    needs: ["ToolResult"],
    comment: "/** A call of a tool that may have become a task. */",
    ts: "interface ToolTask<Structured> extends AsyncIterable<object> {\n  /** The id that it is taken up again by: to be kept as a secret is. Undefined where the server answered at once. */\n  readonly taskId: string | undefined;\n  /** Where it is, as far as is known. */\n  readonly status: string | undefined;\n  /** The result of the call. Rejects as the call itself does. */\n  result(options?: {\n    readonly signal?: AbortSignal;\n    readonly totalTimeout?: number;\n  }): Promise<ToolResult<Structured>>;\n  /** Asks the server to end it. */\n  cancel(options?: { readonly timeout?: number }): Promise<void>;\n}",
  },
  ToolTaskFunction: {
    name: "ToolTaskFunction",
    isType: true,
    needs: ["TaskOptions", "ToolTask"],
    comment:
      "/** Calls a tool as a task. Rejects as the call itself does until there is one. */",
    ts: "type ToolTaskFunction<Arguments, Structured> = (Record<\n  never,\n  never\n> extends Arguments\n  ? (args?: Arguments, options?: TaskOptions) => Promise<ToolTask<Structured>>\n  : (\n      args: Arguments,\n      options?: TaskOptions,\n    ) => Promise<ToolTask<Structured>>) & {\n  /** Takes a task up again that was begun before, perhaps by another process. */\n  resume(taskId: string): ToolTask<Structured>;\n};",
  },
  TaskOptions: {
    name: "TaskOptions",
    isType: true,
    needs: [],
    comment: "/** How a tool is called whose call may be a task. */",
    ts: 'interface TaskOptions extends CallOptions {\n  /** How long the server is asked to keep the task, in milliseconds. */\n  readonly ttl?: number;\n  /** Whether a tool becomes a task that can do without. */\n  readonly when?: "possible" | "required";\n}',
  },
  TaskCaller: {
    name: "TaskCaller",
    isType: true,
    needs: ["TaskOptions", "ToolHandle"],
    comment: "/** The tasks of a client, as its extension has them. */",
    ts: "interface TaskCaller {\n  call(params: object, options?: TaskOptions): Promise<ToolHandle>;\n  resume(taskId: string, options: { readonly tool: string }): ToolHandle;\n}",
  },
  ToolHandle: {
    name: "ToolHandle",
    isType: true,
    needs: ["ToolTask", "CallToolResult"],
    comment: "/** A task, as the extension has it. */",
    ts: 'interface ToolHandle extends Omit<ToolTask<never>, "result"> {\n  result(options?: object): Promise<CallToolResult>;\n}',
  },
  AnyToolTaskFunction: {
    name: "AnyToolTaskFunction",
    isType: true,
    needs: ["TaskOptions", "ToolTask"],
    ts: "interface AnyToolTaskFunction {\n  (args?: unknown, options?: TaskOptions): Promise<ToolTask<never>>;\n  resume(taskId: string): ToolTask<never>;\n}",
  },
  toolTaskFunction: {
    name: "toolTaskFunction",
    isType: false,
    needs: [
      "Connection",
      "Check",
      "AnyToolTaskFunction",
      "TaskCaller",
      "ToolHandle",
      "ToolTask",
      "toolResult",
      "TaskOptions",
      "toolParams",
    ],
    ts: "function toolTaskFunction(\n  connection: Connection,\n  name: string,\n  checkArguments?: Check,\n  checkResult?: Check,\n): AnyToolTaskFunction {\n  // Only who has the extension finds it in the type.\n  const { tasks } = connection.client as unknown as { tasks: TaskCaller };\n  const task = (handle: ToolHandle): ToolTask<never> => ({\n    taskId: handle.taskId,\n    get status() {\n      return handle.status;\n    },\n    result: async (options) =>\n      toolResult(connection, name, await handle.result(options), checkResult),\n    cancel: (options) => handle.cancel(options),\n    [Symbol.asyncIterator]: () => handle[Symbol.asyncIterator](),\n  });\n  const start = async (\n    args: unknown = {},\n    options?: TaskOptions,\n  ): Promise<ToolTask<never>> => {\n    const params = toolParams(connection, name, args, checkArguments);\n    return task(await tasks.call(params, options));\n  };\n  return Object.assign(start, {\n    resume: (taskId: string) => task(tasks.resume(taskId, { tool: name })),\n  });\n}",
    js: "function toolTaskFunction(\n  connection,\n  name,\n  checkArguments,\n  checkResult,\n) {\n  // Only who has the extension finds it in the type.\n  const { tasks } = connection.client;\n  const task = (handle) => ({\n    taskId: handle.taskId,\n    get status() {\n      return handle.status;\n    },\n    result: async (options) =>\n      toolResult(connection, name, await handle.result(options), checkResult),\n    cancel: (options) => handle.cancel(options),\n    [Symbol.asyncIterator]: () => handle[Symbol.asyncIterator](),\n  });\n  const start = async (args = {}, options) => {\n    const params = toolParams(connection, name, args, checkArguments);\n    return task(await tasks.call(params, options));\n  };\n  return Object.assign(start, {\n    resume: (taskId) => task(tasks.resume(taskId, { tool: name })),\n  });\n}",
    declaration:
      "declare function toolTaskFunction(\n  connection: Connection,\n  name: string,\n  checkArguments?: Check,\n  checkResult?: Check,\n): AnyToolTaskFunction;",
  },
};
