import type { News } from "../../../project/update/index.ts";
import type { DiffReport } from "../diff/report.ts";

/** The diff of news, as `diff` reports it; undefined where there is none. */
export function newsDiff({
  diff,
  uncommented = [],
}: News): DiffReport | undefined {
  if (diff === undefined) return undefined;
  return { found: diff, total: diff.changes.length, uncommented };
}
