/** What was measured side by side: the first row is what the others are held against. */
export interface Table {
  readonly title: string;
  readonly unit: string;
  readonly rows: readonly Row[];
}

export interface Row {
  readonly name: string;
  /** The median, in the table's unit. */
  readonly median: number;
  /** The ratio that is aimed at. */
  readonly aim?: number;
}

export function printTable({ title, unit, rows }: Table): void {
  const baseline = rows[0]?.median ?? NaN;
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`\n${title} (median, ${unit})`);
  for (const { name, median, aim } of rows) {
    const ratio = median / baseline;
    const cells = [
      name.padEnd(width),
      median.toFixed(median < 100 ? 1 : 0).padStart(9),
      ratio.toFixed(2).padStart(8),
      aim === undefined ? "" : `  aim ${aim}${ratio <= aim ? "" : ": missed"}`,
    ];
    console.log(`  ${cells.join(" ")}`.trimEnd());
  }
}
