import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generate, type GenerateOptions } from "../../../src/index.ts";
import { compile, lastingFolderOf } from "../../support/typescript.ts";
import {
  countInstantiations,
  handlersProgram,
  toolProgram,
} from "./instantiations.ts";
import { bundleProgram, revisions, type Bundle } from "./programs.ts";
import { gzipped } from "./size.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** Compiled stubs, from the sources as they are now: what every test here reads. */
let stubs: string;
/** The same, with an extension beside them. */
let beside: string;
beforeAll(async () => {
  [stubs, beside] = await Promise.all([
    builtStubs(),
    builtStubs({ extensions: [{ extension: "tasks" }] }),
  ]);
});
afterAll(() => {
  for (const built of [stubs, beside])
    rmSync(path.dirname(built), { recursive: true, force: true });
});

async function builtStubs(
  options: Pick<GenerateOptions, "extensions"> = {},
): Promise<string> {
  const { files } = await generate({ ...options, revisions });
  const texts = files.map(({ path: file, text = "" }) => ({
    path: file,
    text,
  }));
  const folder = lastingFolderOf(texts);
  expect(await compile(folder, { emitDeclarationOnly: false })).toEqual([]);
  return path.join(folder, "built");
}

const bundles = new Map<string, Promise<Bundle>>();

/** A program on the stubs, minified: each bundled once for all tests. */
function bundled(name: string): Promise<Bundle> {
  const known = bundles.get(name);
  if (known !== undefined) return known;
  const making = bundleProgram({ repository, name, stubs, minify: true });
  bundles.set(name, making);
  return making;
}

/**
 * Bytes of programs in two revisions, minified and gzipped, when they were last looked
 * at. Since the rooms, servers check what leaves with the guards of results (9 kB of
 * the 22 kB that a server's code grew by), bound what they keep and tell by bytes and
 * by rate, and know methods that no revision has. Since then handlers ask with schemas
 * and keep what they did once (1.3 kB), errors are known across copies of the runtime,
 * and what cannot be sent or read says why. The seam of extensions is 0.7 kB: what
 * they add is merged into tables, and stands around handlers. Since then options are
 * checked by their names (0.4 kB; the names of other libraries are in no bundle for
 * production), and tools by what they are made of and return (1.2 kB); JSON is checked
 * before it is parsed (0.9 kB), null counts as absent, and URIs, MIME types and reserved
 * keys are compared by their syntax (3.5 kB).
 */
const reached: Readonly<Record<string, number>> = {
  "handlers-server": 40_083,
  "tool-server": 44_887,
  "http-tool-server": 65_527,
  "http-client": 51_781,
};

test("no program is more than 3 % larger than it was", async () => {
  for (const [name, bytes] of Object.entries(reached))
    expect
      .soft(gzipped(await bundled(name)), name)
      .toBeLessThanOrEqual(bytes * 1.03);
});

test("an extension that a program does not import is no byte of it", async () => {
  expect(existsSync(path.join(beside, "extensions/tasks.js"))).toBe(true);
  const text = ({ code }: Bundle): string => Buffer.from(code).toString();
  for (const name of ["tool-server", "http-client"]) {
    const options = { repository, name, stubs: beside, minify: true };
    expect(text(await bundleProgram(options))).toBe(text(await bundled(name)));
  }
});

test("a server over stdio in two revisions is less than two fifths of the official SDK's", async () => {
  const size = async (name: string): Promise<number> =>
    gzipped(await bundled(name));
  const official = await size("sdk-v2-server");
  for (const name of ["handlers-server", "tool-server"])
    expect.soft(await size(name), name).toBeLessThan(0.4 * official);
});

test("checking a server takes at most 1,000 instantiations", () => {
  for (const program of [handlersProgram, toolProgram]) {
    const count = countInstantiations({
      repository,
      folder: path.join(stubs, "program"),
      name: "server",
      code: program(".."),
      compiler: "typescript",
    });
    expect.soft(count, program.name).toBeLessThanOrEqual(1_000);
  }
});
