import { setTimeout as sleep } from "node:timers/promises";
import { tool, type Feature } from "../../../generated/index.ts";

/** How long the suite wants to see nothing between two notifications, in milliseconds. */
const pauseMs = 50;

/** Tools that tell something while they run. */
export const tellingTools: readonly Feature[] = [
  tool(
    "test_tool_with_logging",
    { description: "Logs what it does" },
    async (_, context) => {
      context.log("info", "Tool execution started");
      await sleep(pauseMs);
      context.log("info", "Tool processing data");
      await sleep(pauseMs);
      context.log("info", "Tool execution completed");
      return "Logged three times";
    },
  ),
  tool(
    "test_logging_tool",
    { description: "Logs, if it was asked for" },
    (_, context) => {
      context.log("info", "Heard only by who asked for it");
      return "Logged once";
    },
  ),
  tool(
    "test_tool_with_progress",
    { description: "Tells how far it is" },
    async (_, context) => {
      context.progress(0, 100);
      await sleep(pauseMs);
      context.progress(50, 100);
      await sleep(pauseMs);
      context.progress(100, 100);
      return "Done";
    },
  ),
  tool(
    "test_reconnection",
    { description: "Closes its stream, and answers when the client is back" },
    async (_, context) => {
      context.closeStream(2 * pauseMs);
      await sleep(2 * pauseMs);
      return "Answered to who came back";
    },
  ),
];
