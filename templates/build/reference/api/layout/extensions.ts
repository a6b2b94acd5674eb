import type { ApiPage } from "./api-page.ts";

/** What is added to the protocol. */
export const extensionPages: readonly ApiPage[] = [
  {
    path: "api/tasks.md",
    title: "Tasks",
    intro:
      "Calls that go on after their answer, for the `extensions` of servers and clients. Guides: [Tasks](../../guides/tasks.md), [Calls that become tasks](../../guides/tasks-client.md).",
    modules: ["generated/extensions/tasks.ts"],
    sections: [
      { title: "The extension", names: ["tasks", "Tasks", "TasksOptions"] },
      {
        title: "A server",
        names: [
          "TaskServerOptions",
          "ServerTasks",
          "TasksCloseOptions",
          "RunningTask",
        ],
      },
      {
        title: "A client",
        names: [
          "ClientTasks",
          "ClientTaskOptions",
          "TaskCallOptions",
          "ResumeOptions",
          "TaskHandle",
          "TaskResultOptions",
          "TaskState",
        ],
      },
      {
        title: "Stores",
        names: [
          "memoryTaskStore",
          "TaskStoreBounds",
          "TaskStoreFullError",
          "TaskStore",
          "TaskRecord",
          "TaskStatus",
          "NoAnswer",
          "TaskPage",
          "TaskList",
          "HearLeft",
        ],
      },
    ],
    rest: "Other names",
  },
  {
    path: "api/tasks-node.md",
    title: "Tasks, on Node",
    intro:
      "A store of tasks that outlives the process. The guide is [Tasks](../../guides/tasks.md#where-tasks-are-kept).",
    modules: ["src/runtime/tasks/node.ts"],
    sections: [],
    rest: "Names",
  },
  {
    path: "api/extension.md",
    title: "What generated extensions build on",
    intro:
      "For whoever writes an extension by hand, or generates one. Programs import the value that `mcp-gen generate --extension` writes: [Extensions](../../guides/extensions.md).",
    modules: ["src/runtime/extension.ts"],
    sections: [
      {
        title: "Define an extension",
        names: [
          "defineExtension",
          "Extension",
          "ExtensionOptions",
          "ExtensionTypes",
          "ExtensionTable",
          "ExtensionRevision",
          "ExtensionRows",
          "SubscriptionRow",
        ],
      },
      {
        title: "In a server",
        names: [
          "ServerExtension",
          "ServerHost",
          "ServedExtension",
          "ServerMembers",
        ],
      },
      {
        title: "In a client",
        names: [
          "ClientExtension",
          "ClientHost",
          "UsedExtension",
          "BegunCall",
          "ClientMembers",
        ],
      },
    ],
    rest: "Other names",
  },
];
