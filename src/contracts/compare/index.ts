import { withoutInstances, type Snapshot } from "../snapshot/index.ts";
import type {
  ComparedSnapshot,
  SnapshotChange,
  SnapshotDiff,
} from "./change.ts";
import { changeOf } from "./lists.ts";
import { comparePrompts } from "./prompts.ts";
import { compareResources } from "./resources.ts";
import { summarize } from "./summary.ts";
import { compareTemplates } from "./templates.ts";
import { compareTools } from "./tools.ts";

export type {
  ComparedSnapshot,
  SnapshotAdded,
  SnapshotChange,
  SnapshotChanged,
  SnapshotChangeDetails,
  SnapshotDiff,
  SnapshotEffect,
  SnapshotList,
  SnapshotRemoved,
  SnapshotRule,
  SnapshotSaid,
  SnapshotSubject,
  SnapshotSummary,
  SnapshotTurn,
  SnapshotWhere,
} from "./change.ts";
export { snapshotRules, type SnapshotRuleText } from "./rules.ts";
export { breakingAlone, isDrift } from "./summary.ts";

/**
 * Compares what a server lists now with what it listed before. Each change says what it does
 * to callers who use the older snapshot: one that cannot be proven to be compatible may break
 * them. Resources that a template of either describes are not compared.
 */
export function compareSnapshots(
  before: Snapshot,
  after: Snapshot,
): SnapshotDiff {
  const templates = [...before.resourceTemplates, ...after.resourceTemplates];
  const resourcesOf = (snapshot: Snapshot): Snapshot["resources"] =>
    withoutInstances(snapshot, templates).resources;
  const changes = [
    ...compareServers(before, after),
    ...compareTools(before.tools, after.tools),
    ...comparePrompts(before.prompts, after.prompts),
    ...compareTemplates(before.resourceTemplates, after.resourceTemplates),
    ...compareResources(resourcesOf(before), resourcesOf(after)),
  ];
  return {
    formatVersion: 1,
    before: comparedOf(before),
    after: comparedOf(after),
    summary: summarize(changes),
    changes,
  };
}

function comparedOf({ server, protocolVersion }: Snapshot): ComparedSnapshot {
  return { name: server.name, version: server.version, protocolVersion };
}

/** What the server says of itself, and the revision that it was spoken to in. */
function compareServers(before: Snapshot, after: Snapshot): SnapshotChange[] {
  const [old, now] = [comparedOf(before), comparedOf(after)];
  const parts = ["name", "version", "protocolVersion"] as const;
  return parts
    .filter((part) => old[part] !== now[part])
    .map((part) =>
      changeOf({
        kind: "changed",
        subject: "server",
        rule: "server-changed",
        where: { part },
        before: old[part],
        after: now[part],
      }),
    );
}
