import { coreTasks, type CoreRange } from "./core-tasks.ts";
import type { PageFact } from "../../schema/overrides/tables.ts";

const early = { until: "2026-07-28" };
const late = { since: "2026-07-28" };

/** Where to read on: the schema links to few of its pages. */
export const pageFacts: readonly PageFact[] = [
  ...describes("basic/lifecycle", ["initialize", "notifications/initialized"]),
  ...describes("basic/utilities/ping", ["ping"]),
  ...describes(
    "basic/utilities/cancellation",
    ["notifications/cancelled"],
    early,
  ),
  ...describes("basic/utilities/progress", ["notifications/progress"], early),
  ...describes(
    "basic/patterns/cancellation",
    ["notifications/cancelled"],
    late,
  ),
  ...describes("basic/patterns/progress", ["notifications/progress"], late),
  ...describes("basic/patterns/subscriptions", [
    "subscriptions/listen",
    "notifications/subscriptions/acknowledged",
  ]),
  ...describes(
    "basic/utilities/tasks",
    [
      "tasks/get",
      "tasks/result",
      "tasks/list",
      "tasks/cancel",
      "notifications/tasks/status",
    ],
    coreTasks,
  ),
  ...describes("server/discover", ["server/discover"]),
  ...describes("server/prompts", [
    "prompts/list",
    "prompts/get",
    "notifications/prompts/list_changed",
  ]),
  ...describes("server/resources", [
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "resources/subscribe",
    "resources/unsubscribe",
    "notifications/resources/list_changed",
    "notifications/resources/updated",
  ]),
  ...describes("server/tools", [
    "tools/list",
    "tools/call",
    "notifications/tools/list_changed",
  ]),
  ...describes("server/utilities/completion", ["completion/complete"]),
  ...describes("server/utilities/logging", [
    "logging/setLevel",
    "notifications/message",
  ]),
  ...describes("client/sampling", ["sampling/createMessage"]),
  ...describes("client/roots", [
    "roots/list",
    "notifications/roots/list_changed",
  ]),
  ...describes("client/elicitation", [
    "elicitation/create",
    "notifications/elicitation/complete",
  ]),
];

function describes(
  page: string,
  methods: readonly string[],
  range: CoreRange = {},
): PageFact[] {
  const reason = "The page that describes the method.";
  return methods.map((method) => ({ method, page, reason, ...range }));
}
