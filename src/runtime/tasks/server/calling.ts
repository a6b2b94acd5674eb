import { DetachedRequest } from "../../peer/detached-request.ts";
import type { Handler } from "../../peer/handlers.ts";
import type { RequestRecord } from "../../peer/record.ts";
import type { ServerHost } from "../../server/extension.ts";
import { undeclared } from "../../protocol/revision/askable.ts";
import { hasCapability } from "../../protocol/revision/capabilities.ts";
import type { ProtocolTable } from "../../protocol/revision/protocol-table.ts";
import { isObject, objectOf } from "../../protocol/message.ts";
import { visibleTo, type Guarded } from "../../protocol/viewer.ts";
import { whenReady } from "../../protocol/when-ready.ts";
import type { TaskRecord } from "../record.ts";
import { coreTask, nestedTask, relatedTo } from "../wire/core-form.ts";
import { taskInPlace } from "../wire/extension-form.ts";
import { generationOf } from "./generation.ts";
import { noTask } from "./running-task.ts";
import type { TaskService } from "./service.ts";
import { supportOf, wayOf, type Called } from "./support.ts";
import { TaskCall, type CallSettings } from "./task-call.ts";

/** Context of tool calls with tasks. */
export interface CallingOptions {
  /** Identifier of the extension. */
  readonly id: string;
  readonly host: ServerHost;
  readonly service: TaskService;
}

/**
 * Wraps `tools/call`. The option `task` of the tool and the capabilities of the client decide
 * whether the call becomes a task.
 */
export function callingTools(
  handler: Handler,
  table: ProtocolTable,
  { id, host, service }: CallingOptions,
): Handler {
  const generation = generationOf(table);
  const needed = ["extensions", id];
  const serve = (
    support: Called["support"],
    params: unknown,
    request: RequestRecord,
  ): unknown => {
    const { task: asked } = objectOf(params);
    const way = wayOf({
      generation,
      support,
      isAsked: isObject(asked),
      isDeclared: hasCapability(request.peerCapabilities, needed),
      undeclared: () => undeclared(table, "client", [needed]),
    });
    if (way === "plain") return handler(params, withoutTask(request, support));
    const isCore = generation === "core";
    const settings = isCore ? inCore(request) : inExtension;
    const ttl = isCore ? objectOf(asked)["ttl"] : undefined;
    const call = new TaskCall(request, { service, ttl, ...settings });
    return way === "task"
      ? call.runAll(handler, params)
      : call.run(handler, params);
  };
  return (params, request) => {
    const tools = host.list("tools");
    const { name } = objectOf(params);
    const tool = typeof name === "string" ? tools?.find(name) : undefined;
    if (!tool) return serve("handler", params, request);
    // The handler rejects calls of tools that the client may not see.
    const seen: unknown = visibleTo(tool as Guarded, request);
    return whenReady(seen, (found) =>
      found
        ? serve(supportOf(tool), params, request)
        : handler(params, request),
    );
  };
}

type Form = Pick<CallSettings, "created" | "changed">;

const inExtension: Form = { created: taskInPlace };

/** In the core protocol, clients get status notifications without a subscription. */
function inCore(request: RequestRecord): Form {
  return {
    created: (task) => relatedTo(task.taskId, nestedTask(task)),
    changed(task: TaskRecord) {
      // Before the response, the client does not know the task.
      if (request.ended)
        request.tellLater("notifications/tasks/status", coreTask(task));
    },
  };
}

/** Runs the handler without a task; the response is its result. */
function withoutTask(
  request: RequestRecord,
  support: Called["support"],
): RequestRecord {
  const { name } = objectOf(request.params);
  return new DetachedRequest(request, {
    async task() {
      if (support) return noTask;
      throw new TypeError(
        `context.task: the tool ${String(name)} does not support tasks: set its option task: "optional", or "required"`,
      );
    },
  });
}
