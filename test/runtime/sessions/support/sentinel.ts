import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { freePorts } from "../../../support/free-ports.ts";
import { listening } from "./ports.ts";
import { startRedis, type RedisServer } from "./redis.ts";

/** A Redis with a replica, and a sentinel that tells clients which of both takes writes. */
export interface WatchedRedis {
  /** Of the sentinel. */
  readonly port: number;
  /** What clients ask for. */
  readonly name: string;
  /** The two change their roles, when both have what was written so far. */
  failOver(): Promise<void>;
  remove(): Promise<void>;
}

const name = "primary";
/**
 * A sentinel that stood still for two seconds does nothing for thirty seconds more, and
 * may have to be told twice then.
 */
const patience = { timeout: 120_000, interval: 50 };

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
      await vi.waitUntil(hasAll(primary, replica), patience);
      const isDone = (): boolean => {
        const { port: now, flags = "" } = pairsOf(
          say("sentinel", "master", name),
        );
        if (now === `${replica.port}`)
          try {
            return primary.cli("info", "replication").includes("role:slave");
          } catch {
            // It drops its connections while it becomes a replica.
            return false;
          }
        // It refuses where it has not heard of the replica lately, and may give up later:
        // but told twice at once it would do it twice.
        if (!flags.includes("failover_in_progress"))
          say("sentinel", "failover", name);
        return false;
      };
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

/** Looks whether a replica has all that its primary has had by now. */
function hasAll(primary: RedisServer, replica: RedisServer): () => boolean {
  const end = offsetOf(primary, "master_repl_offset");
  return () => offsetOf(replica, "slave_repl_offset") >= end;
}

function offsetOf(redis: RedisServer, field: string): number {
  const found = new RegExp(`^${field}:(\\d+)`, "m").exec(
    redis.cli("info", "replication"),
  );
  return Number(found?.[1]);
}

/** What redis-cli prints of fields: the name on a line, the value on the next. */
function pairsOf(printed: string): Readonly<Record<string, string>> {
  const lines = printed.split("\n");
  return Object.fromEntries(
    lines.flatMap((line, at) =>
      at % 2 === 0 ? [[line, lines[at + 1] ?? ""]] : [],
    ),
  );
}
