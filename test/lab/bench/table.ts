/** Programs measured side by side; the others are compared with the first row. */
export interface Table {
  readonly title: string;
  readonly unit: string;
  /** Figure that is compared; "cost" if absent. */
  readonly judged?: Judged;
  readonly rows: readonly Row[];
}

/**
 * Figure of a row that is compared with its aim: the ratio of its cost to the first
 * row's (at most the aim), of its speed (at least the aim), or its value (at most).
 */
export type Judged = "cost" | "speed" | "value";

/** A measured figure. */
export interface Figure {
  /** Median, in the table's unit. */
  readonly median: number;
  /** Median of the ratios to the first row, round by round; else ratio of the medians. */
  readonly ratio?: number;
}

/** A program of a table, with its figures for `NODE_ENV` unset. */
export interface Row extends Figure {
  readonly name: string;
  /** Half the distance between the lowest and the highest sample. */
  readonly spread?: number;
  /** Figures for `NODE_ENV=production`, if the program reads it. */
  readonly production?: Figure;
  /** Target for `NODE_ENV` unset: a ratio, or a value where values are judged. */
  readonly aim?: number;
}

/** Adds the ratio to the first row where a row has none, unless values are judged. */
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

/** Prints a table for a terminal; figures for production stand right of those for `NODE_ENV` unset. */
export function printTable(table: Table): void {
  const { title, unit, judged = "cost", rows } = withRatios(table);
  const width = Math.max(16, ...rows.map(({ name }) => name.length));
  const hasProduction = rows.some(({ production }) => production);
  console.log(`\n${title} (${judged === "value" ? unit : `median, ${unit}`})`);
  if (hasProduction)
    console.log(
      `  ${"".padEnd(width)} ${"NODE_ENV unset".padStart(18)} ${"production".padStart(18)}`,
    );
  for (const row of rows) {
    const { name, spread, production } = row;
    const isFine = judged !== "value" || spread !== undefined;
    const cells = [
      name.padEnd(width),
      printFigure(row, isFine),
      ...(hasProduction
        ? [production ? printFigure(production, isFine) : "".padEnd(18)]
        : []),
      spread === undefined ? "" : ` ± ${spread.toFixed(1)}`,
      verdict(row, judged),
    ];
    console.log(`  ${cells.join(" ")}`.trimEnd());
  }
}

function printFigure({ median, ratio }: Figure, isFine: boolean): string {
  const digits = isFine && median < 100 ? 1 : 0;
  const cells = [median.toFixed(digits), ratio?.toFixed(2) ?? ""];
  return cells.map((cell) => cell.padStart(9)).join("");
}

/** True if a row has no aim, or its figure for `NODE_ENV` unset reaches it. */
export function meetsAim({ aim, median, ratio }: Row, judged: Judged): boolean {
  if (aim === undefined) return true;
  const figure = ratio ?? median;
  return judged === "speed" ? figure >= aim : figure <= aim;
}

function verdict(row: Row, judged: Judged): string {
  if (row.aim === undefined) return "";
  const sign = judged === "speed" ? "≥" : "≤";
  return `  aim ${sign} ${row.aim}${meetsAim(row, judged) ? "" : ": missed"}`;
}
