import { setTimeout as sleep } from "node:timers/promises";
import {
  ProtocolError,
  tool,
  ToolError,
  type Feature,
} from "../../../generated/index.ts";
import * as forms from "./forms.ts";
import { texts, work } from "./schemas.ts";

/** How long the job that fails is at work before it does, in milliseconds. */
const failsAfterMs = 1_000;

/** Tools that become tasks where the client knows them, and one that never does. */
export const taskTools: readonly Feature[] = [
  tool(
    "greet",
    { description: "Greets at once", input: texts("name") },
    ({ name }) => `Hello, ${name}!`,
  ),
  tool(
    "slow_compute",
    {
      description: "Takes as many seconds as it is told",
      input: work,
      task: "optional",
    },
    async ({ seconds = 0, label = "work" }, context) => {
      if (seconds > 0) {
        await context.task();
        await sleep(seconds * 1_000, undefined, { signal: context.signal });
      }
      return `${label} took ${seconds} s`;
    },
  ),
  tool(
    "failing_job",
    { description: "Fails, as tools do", task: "required" },
    async (_, { signal }) => {
      await sleep(failsAfterMs, undefined, { signal });
      throw new ToolError("The job has failed");
    },
  ),
  tool(
    "protocol_error_job",
    { description: "Fails, as a protocol does", task: "required" },
    () => {
      throw new ProtocolError(-32603, "The job broke down");
    },
  ),
  tool(
    "confirm_delete",
    {
      description: "Asks before it deletes",
      input: texts("filename"),
      task: "required",
    },
    async ({ filename }, context) => {
      const { action } = await context.elicit("sure", forms.sure(filename));
      return action === "accept" ? `${filename} is gone` : "Nothing is deleted";
    },
  ),
  tool(
    "multi_input",
    { description: "Asks twice at once", task: "required" },
    async (_, context) => {
      const answers = await Promise.all([
        context.elicit("user_name", forms.name),
        context.elicit("confirm", forms.sure("everything")),
      ]);
      return `Answers: ${answers.map(({ action }) => action).join(", ")}`;
    },
  ),
  tool(
    "test_tool_with_task",
    {
      description: "Asks for a name, and then takes its time",
      task: "optional",
    },
    async (_, context) => {
      const { content } = await context.elicit("user_name", forms.name);
      await context.task();
      return `Hello, ${String(content?.["name"])}!`;
    },
  ),
];
