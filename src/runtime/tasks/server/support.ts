import { METHOD_NOT_FOUND, ProtocolError } from "../../protocol/errors.ts";
import type { OfferedFeature } from "../../protocol/scopes/permit.ts";
import type { Generation } from "./generation.ts";

/** Task support of a tool. With `optional`, the handler or the client decides. */
export type TaskUse = "required" | "optional";

/** Execution of a call. */
export type CallWay =
  /** The whole call is a task. */
  | "task"
  /** The call becomes a task if the handler requests it. */
  | "may"
  /** The response is the result of the handler. */
  | "plain";

/** Properties of a call that decide on its execution. */
export interface Called {
  /** Kind of tasks in the protocol version. */
  readonly generation: Generation | undefined;
  /**
   * Task support of the tool; undefined for none, `handler` for a custom handler of
   * `tools/call`.
   */
  readonly support: TaskUse | "handler" | undefined;
  /** True if the client requests a task. */
  readonly isAsked: boolean;
  /** True if the client declares support for tasks. */
  readonly isDeclared: boolean;
  /** Returns the error for a client that lacks the required capability. */
  undeclared(): Error;
}

/**
 * Decides on the execution of a call, or throws its rejection. In the core protocol the client
 * requests a task; with the extension the server creates one for clients that support it.
 */
export function wayOf(called: Called): CallWay {
  const { generation, support, isAsked, isDeclared } = called;
  switch (generation) {
    case undefined:
      return "plain";
    case "core":
      if (isAsked && !support)
        throw new ProtocolError(
          METHOD_NOT_FOUND,
          "The tool does not support tasks: call it without `task`",
        );
      if (!isAsked && support === "required")
        throw new ProtocolError(
          METHOD_NOT_FOUND,
          "The tool requires a task: call it with `task`",
        );
      if (!isAsked) return "plain";
      return support === "handler" ? "may" : "task";
    case "extension":
      if (!isDeclared && support === "required") throw called.undeclared();
      if (!isDeclared || !support) return "plain";
      return support === "required" ? "task" : "may";
  }
}

/** Returns the task support of a tool. Throws a TypeError for an invalid value. */
export function supportOf({ listed }: OfferedFeature): TaskUse | undefined {
  const { task } = listed;
  if (task === undefined) return undefined;
  if (task === "required" || task === "optional") return task;
  throw new TypeError(
    `tool ${String(listed["name"])}: task must be "required" or "optional"`,
  );
}
