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

/** How tasks are kept by a server, and followed by a client. */
export interface TasksOptions extends TaskServerOptions, ClientTaskOptions {}

/** What a tool is called with. */
export interface ToolCallParams {
  /** The name of the tool. */
  readonly name: string;
  /** Its arguments. */
  readonly arguments?: { readonly [name: string]: unknown };
}

/** How a tool is called, and what that gives, where the calls by method say so. */
type ToolCall<Calls> = Calls extends {
  "tools/call": (params: infer Params, ...more: never) => Promise<infer Result>;
}
  ? ClientTasks<Params, Result>
  : ClientTasks<ToolCallParams, object>;

/** Tasks, for the option `extensions` of servers and clients; `Calls` are those of the client's, by method. */
export interface Tasks<
  Name extends string = "tasks",
  Calls extends object = object,
>
  extends
    ServerExtension<Name, ServerTasks>,
    ClientExtension<Name, ToolCall<Calls>> {
  /** The same with options, beside those that it has. */
  with(options: TasksOptions): Tasks<Name, Calls>;
}

/** Makes the extension of its tables: what is emitted does. Throws a TypeError for options that are not sound. */
export function defineTasks<
  const Name extends string,
  Calls extends object = object,
>(
  table: ExtensionTable & {
    /** The name of its member. */
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
  // All that the rows alone would have as their member is in this one's.
  const { member: _, ...base } = rows;
  const { member, ...own } = useTasks<ToolCallParams, object>(host, options);
  return {
    ...base,
    ...own,
    // What is declared of the extension, or of the tasks of the core.
    offer: (table, handles) =>
      rows.offer?.(table, handles) ?? own.offer?.(table, handles),
    around: outside(rows, own),
    // The guards of the call prove the types, which the client states.
    member: member as ToolCall<Calls>,
  };
}

/** The gate of the rows stands around what tasks do. */
function outside(rows: AtWork, own: AtWork): Required<AtWork>["around"] {
  return (method, handler, table) => {
    const inner = own.around?.(method, handler, table) ?? handler;
    return rows.around?.(method, inner, table) ?? inner;
  };
}

type AtWork = Pick<Joined, "around">;
