import type { InputRequest } from "../protocol/input-required.ts";
import type { ErrorObject, JsonObject } from "../protocol/message.ts";

/** The stage that a task is at: the last three are for ever. */
export type TaskStatus =
  "working" | "input_required" | "completed" | "failed" | "cancelled";

/** All that is kept of a task: plain JSON, and the same for every revision. */
export interface TaskRecord {
  /** Unguessable, and names it in every request about it. */
  readonly taskId: string;
  /** The request that it is the rest of, such as `tools/call`. */
  readonly method: string;
  /** The principal whose it is; absent where nobody is proved. */
  readonly owner?: string;
  /** A random name of the session that made it; absent where there are no sessions. */
  readonly session?: string;
  /** The stage that it is at. */
  readonly status: TaskStatus;
  /** Says of it what a person may read. */
  readonly statusMessage?: string;
  /** When it was made, by ISO 8601. */
  readonly createdAt: string;
  /** When it was last changed, by ISO 8601. */
  readonly lastUpdatedAt: string;
  /** For how many milliseconds from its making it is kept; null is for ever. */
  readonly ttl: number | null;
  /** How many milliseconds to wait between two polls. */
  readonly pollInterval?: number;
  /** What it came to, when it is completed: the result of its method. */
  readonly result?: JsonObject;
  /** Why it failed. */
  readonly error?: ErrorObject;
  /** What is asked and not answered yet, by key. */
  readonly questions?: { readonly [key: string]: InputRequest };
  /** What was answered, by key. */
  readonly answers?: { readonly [key: string]: JsonObject };
  /** The keys of what is not asked any more, and never was answered. */
  readonly withdrawn?: readonly string[];
  /** Why its client gave no answer, by key, where it said so. */
  readonly refusals?: { readonly [key: string]: NoAnswer };
}

/** Why a question has no answer. */
export interface NoAnswer {
  /** For whoever asked. */
  readonly message: string;
  /** The code of JSON-RPC, where the client refused it with an error. */
  readonly code?: number;
}
