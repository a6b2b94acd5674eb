import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";

const packed = join(import.meta.dirname, "../../dist/packages/mcp-gen");
const folder = mkdtempSync(join(tmpdir(), "mcp-gen-loaded-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tells of each module that is imported, and at the end of what was required. */
const listener = `
import Module, { register } from "node:module";
import { writeSync } from "node:fs";
const hooks = \`
  import { writeSync } from "node:fs";
  export async function load(url, context, next) {
    if (url.startsWith("file:")) writeSync(2, "loaded " + url + "\\\\n");
    return next(url, context);
  }
\`;
register("data:text/javascript," + encodeURIComponent(hooks));
process.on("exit", () => {
  for (const file of Object.keys(Module._cache))
    writeSync(2, "loaded " + file + "\\n");
});
`;

/** What a command loads: our own files by their names, packages by theirs. */
function loadedBy(...args: readonly string[]): string[] {
  const script = `data:text/javascript,${encodeURIComponent(listener)}`;
  const cli = join(packed, "dist/cli.js");
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", script, cli, ...args],
    { encoding: "utf8" },
  );
  expect(status, stderr).toBe(0);
  const files = [...stderr.matchAll(/^loaded (.+)$/gm)].map(([, file]) => {
    const path = (file ?? "").replaceAll("\\", "/");
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    return name ?? basename(path);
  });
  return [...new Set(files)].sort();
}

/** The files of a few modules that the hooks of other programs share. */
const small = expect.stringMatching(/^chunk-\w+\.js$/) as unknown;

const start = ["cli.js", "commands.js", "commander", "library.js"];

test.runIf(existsSync(packed))(
  "generate and check of a bundled revision load four modules and a few small ones, and no package but commander",
  () => {
    const out = ["--runtime", "mcp-gen", "--out", join(folder, "bundled")];
    const args = ["2026-07-28", ...out];
    for (const command of ["generate", "check"]) {
      const loaded = loadedBy(command, ...args);
      const others = loaded.filter((name) => !start.includes(name));
      expect.soft(loaded).toEqual(expect.arrayContaining(start));
      expect.soft(others).toEqual(others.map(() => small));
      expect.soft(others.length).toBeLessThan(4);
      const bytes = loaded
        .filter((name) => name.endsWith(".js"))
        .map((name) => statSync(join(packed, "dist", name)).size);
      // What other commands do is not among it.
      expect.soft(bytes.reduce((a, b) => a + b)).toBeLessThan(420_000);
    }
  },
);

test.runIf(existsSync(packed))(
  "a schema.ts is read with the parser alone, which is compiled once for a project",
  () => {
    const schema = join(folder, "schema.ts");
    writeFileSync(schema, "export interface Room { name: string }\n");
    const out = ["--emit", "types", "--out", join(folder, "own")];
    const args = ["--schema", schema, "--revision", "own", ...out];
    const packages = loadedBy("generate", ...args).filter(
      (name) => !name.endsWith(".js"),
    );
    expect(packages).toEqual(["commander"]);
  },
);
