import { z } from "zod";
import { createServer, tool } from "../../../generated/index.ts";
import type { Runs } from "./report.ts";

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

/** The server of the load test and of the soak, and how often its tools ran. */
export function createLoadServer(onError?: (error: Error) => void) {
  const runs: Runs = {};
  const started = (name: string): void => {
    (runs[name] ??= { started: 0, aborted: 0 }).started++;
  };
  const aborted = (name: string): void => {
    (runs[name] ??= { started: 0, aborted: 0 }).aborted++;
  };
  const server = createServer({
    info: { name: "load", version: "1.0.0" },
    capabilities: { resources: { subscribe: true } },
    ...(onError && { onError }),
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
        await new Promise((resolve) =>
          signal.addEventListener("abort", resolve),
        );
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

  return { server, runs };
}
