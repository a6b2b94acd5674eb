/** The server of the load test: its parent asks what it holds, and tells it to close. */
import { listen } from "../../../src/runtime/http-node.ts";
import { countStreams } from "./count-streams.ts";
import type { Holdings } from "./report.ts";
import { createLoadServer } from "./tools.ts";

const errors: string[] = [];
const { server, runs } = createLoadServer(
  ({ message }) => void errors.push(message),
);
const store = countStreams();
const running = await listen(server, {
  port: 0,
  retryMs: 5,
  eventStore: store,
  sessions: { idleMs: 5000 },
});

async function holdings(): Promise<Holdings> {
  for (let round = 0; round < 4; round++) {
    // The parent has asked for it: --expose-gc.
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo())
    handles[kind] = (handles[kind] ?? 0) + 1;
  const { sessions, streams, requests } = running.status();
  return {
    heap: process.memoryUsage().heapUsed,
    handles,
    status: { sessions, streams, requests },
    stored: store.size(),
    runs,
    errors,
  };
}

process.on("message", (message) => {
  if (message === "holdings")
    void holdings().then((all) => process.send?.(all));
  if (message === "close") {
    void running.close().then(() => process.disconnect());
  }
});
process.send?.(running.url);
