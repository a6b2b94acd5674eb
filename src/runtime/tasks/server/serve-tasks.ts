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

/** What a server has of its tasks, as `server.tasks`. */
export interface ServerTasks {
  /** How many tasks are at work in this process. */
  readonly running: number;
  /**
   * Ends: no task is made any more, the tasks that are still at work when the time is
   * over fail, their handlers are told to come to their end, and the store is closed.
   */
  close(options?: TasksCloseOptions): Promise<void>;
}

/** How the tasks of a server end. */
export interface TasksCloseOptions {
  /**
   * How long tasks that are at work may go on, in milliseconds.
   *
   * @default 0 (they fail at once)
   */
  readonly graceMs?: number;
}

/** What the server half of tasks is: all of an extension at work but its rows. */
export type ServedTasks = Omit<
  Required<ServedExtension<ServerTasks>>,
  "extend"
>;

/**
 * Tasks in one server. Throws a TypeError for options that are not sound.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md | Tasks}
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

/** Servers that share a store share what is known of it: it is opened once. */
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

/** Contexts of handlers that are no tools have the same members. */
function withoutTasks(method: string, handler: Handler): Handler {
  const task = async (): Promise<never> => {
    throw new TypeError(
      `context.task: ${method} is no task: only calls of tools can be`,
    );
  };
  return (params, request) =>
    handler(params, new DetachedRequest(request, { task }));
}
