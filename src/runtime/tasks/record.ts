import type { InputRequest } from "../protocol/input-required.ts";
import type { ErrorObject, JsonObject } from "../protocol/message.ts";

/** Status of a task; the last three are final. */
export type TaskStatus =
  "working" | "input_required" | "completed" | "failed" | "cancelled";

/** Stored task: plain JSON, and the same for every protocol version. */
export interface TaskRecord {
  /** Unguessable id of the task. */
  readonly taskId: string;
  /** Method of the request that became the task, such as `tools/call`. */
  readonly method: string;
  /** Principal that owns the task; absent without authentication. */
  readonly owner?: string;
  /** Random name of the session that created the task; absent without sessions. */
  readonly session?: string;
  /** Current status. */
  readonly status: TaskStatus;
  /** Human-readable status message. */
  readonly statusMessage?: string;
  /** Creation time, as ISO 8601. */
  readonly createdAt: string;
  /** Time of the last change, as ISO 8601. */
  readonly lastUpdatedAt: string;
  /** Retention from the creation, in milliseconds; null if the task never expires. */
  readonly ttl: number | null;
  /** Suggested delay between two polls, in milliseconds. */
  readonly pollInterval?: number;
  /** Result of the method, if the task is completed. */
  readonly result?: JsonObject;
  /** Error of a failed task. */
  readonly error?: ErrorObject;
  /** Open input requests, by key. */
  readonly questions?: { readonly [key: string]: InputRequest };
  /** Received responses, by key. */
  readonly answers?: { readonly [key: string]: JsonObject };
  /** Keys of withdrawn input requests. */
  readonly withdrawn?: readonly string[];
  /** Reasons of the client for rejected input requests, by key. */
  readonly refusals?: { readonly [key: string]: NoAnswer };
}

/** Reason why an input request has no response. */
export interface NoAnswer {
  /** Message for the handler. */
  readonly message: string;
  /** JSON-RPC error code, if the client responded with an error. */
  readonly code?: number;
}
