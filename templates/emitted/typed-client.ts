import {
  InvalidMessageError,
  ToolError,
  type CallOptions,
  type Client,
} from "../../generated/index.ts";

/** The result of a tool, as the protocol has it: of a call that did not ask for a task. */
export type CallToolResult = Extract<
  Awaited<ReturnType<Client["callTool"]>>,
  { readonly content: readonly unknown[] }
>;

/** The result of a prompt, as the protocol has it. */
export type GetPromptResult = Awaited<ReturnType<Client["getPrompt"]>>;

/** What a resource holds, as the protocol has it. */
export type ReadResourceResult = Awaited<ReturnType<Client["readResource"]>>;

/** What a tool gave. */
export interface ToolResult<Structured> {
  /** The structured result: of a tool that says what it gives, checked against that. */
  readonly structured: Structured;
  /** What the tool says to models and people. */
  readonly content: CallToolResult["content"];
  /** All of it, as the protocol has it. */
  readonly result: CallToolResult;
}

/**
 * Calls a tool. Rejects with an `ArgumentsError` for arguments that its schema does not
 * allow, with a `ToolError` where the tool says that it failed, with an
 * `InvalidMessageError` for a result that its schema does not allow, and else as every call
 * of the client does.
 */
export type ToolFunction<Arguments, Structured> =
  Record<never, never> extends Arguments
    ? (
        args?: Arguments,
        options?: CallOptions,
      ) => Promise<ToolResult<Structured>>
    : (
        args: Arguments,
        options?: CallOptions,
      ) => Promise<ToolResult<Structured>>;

/** Arguments are not what the tool allows: nothing was sent. */
export interface ArgumentsError extends TypeError {
  /** Keys and indexes that lead to the place. */
  readonly path: readonly (string | number)[];
}

/** Why a value does not fit: one place in it, and one reason. */
export interface Misfit {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Says why a value does not fit; undefined where it does. */
export type Check = (value: unknown) => Misfit | undefined;

/** A connection, as its functions need it. */
export interface Connection {
  readonly client: Pick<
    Client,
    "callTool" | "getPrompt" | "readResource" | "close"
  >;
  /** What the functions are of, in messages. */
  readonly name: string;
  /** Whether a result that does not fit is an error, and not only told. */
  readonly isStrict: boolean;
  /** Hears what fails nothing. */
  readonly report: (error: Error) => void;
  /** The tools whose results were told of. */
  readonly told: Set<string>;
}

/** Calls a tool that is known by name alone: its type is stated where it is used. */
export type AnyToolFunction = (
  args?: unknown,
  options?: CallOptions,
) => Promise<ToolResult<never>>;

export function toolFunction(
  connection: Connection,
  name: string,
  checkArguments?: Check,
  checkResult?: Check,
): AnyToolFunction {
  return async (args = {}, options) => {
    const params = toolParams(connection, name, args, checkArguments);
    const result = await connection.client.callTool(params, options);
    return toolResult(connection, name, result, checkResult);
  };
}

export function toolParams(
  { name: of }: Connection,
  name: string,
  args: unknown,
  check: Check | undefined,
): { name: string; arguments: { [key: string]: unknown } } {
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw argumentsError(`${of}: ${name}: its arguments are no object`, []);
  const misfit = check?.(args);
  if (misfit !== undefined)
    throw argumentsError(
      `${of}: ${name}: ${describeMisfit(misfit)}`,
      misfit.path,
    );
  return { name, arguments: args as { [key: string]: unknown } };
}

export function argumentsError(
  message: string,
  path: readonly (string | number)[],
): ArgumentsError {
  return Object.assign(new TypeError(message), { path });
}

export function toolResult(
  { name: of, isStrict, report, told }: Connection,
  name: string,
  result: CallToolResult,
  check: Check | undefined,
): ToolResult<never> {
  if (result.isError === true) throw toolFailure(name, result);
  const { structuredContent } = result as { structuredContent?: unknown };
  const misfit = check?.(structuredContent);
  if (misfit !== undefined) {
    const error = new InvalidMessageError(
      `${of}: ${name} gave what its schema does not allow: ${describeMisfit(misfit)}`,
      ["structuredContent", ...misfit.path],
      { value: result },
    );
    if (isStrict) throw error;
    if (!told.has(name)) report(error);
    told.add(name);
  }
  return {
    structured: structuredContent as never,
    content: result.content,
    result,
  };
}

/** What a tool that failed says of it; `result` is all that it gave. */
export function toolFailure(name: string, result: CallToolResult): ToolError {
  const texts = result.content.flatMap((block) =>
    block.type === "text" ? [block.text] : [],
  );
  const error = new ToolError(texts.join("\n") || `${name} failed`);
  // Not shown with the error: it may hold what no log is to have.
  return Object.defineProperty(error, "result", { value: result });
}

/** One line, whatever names are in it. */
export function describeMisfit({ path, message }: Misfit): string {
  const place = path.length === 0 ? "" : `${path.join(".")}: `;
  return `${place}${message}`
    .slice(0, 1_000)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\ufffd");
}

/** Fetches a prompt. Rejects as every call of the client does. */
export type PromptFunction<Arguments> =
  Record<never, never> extends Arguments
    ? (args?: Arguments, options?: CallOptions) => Promise<GetPromptResult>
    : (args: Arguments, options?: CallOptions) => Promise<GetPromptResult>;

export type AnyPromptFunction = (
  args?: object,
  options?: CallOptions,
) => Promise<GetPromptResult>;

export function promptFunction(
  { client }: Connection,
  name: string,
): AnyPromptFunction {
  return async (args = {}, options) => {
    // What is undefined is left out: a server would take it for null.
    const given = Object.entries(args).filter(
      ([, value]) => value !== undefined,
    );
    return client.getPrompt(
      { name, arguments: Object.fromEntries(given) },
      options,
    );
  };
}

/** Reads a resource whose address its variables complete. Rejects as every call of the client does. */
export type ResourceFunction<Variables> =
  Record<never, never> extends Variables
    ? (
        variables?: Variables,
        options?: CallOptions,
      ) => Promise<ReadResourceResult>
    : (
        variables: Variables,
        options?: CallOptions,
      ) => Promise<ReadResourceResult>;

/** A value of a variable in the address of a resource. */
export type TemplateValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly [key: string]: string }
  | undefined;

export type TemplateValues = { readonly [name: string]: TemplateValue };

/** Completes an address. */
export type Expand = (template: string, values: TemplateValues) => string;

export type AnyResourceFunction = (
  variables?: object,
  options?: CallOptions,
) => Promise<ReadResourceResult>;

export function resourceFunction(
  { client }: Connection,
  template: string,
  expand: Expand,
): AnyResourceFunction {
  return async (variables = {}, options) =>
    client.readResource(
      { uri: expand(template, variables as TemplateValues) },
      options,
    );
}

/** A call of a tool that may have become a task. */
export interface ToolTask<Structured> extends AsyncIterable<object> {
  /** The id that it is taken up again by: to be kept as a secret is. Undefined where the server answered at once. */
  readonly taskId: string | undefined;
  /** Where it is, as far as is known. */
  readonly status: string | undefined;
  /** The result of the call. Rejects as the call itself does. */
  result(options?: {
    readonly signal?: AbortSignal;
    readonly totalTimeout?: number;
  }): Promise<ToolResult<Structured>>;
  /** Asks the server to end it. */
  cancel(options?: { readonly timeout?: number }): Promise<void>;
}

/** Calls a tool as a task. Rejects as the call itself does until there is one. */
export type ToolTaskFunction<Arguments, Structured> = (Record<
  never,
  never
> extends Arguments
  ? (args?: Arguments, options?: TaskOptions) => Promise<ToolTask<Structured>>
  : (
      args: Arguments,
      options?: TaskOptions,
    ) => Promise<ToolTask<Structured>>) & {
  /** Takes a task up again that was begun before, perhaps by another process. */
  resume(taskId: string): ToolTask<Structured>;
};

/** How a tool is called whose call may be a task. */
export interface TaskOptions extends CallOptions {
  /** How long the server is asked to keep the task, in milliseconds. */
  readonly ttl?: number;
  /** Whether a tool becomes a task that can do without. */
  readonly when?: "possible" | "required";
}

/** The tasks of a client, as its extension has them. */
export interface TaskCaller {
  call(params: object, options?: TaskOptions): Promise<ToolHandle>;
  resume(taskId: string, options: { readonly tool: string }): ToolHandle;
}

/** A task, as the extension has it. */
export interface ToolHandle extends Omit<ToolTask<never>, "result"> {
  result(options?: object): Promise<CallToolResult>;
}

export interface AnyToolTaskFunction {
  (args?: unknown, options?: TaskOptions): Promise<ToolTask<never>>;
  resume(taskId: string): ToolTask<never>;
}

export function toolTaskFunction(
  connection: Connection,
  name: string,
  checkArguments?: Check,
  checkResult?: Check,
): AnyToolTaskFunction {
  // Only who has the extension finds it in the type.
  const { tasks } = connection.client as unknown as { tasks: TaskCaller };
  const task = (handle: ToolHandle): ToolTask<never> => ({
    taskId: handle.taskId,
    get status() {
      return handle.status;
    },
    result: async (options) =>
      toolResult(connection, name, await handle.result(options), checkResult),
    cancel: (options) => handle.cancel(options),
    [Symbol.asyncIterator]: () => handle[Symbol.asyncIterator](),
  });
  const start = async (
    args: unknown = {},
    options?: TaskOptions,
  ): Promise<ToolTask<never>> => {
    const params = toolParams(connection, name, args, checkArguments);
    return task(await tasks.call(params, options));
  };
  return Object.assign(start, {
    resume: (taskId: string) => task(tasks.resume(taskId, { tool: name })),
  });
}
