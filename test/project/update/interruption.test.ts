import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { sha256 } from "../../../src/base/digest.ts";
import type { Lock, LockedInput } from "../../../src/project/config/lock.ts";
import { readLock } from "../../../src/project/config/read-lock.ts";
import { write, type Writing } from "../../../src/project/update/write.ts";
import {
  readTree,
  temporaryFolder,
  type Tree,
} from "../../emit/output/folder.ts";

/** Counts down to the change of the disk that fails; with `halts`, all later ones do too. */
const fault = vi.hoisted(() => ({ countdown: Infinity, halts: false }));

vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  const failing =
    <Arguments extends unknown[], Result>(
      change: (...args: Arguments) => Result,
    ) =>
    (...args: Arguments): Result => {
      if (fault.countdown === 0) {
        if (!fault.halts) fault.countdown = Infinity;
        const error = new Error("EIO: a fault of the test");
        throw Object.assign(error, { code: "EIO", syscall: "test" });
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

/** What is written of a schema: it is kept, two outputs are generated of it, and it is locked. */
function writingOf(folder: string, text: string): Writing {
  const input: LockedInput = {
    kind: "revision",
    ...{ id: "next", source: "example/protocol" },
    ...{ path: "schema/next/schema.ts", sha256: sha256(text) },
  };
  const lock: Lock = {
    ...{ formatVersion: 1, from: "example/protocol" },
    outputs: ["a", "deep/b"].map((out) => ({
      ...{ out, generator: "1.2.3", options: {}, inputs: [input] },
    })),
  };
  const files = [
    { path: "next/types.ts", text },
    { path: `only-${text}.ts`, text },
  ];
  const report = { revisions: ["next"] };
  return {
    ...{ folder, lock, before: readLock(folder), force: false },
    kept: new Map([["next/schema.ts", Buffer.from(text)]]),
    outputs: lock.outputs.map(({ out }) => ({
      out: join(folder, out),
      // As much of an emission as is written.
      emission: {
        ...{ files, report },
        manifest: { generator: "1.2.3", inputs: [] },
      } as unknown as Writing["outputs"][number]["emission"],
    })),
  };
}

interface Outcome {
  readonly folder: string;
  readonly before: Tree;
  readonly complete: boolean;
}

async function writeWithFault(
  countdown: number,
  halts: boolean,
  isFirst: boolean,
): Promise<Outcome> {
  const folder = temporaryFolder();
  if (!isFirst) await write(writingOf(folder, "old"));
  const before = readTree(folder);
  const writing = writingOf(folder, "new");
  Object.assign(fault, { countdown, halts });
  try {
    await write(writing);
    return {
      folder,
      before,
      complete: fault.countdown > 0 && fault.countdown !== Infinity,
    };
  } catch {
    return { folder, before, complete: false };
  } finally {
    fault.countdown = Infinity;
  }
}

const enough = 200;

/** Every one of them is tried with 1; each takes a folder of its own. */
const step = 6;

describe("a run that fails", () => {
  test.each([{ isFirst: true }, { isFirst: false }])(
    "leaves kept schemas, outputs and lock as they were, or writes all of them: %o",
    async ({ isFirst }) => {
      const folder = temporaryFolder();
      if (!isFirst) await write(writingOf(folder, "old"));
      await write(writingOf(folder, "new"));
      const after = readTree(folder);
      let count = 0;
      for (; count < enough; count += step) {
        const outcome = await writeWithFault(count, false, isFirst);
        const now = withoutLocks(readTree(outcome.folder));
        expect([outcome.before, after], `fault ${count}`).toContainEqual(now);
        if (outcome.complete) break;
      }
      expect(count).toBeGreaterThan(20);
      expect(count).toBeLessThan(enough);
    },
  );

  test("is mended by the next one, wherever it was stopped", async () => {
    const folder = temporaryFolder();
    await write(writingOf(folder, "old"));
    await write(writingOf(folder, "new"));
    const after = readTree(folder);
    for (let count = 3; count < enough; count += step) {
      const outcome = await writeWithFault(count, true, false);
      await write(writingOf(outcome.folder, "new"));
      const now = withoutLocks(readTree(outcome.folder));
      expect(now, `stopped at ${count}`).toEqual(after);
      if (outcome.complete) return;
    }
    expect.unreachable("each run was stopped");
  });
});

/** Without what a run that cannot remove it leaves, and the next one takes. */
function withoutLocks(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).filter(
      ([path]) => !/(^|\/)\.[^/]*mcp-gen[^/]*|\/$/.test(path),
    ),
  );
}

describe("two runs at once", () => {
  test("that write the same end with the same", async () => {
    const folder = temporaryFolder();
    await Promise.all([
      write(writingOf(folder, "new")),
      write(writingOf(folder, "new")),
    ]);
    expect(readTree(folder)["mcp-gen.schemas/next/schema.ts"]).toBe("new");
  });

  test("that write something else do not undo each other", async () => {
    const folder = temporaryFolder();
    const writings = ["new", "other"].map((text) => writingOf(folder, text));
    const results = await Promise.allSettled(writings.map(write));
    expect(results.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
    ]);
    expect(String((results[1] as PromiseRejectedResult).reason)).toContain(
      "Another run",
    );
    expect(readTree(folder)["mcp-gen.schemas/next/schema.ts"]).toBe("new");
  });
});
