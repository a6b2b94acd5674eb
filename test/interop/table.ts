import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  teeStdio,
  type Command,
  type TeedCommand,
} from "../support/wire-check/tee.ts";
import {
  judgedCount,
  peerFindings,
  type Finding,
} from "../support/wire-check.ts";
import type { Side } from "../support/wire-check/recording.ts";
import type { Driver } from "./clients/driver.ts";
import type { Feature } from "./features/feature.ts";
import { features } from "./features/index.ts";
import type { RevisionModel } from "./revision.ts";

/** One column of the interop table: a client and a server that speak one revision. */
export interface Column {
  readonly name: string;
  readonly revision: RevisionModel;
  /** Which of the two is ours. */
  readonly ours: Side;
  readonly createDriver: () => Driver;
  readonly server: () => Command;
}

const notInRevision = "–";

/** Tests every feature in every column, and prints what came out. */
export function testTable(title: string, columns: readonly Column[]): void {
  const cells = new Map<string, string>();
  const cellOf = (feature: Feature, column: Column): string =>
    cells.get(`${feature.name} ${column.name}`) ?? "not run";

  describe.each(columns)("$name", (column) => {
    let driver: Driver;
    let command: TeedCommand;

    beforeAll(async () => {
      command = teeStdio(column.server(), column.ours);
      driver = column.createDriver();
      await driver.connect(command);
    });
    afterAll(async () => {
      await driver.close();
      command.remove();
    });

    for (const feature of features) {
      const { revision } = column;
      const put = (cell: string): unknown =>
        cells.set(`${feature.name} ${column.name}`, cell);
      if (!feature.isIn(revision)) {
        put(notInRevision);
        continue;
      }
      test(feature.name, async () => {
        put("FAILED");
        const lines = (): ReturnType<TeedCommand["lines"]> => command.lines();
        await feature.check({ driver, revision, lines });
        put("ok");
      });
    }
  });

  test("the traffic of every column was judged", () => {
    expect(judgedCount()).toBeGreaterThan(columns.length * features.length);
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
        `${judgedCount()} messages judged; against the schema the peers sent ${[...peers].join("; ") || "nothing"}`,
      ].join("\n"),
    );
  });
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
