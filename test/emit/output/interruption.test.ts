import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { OutputError, planOutput } from "../../../src/emit/output/index.ts";
import {
  generateTree,
  planTree,
  readTree,
  temporaryFolder,
  writeTree,
  type Tree,
} from "./folder.ts";

/** Counts down to the change of the disk that fails; with `halts`, all later ones do too. */
const fault = vi.hoisted(() => ({
  countdown: Infinity,
  halts: false,
  code: "EIO",
}));

vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  const failing =
    <Arguments extends unknown[], Result>(
      change: (...args: Arguments) => Result,
    ) =>
    (...args: Arguments): Result => {
      if (fault.countdown === 0) {
        if (!fault.halts) fault.countdown = Infinity;
        const error = new Error(`${fault.code}: a fault of the test`);
        throw Object.assign(error, { code: fault.code, syscall: "test" });
      }
      fault.countdown--;
      return change(...args);
    };
  return {
    ...fs,
    copyFileSync: failing(fs.copyFileSync),
    linkSync: failing(fs.linkSync),
    mkdirSync: failing(fs.mkdirSync),
    renameSync: failing(fs.renameSync),
    rmdirSync: failing(fs.rmdirSync),
    rmSync: failing(fs.rmSync),
    writeFileSync: failing(fs.writeFileSync),
  };
});

const old: Tree = { "a/one.ts": "1", "b.ts": "2", "c/d/three.ts": "3" };
const next: Tree = { "a/one.ts": "new", "b.ts": "2", "e/four.ts": "4" };

/** The folder that a run leaves: `complete` tells whether it came to its end. */
function runWithFault(
  countdown: number,
  halts: boolean,
  code = "EIO",
): { folder: string; out: string; complete: boolean; error?: unknown } {
  const folder = temporaryFolder();
  const out = join(folder, "out");
  generateTree(out, old);
  writeTree(out, { "mine.txt": "mine" });
  Object.assign(fault, { countdown, halts, code });
  try {
    generateTree(out, next);
    // A fault that was met is worked around, as where there are no hard links.
    return { folder, out, complete: fault.countdown !== Infinity };
  } catch (error) {
    return { folder, out, complete: false, error };
  } finally {
    Object.assign(fault, { countdown: Infinity, halts: false });
  }
}

function expected(tree: Tree): Tree {
  const out = join(temporaryFolder(), "out");
  generateTree(out, tree);
  return { ...readTree(out), "mine.txt": "mine" };
}

/** Runs with a fault at every change of the disk in turn, until one run meets none. */
function atEveryChange(check: (countdown: number) => { complete: boolean }) {
  for (let countdown = 0; countdown < 200; countdown++) {
    if (check(countdown).complete) return countdown;
  }
  throw new Error("no run came to its end");
}

describe("a change of the disk that fails", () => {
  test("leaves the old output whole, and no staging", () => {
    const [before, after] = [expected(old), expected(next)];
    const changes = atEveryChange((countdown) => {
      const run = runWithFault(countdown, false);
      const tree = readTree(run.out);
      if (run.complete) {
        expect(tree).toEqual(after);
        return run;
      }
      if ("error" in run) expect(run.error).toBeInstanceOf(OutputError);
      expect([before, after]).toContainEqual(tree);
      generateTree(run.out, next);
      expect(readTree(run.out)).toEqual(after);
      expect(readdirSync(run.folder)).toEqual(["out"]);
      return run;
    });
    expect(changes).toBeGreaterThan(10);
  });

  test.each([
    ["ENOSPC", "no-space"],
    ["EACCES", "not-permitted"],
    ["EROFS", "not-permitted"],
    ["EIO", "not-written"],
  ])("%s says %s", (code, expectedCode) => {
    // The fourth change: files are being staged, and nothing has been moved.
    const { error, folder } = runWithFault(3, false, code);
    expect(error).toMatchObject({ code: expectedCode });
    expect(readdirSync(folder)).toEqual(["out"]);
  });
});

describe("a run that is stopped", () => {
  test("is undone by the next one, wherever it was", () => {
    const [before, after] = [expected(old), expected(next)];
    let interrupted = 0;
    atEveryChange((countdown) => {
      const run = runWithFault(countdown, true);
      if (run.complete) return run;
      const plan = planTree(run.out, next);
      if (plan.interrupted) interrupted++;
      // Until the journal is written, and once it is gone, the output is whole.
      else expect([before, after]).toContainEqual(readTree(run.out));
      generateTree(run.out, old);
      expect(readTree(run.out)).toEqual(before);
      expect(readdirSync(run.folder)).toEqual(["out"]);
      return run;
    });
    expect(interrupted).toBeGreaterThan(3);
  });

  test("while the folder is first written leaves no folder", () => {
    const out = join(temporaryFolder(), "out");
    Object.assign(fault, { countdown: 4, halts: true });
    expect(() => generateTree(out, old)).toThrow(OutputError);
    Object.assign(fault, { countdown: Infinity, halts: false });
    expect(existsSync(out)).toBe(false);
    generateTree(out, old);
    expect(Object.keys(readTree(out))).toContain("c/d/three.ts");
  });

  test("does not undo what the user has done since", () => {
    const run = runWithFault(14, true);
    expect(
      planOutput(run.out, [], { generator: "", inputs: [] }),
    ).toMatchObject({ interrupted: true });
    writeTree(run.out, { "e/four.ts": "mine now" });
    expect(() => generateTree(run.out, next)).toThrow("e/four.ts");
    expect(readTree(run.out)["e/four.ts"]).toBe("mine now");
  });

  test("with a journal that names a path outside changes nothing there", () => {
    const folder = temporaryFolder();
    const out = join(folder, "out");
    generateTree(out, old);
    writeTree(folder, {
      "victim.txt": "victim",
      ".out.mcp-gen/journal.json": `[{"path": "../victim.txt"}]`,
    });
    expect(() => generateTree(out, next)).toThrow(OutputError);
    expect(readTree(folder)["victim.txt"]).toBe("victim");
  });
});
