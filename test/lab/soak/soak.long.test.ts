import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { heading, judge, line, type Findings } from "./judge.ts";
import type { Sample } from "./sample.ts";

const index = join(import.meta.dirname, "index.js");

test("some seconds of the soak find no growth and no wrong answer", async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [index, "8"]);
  console.log(stdout);
  const [first, ...rest] = stdout.trimEnd().split("\n");
  expect(first).toBe(heading);
  expect(rest.at(-1)).toBe("No growth, and no wrong answer.");
  const [, calls = 0, sessions = 0] =
    /^(\d+) calls, (\d+) sessions/m.exec(stdout) ?? [];
  expect(Number(calls)).toBeGreaterThan(500);
  expect(Number(sessions)).toBeGreaterThan(10);
});

test("a soak of no time is refused", async () => {
  const run = promisify(execFile)(process.execPath, [index, "none"]);
  await expect(run).rejects.toMatchObject({ code: 2 });
});

describe("a soak fails", () => {
  const sample: Sample = {
    seconds: 0,
    resident: 100e6,
    heap: 20e6,
    sessions: 0,
    streams: 0,
    requests: 0,
    kept: 0,
    stored: 0,
    descriptors: 20,
    logged: 0,
  };
  const steady = Array<Sample>(24).fill({ ...sample, sessions: 30 });
  const sound: Findings = {
    before: sample,
    during: steady,
    after: sample,
    failures: [],
  };
  const rising = (each: (at: number) => Partial<Sample>): Findings => ({
    ...sound,
    during: steady.map((one, at) => ({ ...one, ...each(at) })),
  });

  test("not without a reason", () => {
    expect(judge(sound)).toEqual([]);
    // A server that warms up is none that leaks.
    const warming = rising((at) => ({ heap: at < 6 ? 5e6 * at : 30e6 }));
    expect(judge(warming)).toEqual([]);
    expect(line(sample)).toHaveLength(heading.length);
  });

  test.each<[string, Findings]>([
    ["heap has grown", rising((at) => ({ heap: 20e6 + at * 1e6 }))],
    ["resident has grown", rising((at) => ({ resident: 1e8 + at * 6e6 }))],
    ["wrong answer: 7", { ...sound, failures: ["7"] }],
    ["sessions at the end: 1", { ...sound, after: { ...sample, sessions: 1 } }],
    ["streams at the end: 1", { ...sound, after: { ...sample, streams: 1 } }],
    ["requests at the end: 1", { ...sound, after: { ...sample, requests: 1 } }],
    ["kept at the end: 1", { ...sound, after: { ...sample, kept: 1 } }],
    ["stored at the end: 1", { ...sound, after: { ...sample, stored: 1 } }],
    [
      "descriptors: 20 before",
      { ...sound, after: { ...sample, descriptors: 60 } },
    ],
    ["bytes logged: 20000", { ...sound, after: { ...sample, logged: 20_000 } }],
  ])("because %s", (problem, findings) => {
    const problems = judge(findings);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });
});
