/** The server of the load test: its parent asks what it holds, and tells it to close. */
import { z } from "zod";
import { createServer, tool } from "../../generated/index.ts";
import { listen } from "../../src/runtime/http-node.ts";
import { countStreams } from "./count-streams.ts";
import type { Holdings, Runs } from "./report.ts";

const runs: Runs = {};
const errors: string[] = [];
const started = (name: string): void => {
  (runs[name] ??= { started: 0, aborted: 0 }).started++;
};
const aborted = (name: string): void => {
  (runs[name] ??= { started: 0, aborted: 0 }).aborted++;
};
const pause = (milliseconds = 0): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const token = z.string();
const form = (message: string) => ({
  message,
  requestedSchema: {
    type: "object" as const,
    properties: { answer: { type: "string" as const } },
    required: ["answer"],
  },
});

const server = createServer({
  info: { name: "load", version: "1.0.0" },
  capabilities: { resources: { subscribe: true } },
  onError: ({ message }) => void errors.push(message),
  features: [
    tool("echo", { input: z.object({ token }) }, (input) => {
      started("echo");
      return input.token;
    }),
    tool(
      "stream",
      { input: z.object({ token, count: z.number(), gap: z.number() }) },
      async ({ token: own, count, gap }, context) => {
        started("stream");
        for (let done = 1; done <= count; done++) {
          if (context.signal.aborted) {
            aborted("stream");
            break;
          }
          context.progress(done, count, own);
          await pause(gap);
        }
        return own;
      },
    ),
    tool("ask", { input: z.object({ token }) }, async (input, context) => {
      started("ask");
      const { content } = await context.elicit("answer", form(input.token));
      return `${input.token} ${String(content?.["answer"])}`;
    }),
    tool("hold", { input: z.object({ token }) }, async (input, context) => {
      started("hold");
      const { signal } = context;
      context.progress(1, 2, input.token);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      aborted("hold");
      return "too late";
    }),
    // Whose client is gone, and whose session may be: then it is taken back.
    tool(
      "forgotten",
      { input: z.object({ token }) },
      async (input, context) => {
        started("forgotten");
        for (let done = 1; done <= 3; done++) {
          context.progress(done, 3, input.token);
          await pause(3);
        }
        return input.token;
      },
    ),
    tool("later", { input: z.object({ token }) }, async (input, context) => {
      started("later");
      await pause();
      context.closeStream(5);
      await pause(10);
      return input.token;
    }),
    tool("touch", { input: z.object({ token }) }, (input) => {
      started("touch");
      server.notify.resourceUpdated({ uri: `load://${input.token}` });
      return input.token;
    }),
  ],
});

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
    await pause(20);
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
