/** What was measured side by side: the first row is what the others are held against. */
export interface Table {
  readonly title: string;
  readonly unit: string;
  /** How a row is judged: by what it costs, unless this says otherwise. */
  readonly judged?: Judged;
  readonly rows: readonly Row[];
}

/**
 * By its cost, which is of the first row at most the aim; by its speed, which is of
 * the first row's at least the aim; or by its value, which is at most the aim.
 */
export type Judged = "cost" | "speed" | "value";

export interface Row {
  readonly name: string;
  /** The median, in the table's unit. */
  readonly median: number;
  /** How far the samples lie from it, where that is told. */
  readonly spread?: number;
  /** The median of the ratios to the first row, pair by pair; else that of the medians. */
  readonly ratio?: number;
  /** What is aimed at: a ratio, or a value where values are judged. */
  readonly aim?: number;
  /** What the official SDK is known to reach, for orientation. */
  readonly known?: string;
}

/** The table with a ratio to the first row in each, where rows are compared. */
export function withRatios(table: Table): Table {
  const { judged = "cost", rows } = table;
  if (judged === "value") return table;
  const baseline = rows[0]?.median ?? NaN;
  const ratioOf = (median: number): number =>
    judged === "speed" ? baseline / median : median / baseline;
  return {
    ...table,
    judged,
    rows: rows.map((row) => ({ ratio: ratioOf(row.median), ...row })),
  };
}

export function printTable(table: Table): void {
  const { title, unit, judged = "cost", rows } = withRatios(table);
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`\n${title} (${judged === "value" ? unit : `median, ${unit}`})`);
  for (const row of rows) {
    const { name, median, ratio, known, spread } = row;
    const isFine = median < 100 && (judged !== "value" || spread !== undefined);
    const digits = isFine ? 1 : 0;
    const cells = [
      name.padEnd(width),
      median.toFixed(digits).padStart(9),
      spread === undefined ? "" : ` ± ${spread.toFixed(1)}`,
      ratio?.toFixed(2).padStart(8) ?? "",
      verdict(row, judged),
      known === undefined ? "" : ` [${known}]`,
    ];
    console.log(`  ${cells.join(" ")}`.trimEnd());
  }
}

function verdict({ aim, median, ratio }: Row, judged: Judged): string {
  if (aim === undefined) return "";
  const figure = ratio ?? median;
  const met = judged === "speed" ? figure >= aim : figure <= aim;
  return `  aim ${judged === "speed" ? "≥" : "≤"} ${aim}${met ? "" : ": missed"}`;
}
