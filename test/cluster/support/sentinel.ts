import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { freePorts } from "../../support/free-ports.ts";
import { listening } from "./ports.ts";
import { startRedis } from "./redis.ts";

/** A Redis with a replica, and a sentinel that tells clients which of both takes writes. */
export interface WatchedRedis {
  /** Of the sentinel. */
  readonly port: number;
  /** What clients ask for. */
  readonly name: string;
  /** The two change their roles. */
  failOver(): Promise<void>;
  remove(): Promise<void>;
}

const name = "primary";
const patience = { timeout: 30_000, interval: 50 };

/** Starts all three. */
export async function startWatchedRedis(): Promise<WatchedRedis> {
  const more = ["--repl-diskless-sync-delay", "0"];
  const [first, second] = [await startRedis({ more }), await startRedis()];
  second.cli("replicaof", "127.0.0.1", `${first.port}`);
  await vi.waitUntil(
    () => second.cli("info", "replication").includes("link_status:up"),
    patience,
  );
  const [port = 0] = await freePorts(1);
  const file = join(first.folder, "sentinel.conf");
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `sentinel monitor ${name} 127.0.0.1 ${first.port} 1`,
    // Only who is told to changes roles: the machine may be slow.
    `sentinel down-after-milliseconds ${name} 60000`,
    `sentinel failover-timeout ${name} 60000`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  const child = spawn("redis-server", [file, "--sentinel"], {
    stdio: "ignore",
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  await listening(port, "the sentinel");
  // Of two ports, redis-cli takes the last.
  const say = (...words: readonly string[]): string =>
    first.cli("-p", `${port}`, ...words);
  const knows = (): boolean =>
    say("sentinel", "master", name).includes("num-slaves\n1\n");
  await vi.waitUntil(knows, patience);
  let [primary, replica] = [first, second];
  return {
    port,
    name,
    async failOver() {
      say("sentinel", "failover", name);
      const isDone = (): boolean =>
        say("sentinel", "get-master-addr-by-name", name).includes(
          `${replica.port}`,
        ) && primary.cli("info", "replication").includes("role:slave");
      await vi.waitUntil(isDone, patience);
      [primary, replica] = [replica, primary];
    },
    async remove() {
      process.off("exit", kill);
      const gone = once(child, "exit");
      kill();
      await gone;
      await Promise.all([first.remove(), second.remove()]);
    },
  };
}
