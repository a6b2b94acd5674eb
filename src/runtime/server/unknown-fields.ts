import type { Together } from "../peer/dialect.ts";
import type { SpokenRevision } from "../table/protocol-table.ts";
import { resultIssue, sentChecks } from "../table/sent.ts";
import type { Report } from "../time/reports.ts";
import type { OfferedFeature } from "../wire/rights/permit.ts";

/** What no field of a tool can be. */
const unfit = (): void => {};

/**
 * Makes what looks at tools, each once, and reports fields that neither the newest
 * revision nor an extension takes: most often they are of an extension that the server
 * forgot to name. A field that the revision knows has a guard, which refuses what no
 * field can be.
 */
export function watchTools(
  [newest]: readonly SpokenRevision[],
  joined: Pick<Together, "toolOptions"> | undefined,
  report: Report,
): (tools: readonly OfferedFeature[]) => void {
  if (!newest?.sends) return () => {};
  const taken = joined?.toolOptions ?? [];
  const checks = sentChecks(newest, newest);
  const seen = new WeakSet<object>();
  const isKnown = (field: string): boolean => {
    const tool = { name: "a", inputSchema: { type: "object" }, [field]: unfit };
    const issue = resultIssue(checks, "tools/list", { tools: [tool] });
    return taken.includes(field) || issue?.path.includes(field) === true;
  };
  return (tools) => {
    for (const { listed, isDescribed } of tools) {
      if (isDescribed || seen.has(listed)) continue;
      seen.add(listed);
      for (const field of Object.keys(listed))
        if (!isKnown(field))
          report(
            new Error(
              `tool ${String(listed["name"])}: "${field}" is no field of a tool, and no extension that the server names takes it: clients are told it as it is`,
            ),
            { kind: "field", key: field, isOnce: true },
          );
    }
  };
}
