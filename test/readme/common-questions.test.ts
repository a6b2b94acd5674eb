import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  connect,
  createClient,
  type Client,
  type Server,
} from "../../generated/index.ts";
import { generate } from "../../src/index.ts";
import { call } from "../cli/call/terminal-call.ts";
import { namedBlock, pageBlocks, readPage } from "./blocks.ts";
import { commandsOf } from "./shell.ts";
import { writeExample } from "./write.ts";

const page = "docs/guides/common-questions.md";
const info = { name: "test", version: "1.0.0" };
let folder: string;

// Within the repository, because the programs import what is installed there.
beforeAll(() => {
  folder = mkdtempSync(join(import.meta.dirname, "../../.example-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function load<Exports>(name: string): Promise<Exports> {
  const file = join(folder, name);
  writeExample(file, namedBlock(page, name));
  return (await import(file)) as Exports;
}

test("each answer is short, and leads on", () => {
  const [, ...answers] = readPage(page).split("\n### ");
  expect(answers.length).toBeGreaterThan(25);
  const wrong = answers.filter((answer) => {
    const prose = answer.replaceAll(/^```[^]*?^```$/gm, "").split("\n## ")[0];
    const [, ...lines] = (prose ?? "").split("\n").filter((one) => one !== "");
    const isShort = lines.filter((one) => !one.startsWith("|")).length <= 5;
    return !isShort || !answer.includes("](");
  });
  expect(wrong).toEqual([]);
});

test("dynamic resources are listed as the page does it, and what is not there is not found", async () => {
  const { server } = await load<{ readonly server: Server }>("notes.ts");
  const client = createClient({ info });
  await connect(server, client);
  const { resources } = await client.listResources();
  expect(resources).toMatchObject([{ uri: "note:///garden" }]);
  const attic = client.readResource({ uri: "note:///attic" });
  await expect(attic).rejects.toThrow(/^Resource not found/);
  expect(readPage(page)).toContain("`Resource not found`");
  await client.close();
});

test("the client of the page speaks the revision that it forces", async () => {
  const { client } = await load<{ readonly client: Client }>("forced.ts");
  const { server } = await load<{ readonly server: Server }>("notes.ts");
  await connect(server, client);
  expect(client.protocolVersion).toBe("2025-06-18");
  await client.close();
});

test("the facts of the page are facts", async () => {
  const facts = namedBlock(page, "facts.json");
  const { diagnostics, files } = await generate({
    revisions: ["2025-11-25"],
    facts: JSON.parse(facts),
  });
  expect(diagnostics).toEqual([]);
  const texts = files.map(({ text = "" }) => text);
  expect(texts.some((text) => text.includes("NO_WORD: -31001"))).toBe(true);
});

test("the server of the home page answers the command below it", async () => {
  const [server = ""] = pageBlocks("docs/index.md");
  writeExample(join(folder, "home.ts"), server);
  await build({
    entryPoints: [join(folder, "home.ts")],
    outfile: join(folder, "server.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  const [, line = ""] =
    /^npx mcp-gen call (.+)$/m.exec(readPage("docs/index.md")) ?? [];
  const [words = []] = commandsOf(line);
  const { code, stdout } = await call(words, { cwd: folder });
  expect([code, stdout.trim()]).toEqual([0, "3"]);
});
