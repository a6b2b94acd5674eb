import { DetachedRequest } from "../../peer/detached-request.ts";
import type { Handler } from "../../peer/handlers.ts";
import type { Offer } from "../../peer/dialect.ts";
import type { ServedExtension, ServerHost } from "../../server/extension.ts";
import {
  entryOf,
  type ProtocolTable,
} from "../../protocol/revision/protocol-table.ts";
import { memoryTaskStore } from "../store/memory.ts";
import type { TaskStore } from "../store/store.ts";
import { callingTools, type CallingOptions } from "./calling.ts";
import { coreHandlers } from "./core-methods.ts";
import { extensionHandlers } from "./extension-methods.ts";
import { generationOf } from "./generation.ts";
import { Keeper } from "./keeper.ts";
import { listingSupport } from "./listing.ts";
import { tellingTasks } from "./listening.ts";
import { taskTimes, type TaskServerOptions } from "./options.ts";
import { TaskService } from "./service.ts";

/** Tasks of a server, as `server.tasks`. */
export interface ServerTasks {
  /** Number of tasks that run in this process. */
  readonly running: number;
  /**
   * Stops accepting tasks and closes the store. Tasks that still run after the grace period
   * fail, and their handlers are aborted.
   */
  close(options?: TasksCloseOptions): Promise<void>;
}

/** Options of `close`. */
export interface TasksCloseOptions {
  /**
   * Time for running tasks to end, in milliseconds.
   *
   * @default 0 (they fail at once)
   */
  readonly graceMs?: number;
}

/** Server half of tasks: a served extension without its tables. */
export type ServedTasks = Omit<
  Required<ServedExtension<ServerTasks>>,
  "extend"
>;

/**
 * Creates the tasks of one server. Throws a TypeError for invalid options.
 *
 * @see {@link
 * https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md |
 * Tasks}
 */
export function serveTasks(
  id: string,
  host: ServerHost,
  options: TaskServerOptions = {},
): ServedTasks {
  const { store = memoryTaskStore() } = options;
  const service = new TaskService(keeperOf(store, host), taskTimes(options));
  return {
    offer: (table) => offerTasks(id, table, service),
    around: (method, handler, table) =>
      surround(method, handler, table, { id, host, service }),
    toolOptions: ["task"],
    member: {
      get running() {
        return service.works.size;
      },
      close: ({ graceMs = 0 } = {}) => service.close(graceMs),
    },
  };
}

/** Task managers by store: servers that share a store share its manager, so it is opened once. */
const keepers = new WeakMap<TaskStore, Keeper>();

function keeperOf(store: TaskStore, { onError }: ServerHost): Keeper {
  const keeper = keepers.get(store) ?? new Keeper(store, onError);
  keepers.set(store, keeper);
  return keeper;
}

function offerTasks(
  id: string,
  table: ProtocolTable,
  service: TaskService,
): Offer | undefined {
  const generation = generationOf(table);
  switch (generation) {
    case undefined:
      return undefined;
    case "core":
      return {
        handlers: coreHandlers(service),
        capabilities: {
          tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
        },
      };
    case "extension":
      return {
        handlers: extensionHandlers(service),
        capabilities: { extensions: { [id]: {} } },
      };
  }
}

function surround(
  method: string,
  handler: Handler,
  table: ProtocolTable,
  options: CallingOptions,
): Handler {
  const generation = generationOf(table);
  switch (method) {
    case "tools/list":
      return listingSupport(handler, generation);
    case "tools/call":
      return callingTools(handler, table, options);
    case "subscriptions/listen":
      return generation === "extension"
        ? tellingTasks(handler, options.service.keeper)
        : handler;
    default:
      return entryOf(table.requests, method)?.input
        ? withoutTasks(method, handler)
        : handler;
  }
}

/**
 * Adds a throwing `context.task` to handlers of other methods, whose contexts have the same
 * members.
 */
function withoutTasks(method: string, handler: Handler): Handler {
  const task = async (): Promise<never> => {
    throw new TypeError(
      `context.task: ${method} cannot be a task: only calls of tools can`,
    );
  };
  return (params, request) =>
    handler(params, new DetachedRequest(request, { task }));
}
