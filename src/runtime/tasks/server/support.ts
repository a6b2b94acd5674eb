import { METHOD_NOT_FOUND, ProtocolError } from "../../protocol/errors.ts";
import type { OfferedFeature } from "../../protocol/scopes/permit.ts";
import type { Generation } from "./generation.ts";

/** What a tool says of tasks: `optional` are those that its handler, or the client, wants. */
export type TaskUse = "required" | "optional";

/** How a call is served. */
export type CallWay =
  /** All of it is a task. */
  | "task"
  /** It becomes a task when its handler says so. */
  | "may"
  /** It is answered when its handler ends. */
  | "plain";

/** Who calls, and for what. */
export interface Called {
  /** What tasks the revision has. */
  readonly generation: Generation | undefined;
  /** What the tool says; undefined for none, `handler` where a handler of the user's own has no feature. */
  readonly support: TaskUse | "handler" | undefined;
  /** Whether the call asks to be a task. */
  readonly isAsked: boolean;
  /** Whether its client declares that it knows tasks. */
  readonly isDeclared: boolean;
  /** The error for a client that should have declared it. */
  undeclared(): Error;
}

/**
 * How a call is served, or throws the error that refuses it. In one generation clients
 * ask for a task, in the other servers make one for who knows what that is.
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
          "The tool cannot be called as a task: call it without",
        );
      if (!isAsked && support === "required")
        throw new ProtocolError(
          METHOD_NOT_FOUND,
          "The tool can only be called as a task",
        );
      if (!isAsked) return "plain";
      return support === "handler" ? "may" : "task";
    case "extension":
      if (!isDeclared && support === "required") throw called.undeclared();
      if (!isDeclared || !support) return "plain";
      return support === "required" ? "task" : "may";
  }
}

/** What a tool says of tasks. Throws a TypeError for what is neither. */
export function supportOf({ listed }: OfferedFeature): TaskUse | undefined {
  const { task } = listed;
  if (task === undefined) return undefined;
  if (task === "required" || task === "optional") return task;
  throw new TypeError(
    `tool ${String(listed["name"])}: task is "required" or "optional"`,
  );
}
