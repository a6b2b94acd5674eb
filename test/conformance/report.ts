import type { LegReport, ScenarioReport } from "./gate.ts";

const columns = ["passed", "failed", "warned", "skipped"] as const;

/** The table of all legs, and below it what is wrong. */
export function formatReports(reports: readonly LegReport[]): string {
  const all = reports.flatMap(({ leg, scenarios }) =>
    scenarios.map((scenario) => ({ leg, ...scenario })),
  );
  const legWidth = widest(all.map(({ leg }) => leg));
  const nameWidth = widest(all.map(({ scenario }) => scenario));
  const header = ["leg".padEnd(legWidth), "scenario".padEnd(nameWidth)];
  const lines = [
    [...header, ...columns, "verdict"].join("  "),
    ...all.map((row) =>
      [
        row.leg.padEnd(legWidth),
        row.scenario.padEnd(nameWidth),
        ...columns.map((column) => String(row[column]).padStart(column.length)),
        row.verdict,
      ].join("  "),
    ),
    "",
    ...reports.flatMap(describeLeg),
  ];
  return lines.join("\n");
}

function describeLeg({ leg, scenarios, faults, isClean }: LegReport): string[] {
  const clean = scenarios.filter(({ verdict }) => verdict === "clean").length;
  const state = isClean ? "clean" : "NOT CLEAN";
  return [
    `${leg}: ${state}, ${clean} of ${scenarios.length} scenarios clean`,
    ...faults.map((fault) => `  ${fault}`),
    ...scenarios.flatMap(describeScenario),
  ];
}

function describeScenario(report: ScenarioReport): string[] {
  const { scenario, verdict, faults } = report;
  switch (verdict) {
    case "clean":
      return [];
    case "not clean":
      return faults.map((fault) => `  ${scenario}: ${fault}`);
    default:
      return verdict satisfies never;
  }
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}
