type Params = readonly [string, string, string];

/** What the specification says of a method, over all revisions. */
export interface Row {
  readonly method: string;
  readonly type: string;
  /** By revision: Client to server, Server to client, Both, Embedded, or - where it is not. */
  readonly sides: string;
  /**
   * The params, with ? where they are optional: inline until 2025-06-18, then in
   * 2025-11-25 and from 2026-07-28. Without them, they are named after the type.
   */
  readonly params?: Params;
  readonly result?: string;
  /** Other results: a task in 2025-11-25, a request for input from 2026-07-28. */
  readonly others?: "task" | "input" | "task, input";
}

const listed = (name: string): Params => [
  `${name}?`,
  "PaginatedRequestParams?",
  "PaginatedRequestParams",
];

const changed = (name: string): Params => [
  `${name}?`,
  "NotificationParams?",
  "NotificationParams?",
];

export const requests: readonly Row[] = [
  {
    method: "initialize",
    type: "InitializeRequest",
    sides: "CCCC--",
    result: "InitializeResult",
  },
  {
    method: "ping",
    type: "PingRequest",
    sides: "BBBB--",
    params: ["PingRequestParams?", "RequestParams?", "RequestParams"],
    result: "EmptyResult",
  },
  {
    method: "server/discover",
    type: "DiscoverRequest",
    sides: "----CC",
    params: ["", "", "RequestParams"],
    result: "DiscoverResult",
  },
  {
    method: "resources/list",
    type: "ListResourcesRequest",
    sides: "CCCCCC",
    params: listed("ListResourcesRequestParams"),
    result: "ListResourcesResult",
  },
  {
    method: "resources/templates/list",
    type: "ListResourceTemplatesRequest",
    sides: "CCCCCC",
    params: listed("ListResourceTemplatesRequestParams"),
    result: "ListResourceTemplatesResult",
  },
  {
    method: "resources/read",
    type: "ReadResourceRequest",
    sides: "CCCCCC",
    result: "ReadResourceResult",
    others: "input",
  },
  {
    method: "resources/subscribe",
    type: "SubscribeRequest",
    sides: "CCCC--",
    result: "EmptyResult",
  },
  {
    method: "resources/unsubscribe",
    type: "UnsubscribeRequest",
    sides: "CCCC--",
    result: "EmptyResult",
  },
  {
    method: "subscriptions/listen",
    type: "SubscriptionsListenRequest",
    sides: "----CC",
    result: "SubscriptionsListenResult",
  },
  {
    method: "prompts/list",
    type: "ListPromptsRequest",
    sides: "CCCCCC",
    params: listed("ListPromptsRequestParams"),
    result: "ListPromptsResult",
  },
  {
    method: "prompts/get",
    type: "GetPromptRequest",
    sides: "CCCCCC",
    result: "GetPromptResult",
    others: "input",
  },
  {
    method: "tools/list",
    type: "ListToolsRequest",
    sides: "CCCCCC",
    params: listed("ListToolsRequestParams"),
    result: "ListToolsResult",
  },
  {
    method: "tools/call",
    type: "CallToolRequest",
    sides: "CCCCCC",
    result: "CallToolResult",
    others: "task, input",
  },
  {
    method: "tasks/get",
    type: "GetTaskRequest",
    sides: "---B--",
    result: "GetTaskResult",
  },
  {
    method: "tasks/result",
    type: "GetTaskPayloadRequest",
    sides: "---B--",
    result: "GetTaskPayloadResult",
  },
  {
    method: "tasks/list",
    type: "ListTasksRequest",
    sides: "---B--",
    params: listed("ListTasksRequestParams"),
    result: "ListTasksResult",
  },
  {
    method: "tasks/cancel",
    type: "CancelTaskRequest",
    sides: "---B--",
    result: "CancelTaskResult",
  },
  {
    method: "logging/setLevel",
    type: "SetLevelRequest",
    sides: "CCCC--",
    result: "EmptyResult",
  },
  {
    method: "completion/complete",
    type: "CompleteRequest",
    sides: "CCCCCC",
    result: "CompleteResult",
  },
  {
    method: "sampling/createMessage",
    type: "CreateMessageRequest",
    sides: "SSSSEE",
    result: "CreateMessageResult",
    others: "task",
  },
  {
    method: "roots/list",
    type: "ListRootsRequest",
    sides: "SSSSEE",
    params: [
      "ListRootsRequestParams?",
      "RequestParams?",
      "ListRootsRequestParams?",
    ],
    result: "ListRootsResult",
  },
  {
    method: "elicitation/create",
    type: "ElicitRequest",
    sides: "--SSEE",
    result: "ElicitResult",
    others: "task",
  },
];

export const notifications: readonly Row[] = [
  {
    method: "notifications/initialized",
    type: "InitializedNotification",
    sides: "CCCC--",
    params: changed("InitializedNotificationParams"),
  },
  {
    method: "notifications/cancelled",
    type: "CancelledNotification",
    sides: "BBBBBB",
  },
  {
    method: "notifications/progress",
    type: "ProgressNotification",
    sides: "BBBBSS",
  },
  {
    method: "notifications/message",
    type: "LoggingMessageNotification",
    sides: "SSSSSS",
  },
  {
    method: "notifications/resources/updated",
    type: "ResourceUpdatedNotification",
    sides: "SSSSSS",
  },
  {
    method: "notifications/resources/list_changed",
    type: "ResourceListChangedNotification",
    sides: "SSSSSS",
    params: changed("ResourceListChangedNotificationParams"),
  },
  {
    method: "notifications/tools/list_changed",
    type: "ToolListChangedNotification",
    sides: "SSSSSS",
    params: changed("ToolListChangedNotificationParams"),
  },
  {
    method: "notifications/prompts/list_changed",
    type: "PromptListChangedNotification",
    sides: "SSSSSS",
    params: changed("PromptListChangedNotificationParams"),
  },
  {
    method: "notifications/roots/list_changed",
    type: "RootsListChangedNotification",
    sides: "CCCC--",
    params: changed("RootsListChangedNotificationParams"),
  },
  {
    method: "notifications/tasks/status",
    type: "TaskStatusNotification",
    sides: "---B--",
  },
  {
    method: "notifications/elicitation/complete",
    type: "ElicitationCompleteNotification",
    sides: "---S--",
  },
  {
    method: "notifications/subscriptions/acknowledged",
    type: "SubscriptionsAcknowledgedNotification",
    sides: "----SS",
  },
];
