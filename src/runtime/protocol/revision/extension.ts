import type {
  NotificationEntry,
  RequestEntry,
  ResultEntry,
  Sends,
  SubscriptionRow,
} from "./protocol-table.ts";

/** What an extension adds to one revision, as one side of a connection sees it. */
export interface ExtensionRows {
  /** Its requests, by method. */
  readonly requests: { readonly [method: string]: RequestEntry };
  /** Its notifications, by method. */
  readonly notifications: { readonly [method: string]: NotificationEntry };
  /** Results that methods of the revision may have instead of their own: each has a condition. */
  readonly results?: { readonly [method: string]: readonly ResultEntry[] };
  /** What this side sends of it, by method, and the guards of that. */
  readonly sends?: Sends;
  /** What a client subscribes to, by the method of the notification. */
  readonly subscriptions?: {
    readonly [notification: string]: SubscriptionRow;
  };
}

/** What an extension adds to one revision, for both sides. */
export interface ExtensionRevision {
  /** As a server sees it. */
  readonly server: ExtensionRows;
  /** As a client sees it. */
  readonly client: ExtensionRows;
}

/** What a generated extension is made from. */
export interface ExtensionTable {
  /** Its identifier, such as `com.example/widgets`. */
  readonly id: string;
  /** The name of its member in servers and clients, such as `widgets`. */
  readonly name: string;
  /** By the id of the revision; it is not there in others. */
  readonly revisions: { readonly [revision: string]: ExtensionRevision };
}
