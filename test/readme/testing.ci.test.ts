import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer, tool } from "../../generated/index.ts";
import { listen } from "../../src/runtime/http-node.ts";
import { writeTree } from "../emit/output/folder.ts";
import { codeBlocks, readPage } from "./blocks.ts";

const root = join(import.meta.dirname, "../..");
const page = readPage("docs/guides/testing.md");
const blocks = codeBlocks(page);
const commands = blocks
  .filter(({ language }) => language === "sh")
  .flatMap(({ text }) => text.trimEnd().split("\n"));

describe("the tests of the page on tests", () => {
  let folder: string;
  beforeAll(() => {
    // Within the repository, because they import what is installed there.
    folder = mkdtempSync(join(root, ".example-"));
    const named = blocks.flatMap(({ name, text }) =>
      name === undefined ? [] : [[name, text] as const],
    );
    writeTree(folder, Object.fromEntries(named));
    const scope = join(folder, "node_modules/@mcp-gen");
    mkdirSync(scope, { recursive: true });
    symlinkSync(join(root, "dist/packages/runtime"), join(scope, "runtime"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("pass with Node's runner, as the page runs them", () => {
    const [all = "", one = ""] = commands
      .filter((command) => command.includes("--test "))
      .sort((a, b) => b.length - a.length);
    expect(all).toContain(one.split(" ").at(-1));
    const [, ...args] = all.split(" ");
    const run = spawnSync(process.execPath, ["--test-reporter=tap", ...args], {
      cwd: folder,
      encoding: "utf8",
      env: withoutRunner(),
    });
    expect(run.stdout).toMatch(/^# pass 8$/m);
    expect(run.stdout).toMatch(/^# fail 0$/m);
    expect(run.status).toBe(0);
  });

  test("pass with vitest, where a change of a list is seen", () => {
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const [, , ...args] =
      commands
        .find((command) => command.startsWith("npx vitest"))
        ?.split(" ") ?? [];
    const run = (): { status: number | null; stdout: string } =>
      spawnSync(process.execPath, [vitest, ...args, "--root", folder], {
        cwd: folder,
        encoding: "utf8",
        // Elsewhere than in continuous integration, where none is written.
        env: { ...withoutRunner(), CI: "", NO_COLOR: "1" },
      });
    const first = run();
    expect(first.stdout).toMatch(/Tests +3 passed/);
    expect(first.stdout).toMatch(/Snapshots +2 written/);
    const file = "shop.ts";
    const shop = blocks.find(({ name }) => name === file)?.text ?? "";
    writeTree(folder, { [file]: shop.replace("Buys fruit", "Buys") });
    const second = run();
    expect(second.status).toBe(1);
    expect(second.stdout).toMatch(/Snapshots +1 failed/);
  });
});

/** The environment of a person: this test is run by a runner itself. */
function withoutRunner(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith("VITEST")),
  );
}

describe("the official suite", () => {
  const suite = [
    ...["--import", "./test/conformance/suite/register.mjs"],
    "node_modules/@modelcontextprotocol/conformance/dist/index.js",
  ];
  const given = commands.flatMap((command) =>
    [...command.matchAll(/--scenario (\S+)/g)].map(([, name = ""]) => name),
  );
  const [named = ""] = /So do (.*?)\./.exec(page) ?? [];
  const also = [...named.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  let running: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    const features = [tool("greet", { description: "Greets" }, () => "Hello")];
    const info = { name: "any", version: "1" };
    running = await listen(createServer({ info, features }), {
      port: 0,
      onError: () => {},
    });
  });
  afterAll(() => running.close());

  test("has scenarios that the page names", () => {
    expect(given).toHaveLength(3);
    expect(also).toHaveLength(3);
  });

  test.each([...given, ...also])("%s fits any server", async (scenario) => {
    const args = ["server", "--url", running.url, "--scenario", scenario];
    // Rejects where the suite ends with another exit code than 0.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...suite, ...args],
      { cwd: root },
    );
    expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed/);
  });
});
