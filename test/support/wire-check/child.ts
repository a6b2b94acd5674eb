import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { readLines } from "./lines.ts";
import { isJson } from "./read.ts";
import type { RecordOptions } from "./record.ts";
import { openRecording } from "./recording.ts";

export interface RecordChildOptions extends RecordOptions {
  /** The line by which a program says that its output is its own again. */
  readonly until?: string;
}

/**
 * Writes down what a child process of ours hears and says, line by line, from
 * now on: its messages fail the test when they are wrong.
 */
export function recordChild(
  child: ChildProcessWithoutNullStreams,
  { side, tables = [], until }: RecordChildOptions,
): void {
  const recording = openRecording(side, tables);
  const write = (author: "ours" | "peer", line: string): unknown =>
    recording.write(author, isJson(line) ? line : undefined);
  const heard = readLines((line) => write("peer", line));
  let isOver = false;
  const said = readLines((line) => {
    isOver ||= line === until;
    if (!isOver) write("ours", line);
  });
  const { stdin } = child;
  const [send, end] = [stdin.write.bind(stdin), stdin.end.bind(stdin)];
  // Tests write text or bytes, and wait for nothing.
  stdin.write = (chunk: string | Uint8Array): boolean => {
    heard.push(chunk);
    return send(chunk);
  };
  stdin.end = (chunk?: unknown): typeof stdin => {
    if (typeof chunk === "string") heard.push(chunk);
    heard.end();
    return end(chunk);
  };
  child.stdout.on("data", (chunk) => said.push(chunk));
}
