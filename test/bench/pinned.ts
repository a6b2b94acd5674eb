import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** A program to start: Node itself, or `taskset` that starts Node on one core. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where the two ends of a conversation run: the same places for every contestant. */
export const driverCore = 0;
export const serverCore = 1;

/** Whether processes can be kept on a core of their own. */
export const pins: boolean =
  availableParallelism() > serverCore &&
  spawnSync("taskset", ["-c", String(serverCore), process.execPath, "-v"])
    .status === 0;

/** Runs a program with Node on one core, where that is possible. */
export function onCore(core: number, args: readonly string[]): Command {
  if (!pins) return { command: process.execPath, args };
  return {
    command: "taskset",
    args: ["-c", String(core), process.execPath, ...args],
  };
}
