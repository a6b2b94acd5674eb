import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { load } from "../../../src/index.ts";
import { mcpGen, schema } from "../../cli/command-line.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";

const newer = schema
  .replace(
    "text: string;\n}\nexport interface Hurry",
    "text?: string;\n}\nexport interface Hurry",
  )
  .replace("/** Asks for an echo. */", "/** Asks for its text. */");

function folder(files: Record<string, string> = {}): string {
  const cwd = temporaryFolder();
  writeTree(cwd, {
    "next/schema.ts": schema,
    "later/schema.ts": newer,
    ...files,
  });
  return cwd;
}

const both = ["next/schema.ts", "later/schema.ts"];

async function run(args: readonly string[], cwd: string, stdin = "") {
  return mcpGen(["diff", ...args], { cwd, stdin });
}

describe("what cannot be read is told once, with what to do", () => {
  test("a protocol.json of a newer format", async () => {
    const model = { ...(await load("2025-11-25")), formatVersion: 2, more: [] };
    const cwd = folder({ "protocol.json": JSON.stringify(model) });
    const { code, stderr } = await run(["protocol.json", "2025-11-25"], cwd);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `error invalid-model: ${join(cwd, "protocol.json")} has version 2 of the format, and version 1 is read\n  hint: update mcp-gen\n`,
    );
  });

  test("one of no known format is held against the schema", async () => {
    const model = { ...(await load("2025-11-25")), formatVersion: 0 };
    const cwd = folder({ "protocol.json": JSON.stringify(model) });
    const { stderr } = await run(["protocol.json", "2025-11-25"], cwd);
    expect(stderr).toContain("/formatVersion must be equal to constant");
  });

  test.each([
    ["next/shema.ts", "there is no such file", 'did you mean "schema.ts"?'],
    [
      "next/protocol.json",
      "there is no such file",
      "a path counts from the working directory",
    ],
    ["nowhere/schema.ts", "there is no such file", "there is no folder"],
    ["next/schema.ts/x.ts", "there is no such file", "there is no folder"],
    ["./next", "it is a folder", '/next/schema.ts"?'],
    ["model.json", "it is a folder", "give the path of a file in it"],
  ])("the path %s", async (path, reason, hint) => {
    const cwd = folder();
    mkdirSync(join(cwd, "model.json"));
    const { code, stderr } = await run([path, "2025-11-25"], cwd);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `error unreadable: Cannot read ${join(cwd, path)}: ${reason}\n${stderr.split("\n")[1] ?? ""}\n`,
    );
    expect(stderr.split("\n")[1]).toContain(hint);
  });

  test.each([
    [
      "ftp://user:secret@a.invalid/schema.ts?s3cr3t",
      "ftp://a.invalid/schema.ts: only http and https are fetched",
      "download the file",
    ],
    [
      "FTP://a.invalid/protocol.json",
      "ftp://a.invalid/protocol.json: only",
      "download the file",
    ],
    [
      "file:///schemas/next/schema.ts",
      "file:///schemas/next/schema.ts: only",
      "give the path of the file",
    ],
  ])("the address %s", async (address, said, hint) => {
    const { code, stderr } = await run([address, "2025-11-25"], "/");
    expect(code).toBe(2);
    expect(stderr).toContain(`error fetch-failed: Cannot fetch ${said}`);
    expect(stderr).toContain(hint);
    expect(stderr).not.toMatch(/secret|s3cr3t/);
  });
});

describe("a protocol.json", () => {
  test("is read from standard input", async () => {
    const model = `\n ${JSON.stringify(await load("2025-11-25"))}`;
    const { code, stdout } = await run(["-", "2025-11-25"], "/", model);
    expect([code, stdout.split("\n")[0]]).toEqual([
      0,
      "2025-11-25 → 2025-11-25: no change",
    ]);
    const broken = await run(["-", "2025-11-25"], "/", "{ nothing");
    expect(broken.stderr).toContain(
      "error invalid-model: Cannot read <stdin>: ",
    );
    const other = await run(["-", "2025-11-25"], "/", "{}");
    expect(other.stderr).toContain(
      "error invalid-model: <stdin> is not a protocol",
    );
  });

  test("may begin with a byte order mark, and must be UTF-8", async () => {
    const model = `\ufeff${JSON.stringify(await load("2025-11-25"))}`;
    const cwd = folder({ "protocol.json": model });
    for (const [source, stdin] of [
      ["protocol.json", ""],
      ["-", model],
    ] as const) {
      const { code, stdout } = await run([source, "2025-11-25"], cwd, stdin);
      expect([code, stdout.split("\n")[0]]).toEqual([
        0,
        "2025-11-25 → 2025-11-25: no change",
      ]);
    }
    writeFileSync(
      join(cwd, "latin.json"),
      Buffer.from('{ "a": "é" }', "latin1"),
    );
    const { code, stderr } = await run(["latin.json", "2025-11-25"], cwd);
    expect(code).toBe(2);
    expect(stderr).toContain("latin.json: it is not UTF-8");
  });
});

describe("what is asked for in vain", () => {
  test("facts, where no schema.ts is parsed", async () => {
    const model = JSON.stringify(await load("2025-11-25"));
    const cwd = folder({ "facts.json": "{}", "protocol.json": model });
    for (const source of ["protocol.json", "2025-11-25"]) {
      const args = [source, "2026-07-28", "--facts", "facts.json"];
      const { code, stderr } = await run(args, cwd);
      expect(code).toBe(2);
      expect(stderr).toContain("There is no schema.ts for --facts");
    }
    const used = await run([...both, "--facts", "facts.json"], cwd);
    expect(used.code).toBe(0);
  });

  test("a method as a type, and a type as a method", async () => {
    const [a, b] = ["2025-11-25", "2026-07-28"];
    const type = await run([a, b, "--type", "tools/call"], "/");
    expect(type.stderr).toContain(
      "hint: there is a method of that name: --method tools/call",
    );
    const method = await run([a, b, "--method", "CallToolRequest"], "/");
    expect(method.stderr).toContain(
      "hint: there is a type of that name: --type CallToolRequest",
    );
    const typo = await run([a, b, "--method", "tools/cal"], "/");
    expect(typo.stderr).toContain('hint: did you mean "tools/call"?');
  });
});

describe("filters", () => {
  test("that leave nothing say so, and of how many", async () => {
    const cwd = folder();
    const args = [...both, "--category", "method"];
    const text = await run(args, cwd);
    expect(text.stdout).toBe(
      "next → later: none of 2 changes fits the filters\n",
    );
    const markdown = await run([...args, "--format", "markdown"], cwd);
    expect(markdown.stdout).toBe(
      "# From next to later\n\n- none of 2 changes fits the filters\n",
    );
    const github = await run([...args, "--format", "github"], cwd);
    expect(github.stdout).toBe(text.stdout);
    const same = await run(
      ["next/schema.ts", "next/schema.ts", ...args.slice(2)],
      cwd,
    );
    expect(same.stdout).toBe("next → next: no change\n");
  });

  test("by category add up when given twice", async () => {
    const cwd = folder();
    const count = async (...args: string[]) =>
      (await run([...both, "--format", "json", ...args], cwd)).stdout.match(
        /"kind"/g,
      )?.length;
    expect(await count("--category", "field")).toBe(1);
    expect(await count("--category", "documentation")).toBe(1);
    expect(
      await count("--category", "documentation", "--category", "changed"),
    ).toBe(2);
    expect(await count("--category", "documentation,changed")).toBe(2);
  });
});

describe("comments", () => {
  test("that are on one side alone are told to be not compared", async () => {
    const cwd = folder();
    const compared = await run(both, cwd);
    expect(compared.stdout).toContain("\n  documentation: 1 changed\n");
    const said = "comments not compared (none in 2025-11-25)";
    const text = await run(["2025-11-25", "later/schema.ts"], cwd);
    expect(text.stdout).toMatch(
      new RegExp(
        `\n  documentation: (\\d+ changed; )?${said.replace(/[()]/g, "\\$&")}\n`,
      ),
    );
    const markdown = await run(
      ["2025-11-25", "later/schema.ts", "--format", "markdown"],
      cwd,
    );
    expect(markdown.stdout).toContain(
      `comments not compared (none in 2025-11-25)`,
    );
    const same = await run(["2026-07-28", "draft"], cwd);
    expect(same.stdout).toBe(
      "2026-07-28 → draft: no change\n  documentation: comments not compared (none in 2026-07-28, draft)\n",
    );
  });
});
