import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../support/free-ports.ts";
import { codeBlocks, readPage } from "./blocks.ts";
import { writeExample } from "./write.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The programs of a section of a page that serve, the SDK's first, as files that run. */
async function programsOf(page: string, section: string): Promise<string[]> {
  const text = readPage(`docs/guides/${page}.md`);
  const [, rest = ""] = text.split(new RegExp(`^#+ ${section}$`, "m"));
  const [own = ""] = rest.split(/^#+ /m);
  const port = String(await freePort());
  for (const { name, text: shared } of codeBlocks(text))
    if (name !== undefined) writeExample(join(folder, name), shared);
  const programs = codeBlocks(own)
    .filter(({ language, text: code }) => language === "ts" && serves(code))
    .map(({ text: code }) => code.replaceAll("3000", port));
  return Promise.all(
    programs.map(async (code, index) => {
      const name = `${page}-${section.replaceAll(/\W/g, "")}-${index}-${port}`;
      const entry = join(folder, `${name}.ts`);
      writeExample(entry, code);
      const outfile = join(folder, `${name}.mjs`);
      await build({
        entryPoints: [entry],
        outfile,
        bundle: true,
        packages: "external",
        platform: "node",
        format: "esm",
        logLevel: "error",
      });
      return outfile;
    }),
  );
}

const serves = (code: string): boolean =>
  /serveStdio\(|StdioServerTransport\(|listen\(/.test(code);

type OfficialTransport = Parameters<Client["connect"]>[0];

/** What a server answers to a client of the SDK; one that is not up yet is tried again. */
async function answersOf(open: () => OfficialTransport): Promise<unknown> {
  const ends = performance.now() + 60_000;
  for (;;) {
    const client = new Client({ name: "c", version: "1" });
    try {
      await client.connect(open());
    } catch (error) {
      if (performance.now() > ends) throw error;
      await sleep(50);
      continue;
    }
    const { tools } = await client.listTools();
    const calls = tools.map(({ name }) =>
      client.callTool({ name, arguments: { name: "Ada" } }),
    );
    const answers = [tools.map(({ name }) => name), await Promise.all(calls)];
    await client.close();
    return answers;
  }
}

const hello = [["hello"], [{ content: [{ type: "text", text: "Hello!" }] }]];

describe("programs of the pages about SDK v1 serve as the SDK's do", () => {
  test.each([
    ["migrating-v1", "From SDK v1: a server", "Hello, Ada"],
    ["migrating-v1-http", "stdio", "Hello!"],
  ])("over stdio: %s", async (page, section, said) => {
    const programs = await programsOf(page, section);
    expect(programs).toHaveLength(2);
    for (const program of programs) {
      const start = (): OfficialTransport =>
        new StdioClientTransport({
          command: process.execPath,
          args: [program],
        });
      expect(await answersOf(start)).toEqual(
        JSON.parse(JSON.stringify(hello).replace("Hello!", said)),
      );
    }
  });

  test.each([
    ["HTTP", "mcp"],
    ["HTTP with SSE", "sse"],
  ])("over %s", async (section, path) => {
    const programs = await programsOf("migrating-v1-http", section);
    expect(programs).toHaveLength(2);
    for (const program of programs) {
      const port = /(\d+)\.mjs$/.exec(program)?.[1] ?? "";
      const url = new URL(`http://127.0.0.1:${port}/${path}`);
      const child = spawn(process.execPath, [program], { stdio: "ignore" });
      try {
        const open = (): OfficialTransport =>
          path === "sse"
            ? new SSEClientTransport(url)
            : new StreamableHTTPClientTransport(url);
        expect(await answersOf(open)).toEqual(hello);
      } finally {
        await gone(child);
      }
    }
  });
});

async function gone(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
