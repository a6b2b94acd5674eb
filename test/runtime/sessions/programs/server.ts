/** One process of a cluster: tells its parent when it listens, and how it is. SIGTERM lets it end. */
import { tasks } from "../../../../generated/extensions/tasks.ts";
import { createServer, tool } from "../../../../generated/index.ts";
import { listen } from "../../../../src/runtime/http-node.ts";
import { writeRan } from "../support/ledger.ts";
import type { Setup, Told } from "./setup.ts";
import { share } from "./share.ts";
import { toolsOf } from "./tools.ts";

const [, , text = ""] = process.argv;
// What the test has written.
const setup = JSON.parse(text) as Setup;
const { name, port, ledger, http = {}, taskTtl = 60_000 } = setup;

const errors: string[] = [];
const onError = ({ message }: Error): void => {
  if (errors.push(message) > 1_000) errors.shift();
  console.error(message);
};
const shared = await share(setup, onError);
const { requestState } = shared;
const passing = tool("passing", {}, () => "gone by now");
const server = createServer({
  info: { name: "cluster", version: "1.0.0" },
  capabilities: {
    logging: {},
    resources: { subscribe: true, listChanged: true },
  },
  onError,
  ...(requestState && { requestState }),
  extensions: [
    tasks.with({ store: shared.tasks, ttl: taskTtl, pollInterval: 50 }),
  ],
  features: toolsOf({
    started: (of, token) =>
      writeRan(ledger, { what: "started", tool: of, token, process: name }),
    aborted: (of, token) =>
      writeRan(ledger, { what: "aborted", tool: of, token, process: name }),
    updated: (uri) => server.notify.resourceUpdated({ uri }),
    relisted() {
      server.add(passing);
      server.remove(passing);
    },
  }),
});
const running = await listen(server, {
  ...{ port, retryMs: 20, onError },
  ...shared.http,
  ...http,
});

function told(): Told {
  // Where the test has asked for it: --expose-gc.
  globalThis.gc?.();
  const { sessions, streams, requests, closing } = running.status();
  const { heapUsed: heap, rss: resident } = process.memoryUsage();
  const status = { sessions, streams, requests, closing };
  return { status, errors, heap, resident };
}

async function close(): Promise<void> {
  await running.close();
  await server.tasks.close();
  await shared.close();
  process.disconnect?.();
}

process.on("message", () => void process.send?.(told()));
process.once("SIGTERM", () => void close());
// Its parent is gone without a word.
process.once("disconnect", () => process.exit());
process.send?.(told());
