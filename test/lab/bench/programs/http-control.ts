import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpMode } from "../http-modes.ts";

/** What the program shall serve: its first argument. */
export const mode: HttpMode = JSON.parse(process.argv[2] ?? "") as HttpMode;

/** Whose tokens it shall ask for, where it shall: its second argument. */
export interface Guard {
  readonly issuer: string;
  readonly resource: string;
  readonly keys: readonly object[];
}

export const guard: Guard | undefined = process.argv[3]?.startsWith("{")
  ? (JSON.parse(process.argv[3]) as Guard)
  : undefined;

/** What a program can tell of itself, by the word that asks for it. */
export type Figures = Readonly<Record<string, () => number>>;

/**
 * Tells the parent process the port; for each line that it then sends, the figure of
 * that name: `heap` is the bytes in use after a forced collection, `cpu` the
 * microseconds of the processor so far. The process ends with its parent.
 */
export function announce(port: number, more: Figures = {}): void {
  const figures: Figures = { cpu: processorTime, ...more };
  process.stdin.setEncoding("utf8").on("data", (line: string) => {
    const figure = figures[line.trim()];
    if (figure) process.stdout.write(`${figure()}\n`);
    else void printHeap();
  });
  process.stdin.on("end", () => process.exit());
  process.stdout.write(`${port}\n`);
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function printHeap(): Promise<void> {
  // What finalizers let go of is collected the next time.
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await sleep(20);
  }
  process.stdout.write(`${process.memoryUsage().heapUsed}\n`);
}
