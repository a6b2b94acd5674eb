import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { resource, tool, type Feature } from "../../../../generated/index.ts";
import type { types } from "../../../../generated/index.ts";

/** What tools tell of themselves, and of others. */
export interface Telling {
  started(tool: string, token: string): void;
  aborted(tool: string, token: string): void;
  /** Tells who subscribed to a resource that it has changed. */
  updated(uri: string): void;
  /** Changes the list of tools, and changes it back. */
  relisted(): void;
}

const token = z.string();
const steps = z.number();
const gap = z.number();

/** The tools of the cluster that is tested: each says at once that it runs, and answers with its token. */
export function toolsOf(telling: Telling): readonly Feature[] {
  return [...atOnce(telling), ...inTime(telling), asking(telling)];
}

function atOnce({ started, updated, relisted }: Telling): Feature[] {
  return [
    tool("echo", { input: z.object({ token }) }, (input) => {
      started("echo", input.token);
      return input.token;
    }),
    tool(
      "sum",
      { input: z.object({ token, numbers: z.array(z.number()) }) },
      ({ token: own, numbers }) => {
        started("sum", own);
        return `${own} ${numbers.reduce((sum, one) => sum + one, 0)}`;
      },
    ),
    tool("touch", { input: z.object({ token }) }, (input) => {
      started("touch", input.token);
      updated(`storm://${input.token}`);
      return input.token;
    }),
    tool("relist", { input: z.object({ token }) }, (input) => {
      started("relist", input.token);
      relisted();
      return input.token;
    }),
    resource("storm://all", { name: "all" }, () => "everything"),
  ];
}

function inTime({ started, aborted }: Telling): Feature[] {
  return [
    tool(
      "slow",
      { input: z.object({ token, steps, gap }) },
      async ({ token: own, steps: all, gap: between }, context) => {
        started("slow", own);
        const { signal } = context;
        for (let done = 1; done <= all; done++) {
          context.progress(done, all, own);
          context.log("info", own);
          await pause(between, undefined, { signal }).catch(() => {});
          if (!signal.aborted) continue;
          aborted("slow", own);
          break;
        }
        return own;
      },
    ),
    // Ends when it is taken back, and never else.
    tool("hold", { input: z.object({ token }) }, async (input, context) => {
      started("hold", input.token);
      const { signal } = context;
      context.progress(1, 2, input.token);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      aborted("hold", input.token);
      return "too late";
    }),
    // The client is to come back for its answer.
    tool(
      "later",
      { input: z.object({ token, gap }) },
      async ({ token: own, gap: wait }, context) => {
        started("later", own);
        await pause(1);
        context.closeStream(wait);
        await pause(wait);
        return own;
      },
    ),
    tool(
      "work",
      { input: z.object({ token, steps, gap }), task: "required" },
      async ({ token: own, steps: all, gap: between }, context) => {
        started("work", own);
        const task = await context.task();
        for (let done = 1; done <= all; done++) {
          task.say(`${own} ${done}`);
          await pause(between, undefined, { signal: context.signal });
        }
        return own;
      },
    ),
  ];
}

/** A question, in the token of its call. */
export function question(of: string): types.ElicitRequestFormParams {
  return {
    message: of,
    requestedSchema: {
      type: "object",
      properties: { answer: { type: "string" } },
      required: ["answer"],
    },
  };
}

function asking({ started }: Telling): Feature {
  return tool("ask", { input: z.object({ token }) }, async (input, context) => {
    const { token: own } = input;
    // In a stateless revision it runs once more with the answer.
    const round = context.inputResponses === undefined ? "" : "+";
    started("ask", own + round);
    const { content } = await context.elicit("answer", question(own));
    return `${own} ${String(content?.["answer"])}`;
  });
}
