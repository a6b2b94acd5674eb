/**
 * The names by which every schema so far calls the parts of its envelope. They
 * are conventions of the schema's authors, so they stand in one place.
 */
export const roles: Roles = {
  request: new Set(["Request", "JSONRPCRequest"]),
  notification: new Set(["Notification", "JSONRPCNotification"]),
  envelope: new Set(["JSONRPCRequest"]),
  requestParams: "RequestParams",
  notificationParams: "NotificationParams",
  pageParams: "PaginatedRequestParams",
  taskParams: new Set(["TaskAugmentedRequestParams"]),
  taskResult: "CreateTaskResult",
  emptyResult: "EmptyResult",
  resultType: "ResultType",
  message: "JSONRPCMessage",
  /** Who sends what stands in these unions. */
  unions: {
    clientRequest: "ClientRequest",
    serverRequest: "ServerRequest",
    clientNotification: "ClientNotification",
    serverNotification: "ServerNotification",
  },
};

interface Roles {
  readonly request: ReadonlySet<string>;
  readonly notification: ReadonlySet<string>;
  /** What only messages extend that travel on their own. */
  readonly envelope: ReadonlySet<string>;
  readonly requestParams: string;
  readonly notificationParams: string;
  readonly pageParams: string;
  readonly taskParams: ReadonlySet<string>;
  readonly taskResult: string;
  readonly emptyResult: string;
  readonly resultType: string;
  readonly message: string;
  readonly unions: {
    readonly clientRequest: string;
    readonly serverRequest: string;
    readonly clientNotification: string;
    readonly serverNotification: string;
  };
}
