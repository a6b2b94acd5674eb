// Compares the cost of a call with the record, or writes the record with UPDATE_GATES=1.
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Figures } from "./figures.ts";
import { Programs } from "./measure.ts";
import { findChange, majorOf, readRecord, writeRecord } from "./record.ts";
import { scenarios } from "./scenarios.ts";

const record = readRecord();
const { version, execPath } = process;
const major = majorOf(version);
const updates = process.env["UPDATE_GATES"] === "1";
const programs = new Programs();

beforeAll(async () => {
  // The default mode, and no options of Node that change what is measured.
  for (const name of ["NODE_ENV", "NODE_OPTIONS", "NODE_V8_COVERAGE"])
    vi.stubEnv(name, undefined);
  await programs.build();
});
afterAll(() => {
  vi.unstubAllEnvs();
  programs.remove();
});

if (updates) {
  test("records the cost of calls", async () => {
    const measured = new Map<string, ReadonlyMap<string, Figures>>();
    for (const other of Object.keys(record.nodes)) {
      const node = other === major ? undefined : fetchNode(other);
      if (node) measured.set(node.version, await measureAll(node.execPath));
    }
    measured.set(version, await measureAll(execPath));
    writeRecord(record, measured);
  });
} else {
  const isRecorded = major in record.nodes;
  const reason = isRecorded
    ? ""
    : ` (Node ${major} has no record: run \`npm run gates:update\` with it)`;
  for (const scenario of scenarios)
    test.skipIf(!isRecorded)(`${scenario.name}${reason}`, async () => {
      const figures = await programs.measure(scenario, execPath);
      const { name } = scenario;
      const change = findChange(record, { version, name, figures });
      if (change !== undefined) expect.fail(change);
    });
}

async function measureAll(node: string): Promise<ReadonlyMap<string, Figures>> {
  const all = new Map<string, Figures>();
  for (const scenario of scenarios)
    all.set(scenario.name, await programs.measure(scenario, node));
  return all;
}

interface NodeProgram {
  readonly version: string;
  readonly execPath: string;
}

/** Returns another major version of Node from npm, or undefined without a network. */
function fetchNode(other: string): NodeProgram | undefined {
  const source = "JSON.stringify({ version, execPath } = process)";
  const command = ["exec", "--yes", `--package=node@${other}`, "--", "node"];
  try {
    const output = execFileSync("npm", [...command, "-p", source]);
    // Printed by the line above.
    return JSON.parse(output.toString()) as NodeProgram;
  } catch (error) {
    console.error(
      `Node ${other} is not measured, and its record stays: npm cannot run it.`,
      error,
    );
    return undefined;
  }
}
