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

/**
 * Tells the parent process the port; for each line that it then sends, the bytes
 * in use after a forced collection. The process ends with its parent.
 */
export function announce(port: number): void {
  process.stdin.on("data", () => void printHeap());
  process.stdin.on("end", () => process.exit());
  process.stdout.write(`${port}\n`);
}

async function printHeap(): Promise<void> {
  // What finalizers let go of is collected the next time.
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await sleep(20);
  }
  process.stdout.write(`${process.memoryUsage().heapUsed}\n`);
}
