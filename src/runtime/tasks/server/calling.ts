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

/** What calls of tools need to know of their server. */
export interface CallingOptions {
  /** The identifier of the extension. */
  readonly id: string;
  readonly host: ServerHost;
  readonly service: TaskService;
}

/** Around `tools/call`: what a tool says of tasks, and what its client can, decide how it is served. */
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
    // A tool that the client may not see is not there: its handler says so.
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

/** There, clients hear of changes without asking for it. */
function inCore(request: RequestRecord): Form {
  return {
    created: (task) => relatedTo(task.taskId, nestedTask(task)),
    changed(task: TaskRecord) {
      // Nobody knows the task before the answer.
      if (request.ended)
        request.tellLater("notifications/tasks/status", coreTask(task));
    },
  };
}

/** A call that is answered when its handler ends, whatever that wants. */
function withoutTask(
  request: RequestRecord,
  support: Called["support"],
): RequestRecord {
  const { name } = objectOf(request.params);
  return new DetachedRequest(request, {
    async task() {
      if (support) return noTask;
      throw new TypeError(
        `context.task: the tool ${String(name)} does not say that it may be a task: give it the option task: "optional", or "required"`,
      );
    },
  });
}
