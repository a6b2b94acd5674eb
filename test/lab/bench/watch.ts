import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Folders } from "./main.ts";
import { median } from "./measure.ts";
import type { Table } from "./table.ts";

/** Turns that are not counted: the compiler of the engine is still at work. */
const warm = 5;
const turns = 15;

/** How long `watch` takes from a save to its last file: of one schema, and beside other revisions. */
export async function watchTable(
  { repository }: Folders,
  schema: string,
): Promise<Table> {
  const cli = path.join(repository, "dist/cli.js");
  const rows = [
    { name: "watch, a schema", revisions: [] },
    {
      name: "watch, a schema beside all bundled revisions",
      revisions: ["all"],
    },
  ];
  const measured: Table["rows"][number][] = [];
  for (const { name, revisions } of rows)
    measured.push({
      name,
      aim: 300,
      median: median(await measure(cli, schema, revisions)),
    });
  return {
    title: "From a save to the last file, in a warm process",
    unit: "ms",
    judged: "value",
    rows: measured,
  };
}

async function measure(
  cli: string,
  schema: string,
  revisions: readonly string[],
): Promise<number[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-gen-bench-"));
  const file = path.join(folder, "schema.ts");
  writeFileSync(file, schema);
  const words = ["--schema", file, "--revision", "next", "--out", "out"];
  const child = spawn(
    process.execPath,
    [cli, "watch", ...revisions, ...words],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  try {
    const said = linesOf(child);
    await said(/^Watching/);
    const taken: number[] = [];
    for (let turn = 0; turn < warm + turns; turn++) {
      const start = performance.now();
      writeFileSync(file, `${schema}\nexport interface Turn { at: ${turn} }\n`);
      await said(/has changed/);
      taken.push(performance.now() - start);
    }
    return taken.slice(warm);
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits for a line that it prints. */
function linesOf({ stderr }: ChildProcess): (like: RegExp) => Promise<void> {
  if (!stderr) throw new Error("nothing is printed");
  const lines = createInterface({ input: stderr })[Symbol.asyncIterator]();
  return async (like) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error("watch has ended");
      if (/^error/.test(value)) throw new Error(value);
      if (like.test(value)) return;
    }
  };
}
