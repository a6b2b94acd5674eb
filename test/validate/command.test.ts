import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mcpGen, schema } from "../cli/command-line.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";
import {
  client,
  handshake,
  request,
  result,
  server,
  toolResult,
  type Line,
} from "./traffic.ts";

const opened = handshake("2025-11-25");
const wrong = client(request(1, "tools/call", { name: 7 }));
const right = client(request(2, "tools/call", { name: "a" }));

function textOf(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** A folder with one recording. */
function recorded(lines: readonly Line[]): string {
  const cwd = temporaryFolder();
  writeTree(cwd, { "traffic.jsonl": textOf(lines), "next.ts": schema });
  return cwd;
}

describe("validate", () => {
  test("prints a line for each message that is wrong, and ends with 1", async () => {
    const cwd = recorded([
      ...opened,
      wrong,
      right,
      server(result(2, { ...toolResult, content: [{ type: "film" }] })),
    ]);
    const { code, stdout, stderr } = await mcpGen(
      ["validate", "traffic.jsonl"],
      { cwd },
    );
    expect(stdout).toBe(
      "traffic.jsonl:4: client: tools/call params.name: expected a string, found number [2025-11-25]\n" +
        'traffic.jsonl:6: server: result of tools/call result.content[0].type: expected "text", "image", "audio", "resource_link" or "resource", found string [2025-11-25]\n',
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  });

  test("prints nothing when all is valid, and ends with 0", async () => {
    const cwd = recorded([...opened, right, server(result(2, toolResult))]);
    expect(await mcpGen(["validate", "traffic.jsonl"], { cwd })).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("says to who watches how much it has seen", async () => {
    const cwd = recorded([...opened, wrong]);
    const { stderr } = await mcpGen(["validate", "traffic.jsonl"], {
      cwd,
      isTerminal: true,
    });
    expect(stderr).toBe("4 messages, 1 invalid\n");
  });

  test.each<[string, readonly Line[], string]>([
    ["nothing", [], "no messages"],
    ["one", opened.slice(0, 1), "1 message, valid"],
    ["several", opened, "3 messages, all valid"],
    ["a doubt", handshake("2099-01-01"), "3 messages, all valid, 1 warning"],
  ])("says that all is valid, of %s", async (_, messages, said) => {
    const cwd = recorded(messages);
    const args = ["validate", "traffic.jsonl"];
    const watched = await mcpGen(args, { cwd, isTerminal: true });
    expect(watched.stderr).toBe(`${said}\n`);
    // On a pipe only who asks: and not among what was found.
    const piped = await mcpGen([...args, "--summary"], { cwd });
    expect(piped).toEqual({ ...watched, stderr: `${said}\n` });
    expect((await mcpGen(args, { cwd })).stderr).toBe("");
  });

  test("takes warnings for valid", async () => {
    const cwd = recorded(handshake("2099-01-01"));
    const { code, stdout } = await mcpGen(["validate", "traffic.jsonl"], {
      cwd,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^traffic\.jsonl:2: warning: server: /);
  });

  test("prints one document as JSON", async () => {
    const cwd = recorded([...opened, wrong, { ...right, session: "b" }]);
    const run = async (...args: string[]) =>
      mcpGen(["validate", ...args, "--format", "json"], { cwd });
    const { code, stdout } = await run("traffic.jsonl");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      findings: [
        {
          line: 4,
          severity: "error",
          code: "wrong-type",
          from: "client",
          kind: "request",
          method: "tools/call",
          path: ["params", "name"],
          reason: "expected a string, found number",
          revision: "2025-11-25",
        },
      ],
      status: "invalid",
      revisions: [
        "2026-07-28",
        "2025-11-25",
        "2025-06-18",
        "2025-03-26",
        "2024-11-05",
      ],
      lines: 5,
      messages: 5,
      errors: 1,
      warnings: 0,
      diagnostics: [],
    });
    const missing = await run("no-such.jsonl");
    expect(missing.code).toBe(2);
    expect(JSON.parse(missing.stdout)).toMatchObject({
      findings: [],
      status: "error",
      error: {
        code: "unreadable",
        message: expect.stringMatching(/no-such.jsonl: there is no such file$/),
      },
    });
  });

  test("reads standard input, and any revision that is generated", async () => {
    const cwd = recorded([]);
    const stdin = textOf([
      client(request(1, "echo", { text: "a" })),
      server(result(1, { text: 7 })),
    ]);
    const args = ["validate", "-", "--revision", "next"];
    const { code, stdout } = await mcpGen([...args, "--schema", "next.ts"], {
      cwd,
      stdin,
    });
    expect(stdout).toBe(
      "<stdin>:2: server: result of echo result.text: expected a string, found number [next]\n",
    );
    expect(code).toBe(1);
  });

  test("takes the path of a protocol.json", async () => {
    const cwd = recorded([client(request(1, "echo", {}))]);
    const generated = ["--schema", "next.ts", "--revision", "next"];
    await mcpGen(["generate", ...generated, "--out", "o"], { cwd });
    const { stdout } = await mcpGen(
      ["validate", "traffic.jsonl", "--revision", "o/next/protocol.json"],
      { cwd },
    );
    expect(stdout).toContain("echo params.text: expected a string");
  });

  test.each([
    [["validate"], "missing required argument"],
    [["validate", "no-such.jsonl"], "error unreadable"],
    [["validate", "-", "--revision", "2025-11-99"], "error unknown-revision"],
    [
      ["validate", "-", "--schema", "a.ts", "--schema", "b.ts"].concat(
        ...["--revision", "a"],
      ),
      "error unpaired-schema",
    ],
    [["validate", "-", "--max-line", "0"], "whole number above zero"],
    [["validate", "-", "--max-line", "2000000000"], "lineLimit is at most"],
    [
      ["validate", "-", "--schema", "-", "--revision", "next"],
      "error invalid-option",
    ],
  ])("ends with 2 for %j", async (args, message) => {
    const { code, stderr, stdout } = await mcpGen(args, { cwd: recorded([]) });
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test("refuses lines that are longer than it was told", async () => {
    const cwd = recorded([wrong]);
    const { stdout } = await mcpGen(
      ["validate", "traffic.jsonl", "--max-line", "20"],
      { cwd },
    );
    expect(stdout).toContain(":1: unknown sender: the line is longer than 20");
  });

  test("prints what the README says", async () => {
    const lines = readFileSync("docs/guides/validate.md", "utf8").split("\n");
    const shown = (start: string): string =>
      lines.find((line) => line.startsWith(start)) ?? "";
    const cwd = temporaryFolder();
    const opening = textOf(handshake("2025-11-25", "2025-11-25", "a"));
    writeTree(cwd, { "traffic.jsonl": opening + shown('{"from":"client"') });
    const { stdout } = await mcpGen(["validate", "traffic.jsonl"], { cwd });
    expect(stdout).toBe(`${shown("traffic.jsonl:4: ")}\n`);
  });
});
