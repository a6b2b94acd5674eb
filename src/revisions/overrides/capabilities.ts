import { coreTasks, type CoreRange } from "./core-tasks.ts";
import type { CapabilityFact } from "../../schema/overrides/tables.ts";

/** Nothing in the schema ties a method to a capability: the pages do. */
export const capabilityFacts: readonly CapabilityFact[] = [
  ...needs("server", "server/prompts", {
    "prompts/list": "prompts",
    "prompts/get": "prompts",
    "notifications/prompts/list_changed": "prompts.listChanged",
  }),
  ...needs("server", "server/resources", {
    "resources/list": "resources",
    "resources/templates/list": "resources",
    "resources/read": "resources",
    "resources/subscribe": "resources.subscribe",
    "resources/unsubscribe": "resources.subscribe",
    "notifications/resources/list_changed": "resources.listChanged",
    "notifications/resources/updated": "resources.subscribe",
  }),
  ...needs("server", "server/tools", {
    "tools/list": "tools",
    "tools/call": "tools",
    "notifications/tools/list_changed": "tools.listChanged",
  }),
  ...needs("server", "server/utilities/logging", {
    "logging/setLevel": "logging",
    "notifications/message": "logging",
  }),
  ...needs(
    "server",
    "server/utilities/completion",
    { "completion/complete": "completions" },
    { since: "2025-03-26" },
  ),
  ...needs("client", "client/sampling", {
    "sampling/createMessage": "sampling",
  }),
  ...needs("client", "client/roots", {
    "roots/list": "roots",
    "notifications/roots/list_changed": "roots.listChanged",
  }),
  ...needs("client", "client/elicitation", {
    "elicitation/create": "elicitation",
    "notifications/elicitation/complete": "elicitation.url",
  }),
  ...needs(
    "receiver",
    "basic/utilities/tasks",
    {
      "tasks/get": "tasks",
      "tasks/result": "tasks",
      "tasks/list": "tasks.list",
      "tasks/cancel": "tasks.cancel",
    },
    coreTasks,
  ),
  ...needs(
    "sender",
    "basic/utilities/tasks",
    { "notifications/tasks/status": "tasks" },
    coreTasks,
  ),
];

function needs(
  side: CapabilityFact["side"],
  page: string,
  paths: Record<string, string>,
  range: CoreRange = {},
): CapabilityFact[] {
  const reason = "The page requires the capability of whoever uses the method.";
  return Object.entries(paths).map(([method, path]) => ({
    method,
    side,
    path,
    reason,
    page,
    ...range,
  }));
}
