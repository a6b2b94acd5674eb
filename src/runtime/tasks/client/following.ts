import type { ClientHost } from "../../client/extension.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { SeenTask } from "../wire/seen-task.ts";
import type { FollowingOptions } from "./options.ts";
import type { TaskQuestions } from "./questions.ts";
import type { Streams } from "./streams.ts";

/** Context that the tasks of one client share. */
export interface Following {
  readonly host: ClientHost;
  readonly options: FollowingOptions;
  readonly streams: Streams;
  /** Listeners for broadcast task notifications, by task id. */
  readonly hearers: Map<string, Set<(task: SeenTask) => void>>;
  /** Input requests of watched tasks, by task id, so that each is answered once. */
  readonly asked: Map<string, SharedQuestions>;
}

/** Input requests of a task, shared by its handles. */
export interface SharedQuestions {
  readonly questions: TaskQuestions;
  /** Number of handles that share them. */
  count: number;
}

/** Known properties of a task besides its id. */
export interface Begun {
  /** Method of the task's result. */
  readonly method: string;
  /** Params of the call, if known. */
  readonly params?: JsonObject | undefined;
  /** Initial state from the response to the call. */
  readonly seed?: SeenTask | undefined;
  /** Timeout of each request about the task, in milliseconds. */
  readonly timeout?: number | undefined;
}

/** Task as its watch needs it. */
export interface WatchedTask {
  readonly taskId: string;
  readonly following: Following;
  readonly begun: Begun;
  readonly questions: TaskQuestions;
  /** True after a cancellation: the client answers no more input requests. */
  readonly isCancelled: boolean;
  /** Last known state; undefined before the first. */
  readonly state: SeenTask | undefined;
  /** Stores a state and announces changes. */
  tell(task: SeenTask): void;
}
