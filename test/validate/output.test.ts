import { describe, expect, test } from "vitest";
import { mcpGen, schema } from "../cli/command-line.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { client, handshake, request } from "./traffic.ts";

// Clears the screen, begins a line, colours by a C1 control, and turns text around.
const method = "a\u001b[2J\r\nb\u009b31m\u2028c\u202ed";

describe("what validate prints", () => {
  const lines = [
    ...handshake("2025-11-25", "2025-11-25", method),
    client(request(1, method), method),
    client(request(2, "tools/call", { _meta: { [method]: 1 } }), method),
    client(request(3, "tools/list", { _meta: 7 }), method),
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");

  async function printed(...format: string[]): Promise<string> {
    const cwd = temporaryFolder();
    writeTree(cwd, { "t.jsonl": text });
    const args = ["validate", "t.jsonl", "--revision", "2025-11-25"];
    return (await mcpGen([...args, ...format], { cwd })).stdout;
  }

  test("is text that does nothing to a terminal, a line for each finding", async () => {
    const stdout = await printed();
    expect(unescaped(stdout)).toEqual([]);
    expect(stdout).toContain("a\\u001b[2J\\u000d\\u000ab\\u009b31m");
    expect(stdout.split("\n")).toHaveLength(4);
  });

  test("is JSON that does nothing to a terminal, and means the same", async () => {
    const stdout = await printed("--format", "json");
    expect(unescaped(stdout)).toEqual([]);
    // What the command prints, as its type says.
    const report = JSON.parse(stdout) as { findings: { method?: string }[] };
    expect(report.findings.map((found) => found.method)).toEqual([
      method,
      "tools/call",
      "tools/list",
    ]);
  });

  test("is what was found in the schema too, and once", async () => {
    const cwd = temporaryFolder();
    const fact = { method: "no/such", side: "server", path: "echo" };
    const facts = { capabilities: [{ ...fact, reason: "A.", page: "echo" }] };
    writeTree(cwd, {
      "t.jsonl": "",
      "next.ts": schema,
      "facts.json": JSON.stringify(facts),
    });
    const chosen = ["--schema", "next.ts", "--revision", "next"];
    const args = ["validate", "t.jsonl", ...chosen, "--facts", "facts.json"];
    const asText = await mcpGen(args, { cwd });
    expect(asText.stderr.split("fact-unknown")).toHaveLength(2);
    expect(asText.stdout).toBe("");
    const asJson = await mcpGen([...args, "--format", "json"], { cwd });
    expect(asJson.stderr).toBe("");
    // What the command prints, as its type says.
    const report = JSON.parse(asJson.stdout) as {
      diagnostics: { code: string }[];
    };
    const codes = report.diagnostics.map(({ code }) => code);
    expect(codes).toContain("fact-unknown");
  });
});

/** Characters that are neither printable nor line feeds. */
function unescaped(text: string): string[] {
  return [...text].filter(
    (character) =>
      /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(character) && character !== "\n",
  );
}
