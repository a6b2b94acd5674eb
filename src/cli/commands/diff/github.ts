import type {
  Change,
  Place,
} from "../../../compat/protocol-diff/change/change.ts";
import { isAddress } from "../../../revisions/fetch.ts";
import { annotationsOf } from "../changes/github.ts";
import { linesOf } from "./lines.ts";
import type { DiffReport } from "./report.ts";
import { stdinName } from "./source.ts";
import { summaryText } from "./text.ts";

/** A diff as annotations of a GitHub workflow, after its summary. */
export function diffAsGithub(report: DiffReport): string {
  return summaryText(report) + annotations(report.found.changes);
}

/** An annotation for each change, but for what is only said otherwise. */
export function annotations(changes: readonly Change[]): string {
  return annotationsOf(linesOf(changes, { apart: true }), isFile);
}

/** GitHub looks for the file in the repository. */
function isFile({ file }: Place): boolean {
  return file !== stdinName && !isAddress(file);
}
