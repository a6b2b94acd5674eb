import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  judgedCount,
  peerFindings,
  type Finding,
} from "../support/wire-check.ts";
import type { Driver } from "./clients/driver.ts";
import type { Feature } from "./features/feature.ts";
import type { Place } from "./place.ts";
import type { RevisionModel } from "./revision.ts";

/** One column of the interop table: a client and a server that speak one revision. */
export interface Column<Where extends Place = Place> {
  readonly name: string;
  readonly revision: RevisionModel;
  readonly createDriver: () => Driver;
  readonly open: () => Where | Promise<Where>;
}

const notInRevision = "–";

/** Tests every feature in every column, and prints what came out. */
export function testTable<Where extends Place>(
  title: string,
  columns: readonly Column<Where>[],
  features: readonly Feature<Where>[],
): void {
  const cells = new Map<string, string>();
  const notes: string[] = [];
  /** What other tables of the file have had judged. */
  let judgedBefore: number | undefined;
  const keyOf = (feature: Feature<Where>, column: Column<Where>): string =>
    `${feature.name} ${column.name}`;
  const cellOf = (feature: Feature<Where>, column: Column<Where>): string =>
    cells.get(keyOf(feature, column)) ?? "not run";

  describe.each(columns)("$name", (column) => {
    const { revision, createDriver } = column;
    let driver: Driver;
    let place: Where;

    beforeAll(async () => {
      judgedBefore ??= judgedCount();
      place = await column.open();
      driver = createDriver();
      await driver.connect(place.target);
    });
    afterAll(async () => {
      await driver.close();
      await place.close();
    });

    for (const feature of features) {
      const put = (cell: string): unknown =>
        cells.set(keyOf(feature, column), cell);
      if (!feature.isIn(revision)) {
        put(notInRevision);
        continue;
      }
      test(feature.name, async () => {
        put("FAILED");
        const subject = { driver, revision, place, createDriver };
        const note = await feature.check(subject);
        put(note === undefined ? "ok" : `ok (${noteNumber(notes, note)})`);
      });
    }
  });

  test("the traffic of every column was judged", () => {
    const judged = judgedCount() - (judgedBefore ?? 0);
    expect(judged).toBeGreaterThan(columns.length * features.length);
  });

  test("every cell of the table is there", () => {
    const all = features.flatMap((feature) =>
      columns.map((column) => cellOf(feature, column)),
    );
    expect(all).not.toContain("not run");
  });

  afterAll(() => {
    const head = ["", ...columns.map(({ name }) => name)];
    const rows = features.map((feature) => [
      feature.name,
      ...columns.map((column) => cellOf(feature, column)),
    ]);
    const peers = new Set(peerFindings().map(summary));
    console.log(
      [
        `${title} (${notInRevision} is not in the revision)`,
        print([head, ...rows]),
        ...notes.map((note, index) => `(${index + 1}) ${note}`),
        `${judgedCount()} messages judged; against the schema the peers sent ${[...peers].join("; ") || "nothing"}`,
      ].join("\n"),
    );
  });
}

function noteNumber(notes: string[], note: string): number {
  if (!notes.includes(note)) notes.push(note);
  return notes.indexOf(note) + 1;
}

function summary({ side, revision, reasons }: Finding): string {
  return `${side}, ${revision}: ${reasons[0] ?? ""}`;
}

function print(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
