import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { diff, load, type ProtocolDiff } from "../../../src/index.ts";
import { mcpGen, schema } from "../../cli/command-line.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";

const newer = schema
  .replace(
    "  text: string;\n}\nexport interface Hurry",
    "  text?: string;\n}\nexport interface Hurry",
  )
  .replace('"next"', '"later"');

function folder(): string {
  const cwd = temporaryFolder();
  writeTree(cwd, { "next/schema.ts": schema, "later/schema.ts": newer });
  return cwd;
}

async function json(args: string[], cwd: string): Promise<ProtocolDiff> {
  const { stdout } = await mcpGen(["diff", ...args, "--format", "json"], {
    cwd,
  });
  return JSON.parse(stdout) as ProtocolDiff;
}

/** The address of a server that goes with the test, and has these files. */
async function serve(files: Record<string, string>): Promise<string> {
  const server = createServer(({ url = "" }, response) => {
    const text = files[url.split("?")[0] ?? ""];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // It listens on a port, so it has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

describe("what is compared", () => {
  test("bundled revisions, as the library has it", async () => {
    const ids = ["2025-06-18", "2025-11-25"] as const;
    const found = await json([...ids], "/");
    expect(found).toEqual(diff(await load(ids[0]), await load(ids[1])));
  });

  test("paths of schema.ts, which lie in folders of their revision", async () => {
    const found = await json(["next/schema.ts", "later/schema.ts"], folder());
    expect(found).toMatchObject({ before: "next", after: "later" });
    expect(found.changes.map(({ rule }) => rule)).toEqual([
      "constant-changed",
      "field-optional",
    ]);
    expect(found.changes[1]).toMatchObject({
      position: { file: "later/schema.ts" },
      senders: ["server"],
    });
  });

  test("standard input, an address, and a protocol.json", async () => {
    const cwd = folder();
    const address = await serve({ "/later/schema.ts": newer });
    const url = `${address}/later/schema.ts`;
    const args = ["diff", "-", url, "--format", "json"];
    const { stdout } = await mcpGen(args, { cwd, stdin: schema });
    expect(JSON.parse(stdout)).toMatchObject({
      before: "stdin",
      after: "later",
      summary: { breaksOlderReceivers: 1 },
    });
    const model = await load("2025-11-25");
    writeTree(cwd, { "protocol.json": JSON.stringify(model) });
    const same = await json(["protocol.json", "2025-11-25"], cwd);
    expect(same.changes).toEqual([]);
  });

  test("protocol.json by its address, as the library loads it", async () => {
    const model = await load("2025-11-25");
    const address = await serve({
      "/models/protocol.json": JSON.stringify(model),
      "/broken.json": "{",
      "/other.json": '{ "formatVersion": 1 }',
    });
    const url = `${address}/models/protocol.json?token=s3cr3t`;
    const found = await json([url, "2026-07-28"], "/");
    expect(found).toEqual(diff(model, await load("2026-07-28")));
    expect(await load(url)).toEqual(model);
    for (const [path, said] of [
      ["/broken.json?token=s3cr3t", "invalid-model"],
      ["/other.json?token=s3cr3t", "invalid-model"],
      ["/nothing.json?token=s3cr3t", "the answer is 404"],
    ]) {
      const args = ["diff", `${address}${path}`, "2026-07-28"];
      const { code, stdout, stderr } = await mcpGen(args, { cwd: "/" });
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(said);
      expect(stderr).not.toContain("s3cr3t");
    }
  });

  test("--revision names them in order", async () => {
    const args = ["next/schema.ts", "later/schema.ts"];
    const named = ["--revision", "one", "--revision", "two"];
    const found = await json([...args, ...named], folder());
    expect(found).toMatchObject({ before: "one", after: "two" });
  });
});

describe("filters", () => {
  const ids = ["2025-11-25", "2026-07-28"];

  test("by category, kinds and subjects together", async () => {
    const { changes } = await json(
      [...ids, "--category", "removed,method"],
      "/",
    );
    expect(changes).toHaveLength(13);
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(
      new Set(["removed"]),
    );
  });

  test("by type", async () => {
    const { changes } = await json([...ids, "--type", "Tool"], "/");
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.every(({ where }) => where.name === "Tool")).toBe(true);
  });

  test("by method, with the types that it leads to", async () => {
    const { changes } = await json([...ids, "--method", "tools/call"], "/");
    const names = changes.map(({ where }) => where.name);
    expect(names).toContain("CallToolResult");
    expect(names).toContain("TextContent");
    expect(names).not.toContain("ListPromptsResult");
    expect(changes.some(({ where }) => where.method === "tools/list")).toBe(
      false,
    );
  });

  test("what breaks alone", async () => {
    const all = await json(ids, "/");
    const { changes, summary } = await json([...ids, "--breaking"], "/");
    expect(changes.length).toBeLessThan(all.changes.length);
    expect(summary.compatible).toBe(0);
    expect(summary.breaksOlderSenders).toBe(all.summary.breaksOlderSenders);
  });
});

describe("the exit code", () => {
  const run = async (...args: string[]) =>
    (await mcpGen(["diff", ...args], { cwd: "/" })).code;

  test("is 1 for a difference, if it was asked for", async () => {
    expect(await run("2025-06-18", "2025-11-25")).toBe(0);
    expect(await run("2025-06-18", "2025-11-25", "--exit-code")).toBe(1);
    expect(await run("2026-07-28", "draft", "--exit-code")).toBe(0);
  });

  test("is of what the filters leave", async () => {
    const args = ["2024-11-05", "2025-03-26", "--exit-code"];
    expect(await run(...args, "--category", "removed,method")).toBe(0);
  });

  test.each([
    [["2025-11-25", "2025-11-26"], "unknown-revision"],
    [["-", "-"], "invalid-option"],
    [["2025-06-18", "2025-11-25", "--type", "Tol"], "unknown-subject"],
    [["2025-06-18", "2025-11-25", "--method", "tool/call"], "unknown-subject"],
    [["2025-06-18", "2025-11-25", "--category", "fields"], "Unknown"],
    [["2025-06-18", "2025-11-25", "--revision", "x"], "unpaired-schema"],
  ])("is 2 for %j", async (args, said) => {
    const { code, stderr } = await mcpGen(["diff", ...args], { cwd: "/" });
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });
});

describe("formats", () => {
  const args = ["diff", "2025-03-26", "2025-06-18"];

  test("text begins with the summary, and what breaks", async () => {
    const { stdout } = await mcpGen(args, { cwd: "/" });
    const lines = stdout.split("\n");
    expect(lines[0]).toBe("2025-03-26 → 2025-06-18");
    expect(lines[1]).toContain("11 added, 3 removed");
    expect(stdout.indexOf("Breaking")).toBeLessThan(
      stdout.indexOf("Compatible"),
    );
    expect(stdout).toContain(
      "  breaks older receivers (clients): an unknown method\n    + method elicitation/create: request, serverToClient\n",
    );
  });

  test("markdown is a table whose cells hold no bar of their own", async () => {
    const { stdout } = await mcpGen([...args, "--format", "markdown"], {
      cwd: "/",
    });
    const rows = stdout.split("\n").filter((line) => line.startsWith("|"));
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(6);
  });

  test("github's annotations point into the newer schema", async () => {
    const { stdout } = await mcpGen(
      ["diff", "next/schema.ts", "later/schema.ts", "--format", "github"],
      { cwd: folder() },
    );
    const line =
      newer.split("\n").findIndex((one) => one.includes("EchoResult")) + 1;
    expect(stdout).toContain(`::warning file=later/schema.ts,line=${line},`);
    expect(stdout).toContain(
      "::notice file=later/schema.ts,line=2,col=14,title=constant changed%3A LATEST_PROTOCOL_VERSION::",
    );
    expect(stdout.indexOf("::warning")).toBeLessThan(
      stdout.indexOf("::notice"),
    );
  });

  test("github's annotations of methods point at their types, each breaking one for itself", async () => {
    const cwd = folder();
    const more = (name: string): string =>
      `export interface ${name}Request extends Request { method: "${name}" }\n`;
    const text = `${newer.replace("ClientRequest = ", "ClientRequest = ARequest | BRequest | ")}${more("A")}${more("B")}`;
    writeTree(cwd, { "later/schema.ts": text });
    const { stdout } = await mcpGen(
      ["diff", "next/schema.ts", "later/schema.ts", "--format", "github"],
      { cwd },
    );
    const lines = text.split("\n");
    for (const name of ["A", "B"]) {
      const line = lines.findIndex((one) => one.includes(`${name}Request e`));
      expect(stdout).toContain(
        `::warning file=later/schema.ts,line=${line + 1},col=18,title=method added%3A ${name}::`,
      );
    }
  });

  test("github's annotations name no file of a schema from an address", async () => {
    const url = `${await serve({ "/later/schema.ts": newer })}/later/schema.ts`;
    const { stdout } = await mcpGen(
      ["diff", "next/schema.ts", url, "--format", "github"],
      { cwd: folder() },
    );
    expect(stdout).toContain(
      "::warning title=field changed%3A EchoResult.text::",
    );
    expect(stdout).toContain(` (${url}:`);
    expect(stdout).not.toContain("file=");
  });

  test("json is what its published schema says", async () => {
    const file = new URL(
      "../../../src/compat/protocol-diff/diff.schema.json",
      import.meta.url,
    );
    const validate = new Ajv2020({ strict: false }).compile(
      JSON.parse(readFileSync(file, "utf8")) as object,
    );
    validate(await json(["2025-11-25", "2026-07-28"], "/"));
    expect(validate.errors).toBeNull();
  });

  test("text from a schema moves no cursor", async () => {
    const cwd = folder();
    const hostile = newer.replace("text?: string", 'text?: "\\u001b[2J"');
    writeTree(cwd, { "later/schema.ts": hostile });
    for (const format of ["text", "markdown", "github", "json"]) {
      const sources = ["next/schema.ts", "later/schema.ts"];
      const { stdout } = await mcpGen(
        ["diff", ...sources, "--format", format],
        { cwd },
      );
      expect(stdout).not.toContain("\u001b");
    }
  });
});
