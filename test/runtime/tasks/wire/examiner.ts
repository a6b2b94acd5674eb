/** The extension, as the wire names it. */
export const extension = "io.modelcontextprotocol/tasks";
export const revision = "2026-07-28";

export interface Fields {
  readonly [name: string]: unknown;
}

/** What a request was answered with, and what came on its own stream before. */
export interface Reply {
  /** Over HTTP. */
  readonly status?: number;
  readonly result?: Fields;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
  };
  readonly before: readonly Fields[];
}

/** A request that is not the usual one. */
export interface Unusual {
  /** What the client says that it can do, instead of the extension and elicitation. */
  readonly capabilities?: object;
  /** More of `_meta`. */
  readonly meta?: Fields;
  /** Over HTTP: headers that are added; undefined takes one away. */
  readonly headers?: { readonly [name: string]: string | undefined };
  /** Who asks, as the transport has proved it. */
  readonly as?: string;
}

/** What comes to one who listens. */
export interface Listening {
  /** The acknowledgement, or the refusal. */
  readonly first: Fields;
  /** The next message; undefined when the stream has ended. */
  next(): Promise<Fields | undefined>;
  close(): Promise<void>;
}

/** Speaks to a server as the pages say, with no code of the project's. */
export interface Examiner {
  ask(method: string, params?: object, unusual?: Unusual): Promise<Reply>;
  listen(notifications: object, unusual?: Unusual): Promise<Listening>;
  close(): Promise<void>;
}

/** A client that knows the extension, and can be asked by a form. */
export const declared: object = {
  elicitation: { form: {} },
  extensions: { [extension]: {} },
};

/** A client that knows neither. */
export const undeclared: Unusual = { capabilities: {} };

let lastId = 0;

/** A request of the stateless revision. */
export function requestOf(
  method: string,
  params: object = {},
  { capabilities = declared, meta = {} }: Unusual = {},
): Fields & { readonly id: number; readonly method: string } {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "examiner", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
    ...meta,
  };
  return {
    jsonrpc: "2.0",
    id: ++lastId,
    method,
    params: { ...params, _meta },
  };
}

/** The fields of a message, whatever is in it. */
export function fieldsOf(value: unknown): Fields {
  // Any object has these, perhaps undefined.
  return Object(value) as Fields;
}

/** The result of a request that has to have one. */
export async function resultOf(reply: Promise<Reply>): Promise<Fields> {
  const { result, error } = await reply;
  if (result) return result;
  throw new Error(`an error came: ${JSON.stringify(error)}`);
}

/** Calls a tool that is to become a task, and gives its id. */
export async function begin(
  { ask }: Examiner,
  name = "job",
  unusual?: Unusual,
  given: object = {},
): Promise<string> {
  const call = ask("tools/call", { name, arguments: given }, unusual);
  const { resultType, taskId } = await resultOf(call);
  if (resultType === "task" && typeof taskId === "string") return taskId;
  throw new Error(`${name} did not become a task`);
}

/** What `tasks/get` says. */
export function look(
  { ask }: Examiner,
  taskId: string,
  unusual?: Unusual,
): Promise<Fields> {
  return resultOf(ask("tasks/get", { taskId }, unusual));
}

/** Asks again and again until a task is as it is wanted, or over. */
export async function until(
  examiner: Examiner,
  taskId: string,
  wanted: string,
  { pauseMs = 0, unusual }: { pauseMs?: number; unusual?: Unusual } = {},
): Promise<Fields> {
  for (let turn = 0; turn < 2_000; turn++) {
    const task = await look(examiner, taskId, unusual);
    if (task["status"] === wanted) return task;
    if (isOver(task)) throw new Error(`it is ${String(task["status"])}`);
    await pause(pauseMs);
  }
  throw new Error(`it did not become ${wanted}`);
}

/** What a message says of a task, without what says whom it is for. */
export function taskIn(message: Fields | undefined): Fields {
  const { _meta: _, ...task } = fieldsOf(message?.["params"]);
  return task;
}

/** What is heard until a task is as it is wanted, or over. */
export async function heardUntil(
  { next }: Listening,
  wanted: string,
): Promise<Fields[]> {
  const heard: Fields[] = [];
  for (;;) {
    const message = await next();
    if (!message) throw new Error("the stream has ended");
    heard.push(message);
    const task = taskIn(message);
    if (task["status"] === wanted) return heard;
    if (isOver(task)) throw new Error(`it is ${String(task["status"])}`);
  }
}

export function isOver({ status }: Fields): boolean {
  return ["completed", "failed", "cancelled"].includes(String(status));
}

/** A turn of the event loop, also where the clock stands still. */
export function pause(ms = 0): Promise<void> {
  return new Promise((resolve) => {
    if (ms === 0) setImmediate(resolve);
    else setTimeout(resolve, ms);
  });
}
