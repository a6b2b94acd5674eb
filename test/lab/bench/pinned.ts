import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** A program to start: Node itself, or `taskset` that starts Node on one core. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  /** Value of `NODE_ENV`, which is otherwise unset. */
  readonly nodeEnv?: NodeEnv;
}

export type NodeEnv = "production";

/** Returns this process's environment with the `NODE_ENV` of a program. */
export function environmentWith(nodeEnv?: NodeEnv): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...environment } = process.env;
  return nodeEnv === undefined
    ? environment
    : { ...environment, NODE_ENV: nodeEnv };
}

/** Cores of the two sides of a conversation, the same for every program. */
export const driverCore = 0;
export const serverCore = 1;

/** True if each process can run on a core of its own. */
export const pins: boolean =
  availableParallelism() > serverCore &&
  spawnSync("taskset", ["-c", String(serverCore), process.execPath, "-v"])
    .status === 0;

/** Returns the command that runs Node on one core, or on any if cores cannot be chosen. */
export function onCore(
  core: number,
  args: readonly string[],
  nodeEnv?: NodeEnv,
): Command {
  const environment = nodeEnv !== undefined && { nodeEnv };
  if (!pins) return { command: process.execPath, args, ...environment };
  return {
    command: "taskset",
    args: ["-c", String(core), process.execPath, ...args],
    ...environment,
  };
}
