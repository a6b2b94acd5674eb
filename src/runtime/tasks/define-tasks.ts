import type {
  ClientExtension,
  ClientHost,
  UsedExtension,
} from "../client/extension.ts";
import { defineExtension } from "../extension/define.ts";
import type { Joined } from "../peer/dialect.ts";
import type {
  ServedExtension,
  ServerExtension,
  ServerHost,
} from "../server/extension.ts";
import type { ExtensionTable } from "../protocol/revision/extension.ts";
import type { ClientTaskOptions } from "./client/options.ts";
import { useTasks, type ClientTasks } from "./client/use-tasks.ts";
import { takingAnyAnswers } from "./server/any-answers.ts";
import type { TaskServerOptions } from "./server/options.ts";
import { serveTasks, type ServerTasks } from "./server/serve-tasks.ts";

/** Task options of servers and clients. */
export interface TasksOptions extends TaskServerOptions, ClientTaskOptions {}

/** Parameters of a tool call. */
export interface ToolCallParams {
  /** Name of the tool. */
  readonly name: string;
  /** Arguments of the tool. */
  readonly arguments?: { readonly [name: string]: unknown };
}

/** Client member for the parameters and result of `tools/call` in `Calls`. */
type ToolCall<Calls> = Calls extends {
  "tools/call": (params: infer Params, ...more: never) => Promise<infer Result>;
}
  ? ClientTasks<Params, Result>
  : ClientTasks<ToolCallParams, object>;

/**
 * Tasks extension, for the option `extensions` of servers and clients. `Calls` are the client's
 * requests by method.
 */
export interface Tasks<
  Name extends string = "tasks",
  Calls extends object = object,
>
  extends
    ServerExtension<Name, ServerTasks>,
    ClientExtension<Name, ToolCall<Calls>> {
  /** Returns the extension with more options; existing ones are retained. */
  with(options: TasksOptions): Tasks<Name, Calls>;
}

/**
 * Creates the tasks extension from its tables. The generated code calls it. Throws a TypeError
 * for invalid options.
 */
export function defineTasks<
  const Name extends string,
  Calls extends object = object,
>(
  table: ExtensionTable & {
    /** Name of the extension's member. */
    readonly name: Name;
  },
  options: TasksOptions = {},
): Tasks<Name, Calls> {
  const { id, name } = table;
  const rows = defineExtension(takingAnyAnswers(table));
  return {
    id,
    name,
    serve: (host) => serve(rows.serve(host), id, host, options),
    serveAll: rows.serveAll,
    useAll: rows.useAll,
    use: (host) => use<Calls>(rows.use(host), host, options),
    with: (more) => defineTasks<Name, Calls>(table, { ...options, ...more }),
  };
}

function serve(
  rows: ServedExtension,
  id: string,
  host: ServerHost,
  options: TasksOptions,
): ServedExtension<ServerTasks> {
  const own = serveTasks(id, host, options);
  return { ...rows, ...own, around: outside(rows, own) };
}

function use<Calls>(
  rows: UsedExtension,
  host: ClientHost,
  options: TasksOptions,
): UsedExtension<ToolCall<Calls>> {
  // The tasks member replaces the generic member of the tables.
  const { member: _, ...base } = rows;
  const { member, ...own } = useTasks<ToolCallParams, object>(host, options);
  return {
    ...base,
    ...own,
    // Handlers of the extension, or of tasks in the core protocol.
    offer: (table, handles) =>
      rows.offer?.(table, handles) ?? own.offer?.(table, handles),
    around: outside(rows, own),
    // The call validates at runtime; the types are those of the client.
    member: member as ToolCall<Calls>,
  };
}

/** Wraps the handlers of tasks in those of the tables. */
function outside(rows: AtWork, own: AtWork): Required<AtWork>["around"] {
  return (method, handler, table) => {
    const inner = own.around?.(method, handler, table) ?? handler;
    return rows.around?.(method, inner, table) ?? inner;
  };
}

type AtWork = Pick<Joined, "around">;
