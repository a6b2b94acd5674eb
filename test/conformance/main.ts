import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Folders } from "./folders.ts";
import { judgeLeg, type LegReport } from "./gate.ts";
import { legs, type Leg, type Side } from "./legs.ts";
import { withOwn } from "./own/index.ts";
import { formatReports } from "./report.ts";
import { readResults } from "./results.ts";
import { runSuite } from "./run-suite.ts";
import { startSubject } from "./subject.ts";

/**
 * Runs all legs, or those whose names begin with what is given, such as `server`,
 * or `client 2026-07-28, server`, prints what they came to, and returns the exit
 * code: 0 if every leg is clean, 1 if not, 2 if there is none of a name.
 */
export async function main(
  args: readonly string[],
  folders: Folders,
): Promise<number> {
  const wanted = args.join(" ").split(", ");
  const chosen = legs.filter(({ name }) =>
    wanted.some((start) => name.startsWith(start)),
  );
  if (
    !wanted.every((start) => chosen.some(({ name }) => name.startsWith(start)))
  ) {
    console.error(`Which leg? ${legs.map(({ name }) => name).join(", ")}`);
    return 2;
  }
  const results = mkdtempSync(path.join(tmpdir(), "mcp-gen-conformance-"));
  const outcomes = [
    await runLegs("server", chosen, results, folders),
    await runLegs("client", chosen, results, folders),
  ];
  const reports = outcomes.flatMap((outcome) => outcome.reports);
  const wasAlive = outcomes.every((outcome) => outcome.wasAlive);
  console.log(formatReports(reports));
  if (!wasAlive) console.log("The server broke down.");
  if (wasAlive && reports.every(({ isClean }) => isClean)) {
    rmSync(results, { recursive: true });
    return 0;
  }
  console.log(`\nWhat the suite found: ${results}`);
  return 1;
}

interface Outcome {
  readonly reports: readonly LegReport[];
  /** Whether what was judged stood it to the end. */
  readonly wasAlive: boolean;
}

/** One leg after the other: some scenarios count milliseconds. */
async function runLegs(
  side: Side,
  chosen: readonly Leg[],
  results: string,
  folders: Folders,
): Promise<Outcome> {
  const own = chosen.filter((leg) => leg.side === side);
  if (own.length === 0) return { reports: [], wasAlive: true };
  const subject = await startSubject(side, folders, results);
  const reports: LegReport[] = [];
  for (const leg of own) {
    const folder = path.join(results, leg.name.replaceAll(" ", "-"));
    await runSuite(leg, subject.target, folder, folders);
    const found = readResults(folder, side);
    const all = await withOwn(leg.own ?? [], found, subject.url);
    reports.push(judgeLeg(leg, all));
  }
  return { reports, wasAlive: await subject.close() };
}
