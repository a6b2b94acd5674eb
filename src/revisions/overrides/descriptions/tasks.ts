import { coreTasks } from "../core-tasks.ts";
import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

const lists = "The tasks on this side can be listed.";
const cancels = "The tasks on this side can be stopped.";
const which = "Which requests to this side may run as tasks.";

export const taskDescriptions: readonly DescriptionFact[] = describes(
  "basic/utilities/tasks",
  {
    "ClientCapabilities.tasks": "The client runs requests as tasks.",
    "ClientCapabilities.tasks.list": lists,
    "ClientCapabilities.tasks.cancel": cancels,
    "ClientCapabilities.tasks.requests": which,
    "ClientCapabilities.tasks.requests.sampling": "Those to its model.",
    "ClientCapabilities.tasks.requests.sampling.createMessage":
      "`sampling/createMessage` may run as a task.",
    "ClientCapabilities.tasks.requests.elicitation": "Those to its user.",
    "ClientCapabilities.tasks.requests.elicitation.create":
      "`elicitation/create` may run as a task.",
    "ServerCapabilities.tasks": "The server runs requests as tasks.",
    "ServerCapabilities.tasks.list": lists,
    "ServerCapabilities.tasks.cancel": cancels,
    "ServerCapabilities.tasks.requests": which,
    "ServerCapabilities.tasks.requests.tools": "Those to its tools.",
    "ServerCapabilities.tasks.requests.tools.call":
      "`tools/call` may run as a task, if the tool's `execution` says so, too.",
    TaskAugmentedRequestParams: "Params of a request that may run as a task.",
    "TaskAugmentedRequestParams.task":
      "Asks to run this as a task: the answer comes at once, and the result is fetched later.",
    TaskMetadata: "How a task is to be kept.",
    "TaskMetadata.ttl":
      "For how many milliseconds from its start the task is to be kept.",
    RelatedTaskMetadata: "Which task a message belongs to.",
    "RelatedTaskMetadata.taskId": "Which task.",
    TaskStatus:
      "The stage that a task is at; `completed`, `failed` and `cancelled` are the last.",
    Task: "A request that goes on after it has been answered.",
    "Task.taskId": "Names the task in requests about it.",
    "Task.status": "The stage that the task is at.",
    "Task.statusMessage": "What there is to say of that stage, for a person.",
    "Task.createdAt": "When it was begun, such as `2025-11-25T09:30:00Z`.",
    "Task.lastUpdatedAt": "When its stage was last another.",
    "Task.ttl":
      "For how many milliseconds from its start it is kept; `null` is for ever.",
    "Task.pollInterval":
      "How many milliseconds to wait before asking for it again.",
    CreateTaskResult: "A task in place of a result.",
    "CreateTaskResult.task": "The task that was begun.",
    "GetTaskRequestParams.taskId": "Which task.",
    "GetTaskPayloadRequestParams.taskId": "Which task.",
    "CancelTaskRequestParams.taskId": "Which task.",
    "ListTasksResult.tasks": "The tasks of this page.",
    "tasks/get": "Asks how far a task is.",
    "tasks/result": "Waits for a task, and fetches what it came to.",
    "tasks/list": "Lists the tasks that the other side runs, page by page.",
    "tasks/cancel": "Stops a task.",
    "notifications/tasks/status": "Tells that a task is at another stage now.",
  },
  coreTasks,
);
