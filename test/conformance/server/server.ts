import {
  createServer,
  prompt,
  tool,
  type ServerOptions,
} from "../../../generated/index.ts";
import { tasks } from "../../../generated/extensions/tasks.ts";
import type { TaskStore } from "../../../src/runtime/tasks.ts";
import { askingTools } from "./asking-tools.ts";
import { contentTools } from "./content-tools.ts";
import { inputFeatures } from "./input-tools.ts";
import { prompts } from "./prompts.ts";
import { resources } from "./resources.ts";
import { taskTools } from "./task-tools.ts";
import { tellingTools } from "./telling-tools.ts";

/** What the suite calls: one server for every revision. */
export function createFixture({
  store,
  ...settings
}: Pick<ServerOptions, "onError" | "requestState"> & {
  /** Where tasks are kept; in memory by default. */
  readonly store?: TaskStore;
} = {}) {
  const passingTool = tool("test_passing_tool", {}, () => "gone by now");
  const passingPrompt = prompt("test_passing_prompt", {}, () => "gone by now");
  const server = createServer({
    ...settings,
    info: { name: "mcp-gen-conformance", version: "1.0.0" },
    extensions: [tasks.with({ store })],
    capabilities: {
      logging: {},
      resources: { subscribe: true, listChanged: true },
    },
    features: [
      ...contentTools,
      ...tellingTools,
      ...askingTools,
      ...inputFeatures,
      ...taskTools,
      // The list changes twice at once, so that clients hear of it, and no list differs.
      tool(
        "test_trigger_tool_change",
        { description: "Changes the list of tools" },
        () => {
          server.add(passingTool);
          server.remove(passingTool);
          return "The list of tools has changed";
        },
      ),
      tool(
        "test_trigger_prompt_change",
        { description: "Changes the list of prompts" },
        () => {
          server.add(passingPrompt);
          server.remove(passingPrompt);
          return "The list of prompts has changed";
        },
      ),
      ...resources,
      ...prompts,
    ],
  });
  return server;
}
