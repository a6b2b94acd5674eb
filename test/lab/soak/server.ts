/** The server of the soak: its parent asks what it holds, and reads its log. */
import { readdirSync } from "node:fs";
import { listen } from "../../../src/runtime/http-node.ts";
import { countStreams } from "../load/count-streams.ts";
import { createLoadServer } from "../load/tools.ts";
import type { Told } from "./sample.ts";

// Errors go where they go by default: to a log, which is not to grow.
const { server } = createLoadServer();
const store = countStreams();
const running = await listen(server, {
  port: 0,
  retryMs: 5,
  eventStore: store,
  sessions: { idleMs: 5_000 },
});

process.on("message", () => {
  // The parent has asked for it: --expose-gc.
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const { sessions, streams, requests, kept } = running.status();
  const told: Told = {
    resident: rss,
    heap: heapUsed,
    sessions,
    streams,
    requests,
    kept: kept.bytes,
    stored: store.size(),
    descriptors: countDescriptors(),
  };
  process.send?.(told);
});

function countDescriptors(): number {
  return process.platform === "linux"
    ? readdirSync("/proc/self/fd").length
    : process.getActiveResourcesInfo().length;
}

process.send?.(running.url);
