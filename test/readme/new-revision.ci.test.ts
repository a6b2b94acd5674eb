import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as bundled from "../../generated/index.ts";
import { generate } from "../../src/index.ts";
import { mcpGen } from "../cli/command-line.ts";
import { writeTree } from "../emit/output/folder.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/guides/new-revision.md"), "utf8");
let folder: string;

// Within the repository, because what is generated imports the sources.
beforeAll(async () => {
  folder = mkdtempSync(join(root, ".example-"));
  writeTree(folder, { "schema/next/schema.ts": await nextSchema() });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The newest revision, with a field more that is required. */
async function nextSchema(): Promise<string> {
  const revisions = ["2026-07-28"];
  const { files } = await generate({ revisions, emit: ["types"] });
  const types = files.find(({ path }) => path === "2026-07-28/types.ts")?.text;
  return (types ?? "").replace(
    /export interface CallToolRequestParams [^{]+\{/,
    "$& /** A ticket. */ ticket?: string;",
  );
}

/** The commands of a section of the page, as arguments. */
function commands(section: string): string[][] {
  const [, rest = ""] = page.split(`\n## ${section}\n`);
  const [text = ""] = rest.split("\n## ");
  return [...text.matchAll(/^npx mcp-gen (.+)$/gm)].map(([, line = ""]) =>
    line.split(" "),
  );
}

const run = (line: readonly string[]) => mcpGen([...line], { cwd: folder });

const runtime = (): string[] => {
  const from = join(folder, "src/mcp/next");
  return ["--runtime", relative(from, join(root, "src/runtime/index.js"))];
};

test("the page's comparisons tell what has changed", async () => {
  const lines = commands("Read what has changed");
  expect(lines).toHaveLength(3);
  const outcomes = await Promise.all(lines.map(run));
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
  const [all] = outcomes;
  expect(all?.stdout).toContain("2026-07-28 → next");
  expect(all?.stdout).toContain("ticket");
});

test("old and new are generated, checked and served at once", async () => {
  const [line = []] = commands("Generate it beside the old ones");
  const done = await run([...line, ...runtime()]);
  expect(done).toMatchObject({ code: 0 });
  expect(done.stderr).toContain("facts-inherited");
  expect(done.stderr).toContain("the facts of draft hold for it");

  const [check = [], breaking = []] = commands("Keep it fresh in CI");
  expect(await run(check)).toMatchObject({ code: 0 });
  expect(await run(breaking)).toMatchObject({ code: 0 });
  const unnamed = await run(["check", "--out", "src/mcp"]);
  expect(unnamed).toMatchObject({ code: 2 });
  expect(unnamed.stderr).toContain("--schema, next");

  const index = join(folder, "src/mcp/index.ts");
  const own = (await import(index)) as typeof bundled;
  const info = { name: "greeter", version: "1.0.0" };
  const greet = own.tool("greet", {}, () => own.text("Hello!"));
  // The types are those of the bundled index, which has no such revision.
  const revisions = ["next" as "2026-07-28"];
  const spoken = async (
    server: bundled.Server,
    client: bundled.Client,
  ): Promise<string | undefined> => {
    await own.connect(server, client);
    const { protocolVersion } = client;
    await client.close();
    return protocolVersion;
  };
  const server = own.createServer({ info, features: [greet] });
  expect(await spoken(server, own.createClient({ info, revisions }))).toBe(
    "next",
  );
  expect(await spoken(server, bundled.createClient({ info }))).toBe(
    "2026-07-28",
  );
  const careful = own.createServer({
    info,
    features: [greet],
    revisions: ["2025-11-25", "2026-07-28"],
  });
  expect(await spoken(careful, own.createClient({ info }))).toBe("2026-07-28");
});

test("a folder that is no longer named goes", async () => {
  const [line = []] = commands("When the revision is bundled");
  expect(existsSync(join(folder, "src/mcp/next"))).toBe(true);
  expect(await run(line)).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, "src/mcp/next"))).toBe(false);
});
