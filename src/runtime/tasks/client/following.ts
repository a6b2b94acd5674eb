import type { ClientHost } from "../../client/extension.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { SeenTask } from "../wire/seen-task.ts";
import type { FollowingOptions } from "./options.ts";
import type { TaskQuestions } from "./questions.ts";
import type { Streams } from "./streams.ts";

/** What the tasks of one client share. */
export interface Following {
  readonly host: ClientHost;
  readonly options: FollowingOptions;
  readonly streams: Streams;
  /** Who hears of a task that a server tells of by itself, by its id. */
  readonly hearers: Map<string, Set<(task: SeenTask) => void>>;
  /** What the tasks ask that somebody waits for, by their ids: nobody is asked it twice. */
  readonly asked: Map<string, SharedQuestions>;
}

/** The questions of a task, however many handles of it are waited for. */
export interface SharedQuestions {
  readonly questions: TaskQuestions;
  /** How many of them there are. */
  count: number;
}

/** What is known of a task beside its id. */
export interface Begun {
  /** The method whose result it has in the end. */
  readonly method: string;
  /** The params that it was called with, where they are known. */
  readonly params?: JsonObject | undefined;
  /** What the server said of it when it made it. */
  readonly seed?: SeenTask | undefined;
  /** The longest silence of the server's, for each request about it. */
  readonly timeout?: number | undefined;
}

/** A task as who watches it needs it. */
export interface WatchedTask {
  readonly taskId: string;
  readonly following: Following;
  readonly begun: Begun;
  readonly questions: TaskQuestions;
  /** Whether the client wants it to end: it answers nothing more. */
  readonly isCancelled: boolean;
  /** What was told of it last; undefined before that. */
  readonly state: SeenTask | undefined;
  /** Takes what was told, and shows what is new in it. */
  tell(task: SeenTask): void;
}
