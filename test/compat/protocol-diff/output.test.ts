import { describe, expect, test } from "vitest";
import { mcpGen, schema } from "../../cli/command-line.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";

const echo = "  text: string;\n}\nexport interface Hurry";

/** The report of a schema whose result has another field, with files beside it. */
async function report(
  format: string,
  field: string,
  { facts, before = schema }: { facts?: unknown; before?: string } = {},
): Promise<string> {
  const cwd = temporaryFolder();
  writeTree(cwd, {
    "next/schema.ts": before,
    "later/schema.ts": before.replace(echo, `${field}\n${echo}`),
    "facts.json": JSON.stringify(facts ?? {}),
  });
  const args = ["next/schema.ts", "later/schema.ts", "--format", format];
  const more = facts === undefined ? [] : ["--facts", "facts.json"];
  const { stdout, stderr } = await mcpGen(["diff", ...args, ...more], { cwd });
  expect(stderr).not.toContain("error");
  return stdout;
}

describe("github's annotations", () => {
  test("end where they are meant to, whatever a name has in it", async () => {
    const stdout = await report("github", '  "a,b:c%d"?: string;');
    expect(stdout).toContain(
      'title=field added%3A EchoResult["a%2Cb%3Ac%25d"]?::string. compatible: ',
    );
    const percent = await report("github", '  a?: "100%";');
    expect(percent).toContain('EchoResult.a?::"100%25". compatible');
  });

  test("are one line each, whatever a fact has in it", async () => {
    const fact = { reason: "so", page: "basic", since: "o" };
    const name = "one\r\n::error::two";
    const cwd = temporaryFolder();
    writeTree(cwd, {
      "a/schema.ts": schema,
      "facts.json": JSON.stringify({ features: [{ ...fact, name }] }),
    });
    const { stdout } = await mcpGen(
      // The fact holds from "o" on, which is behind "next".
      [
        "diff",
        "a/schema.ts",
        "a/schema.ts",
        "--revision",
        "next",
        "--revision",
        "one",
        "--facts",
        "facts.json",
        "--format",
        "github",
      ],
      { cwd },
    );
    expect(stdout).toContain(
      "::notice title=feature added%3A one%0D%0A%3A%3Aerror%3A%3Atwo::",
    );
    expect(stdout).not.toContain("\n::error");
  });

  test("name no file where a schema comes from elsewhere", async () => {
    const cwd = temporaryFolder();
    writeTree(cwd, { "next/schema.ts": schema });
    const later = schema.replace(echo, `more?: string;\n${echo}`);
    const line =
      later.split("\n").findIndex((one) => one.includes("EchoResult")) + 1;
    const { stdout } = await mcpGen(
      ["diff", "next/schema.ts", "-", "--format", "github"],
      { cwd, stdin: later },
    );
    expect(stdout).toContain(
      "::notice title=field added%3A EchoResult.more?::string. compatible: ",
    );
    expect(stdout).toContain(` (<stdin>:${line}:18)\n`);
    expect(stdout).not.toContain("file=");
  });
});

test("markdown marks code that has marks of its own", async () => {
  const stdout = await report("markdown", "  a?: '`b``' | 'c|d';");
  expect(stdout).toContain('``` "`b``" \\| "c\\|d" ```');
  expect(stdout).toContain("| `EchoResult.a?` |");
});

test("text says where else a change is", async () => {
  const heirs = ["One", "Two"].map(
    (name) => `export interface ${name}Thing extends EchoResult { own: 1 }\n`,
  );
  const stdout = await report("text", "  a?: string;", {
    before: schema + heirs.join(""),
  });
  expect(stdout).toContain(
    "    + field EchoResult.a?: string\n      also in OneThing, TwoThing\n",
  );
  const github = await report("github", "  a?: string;", {
    before: schema + heirs.join(""),
  });
  expect(github).toContain("; also in OneThing, TwoThing");
});

test.each([
  ["an escape", "\u001b[2J"],
  ["a C1 control", "\u009b2J"],
  ["a change of direction", "\u202e"],
])("what a comment says moves no cursor: %s", async (_, hostile) => {
  const before = schema.replace("Asks for an echo.", "Asks.");
  const cwd = temporaryFolder();
  writeTree(cwd, {
    "next/schema.ts": before,
    "later/schema.ts": schema.replace("Asks for an echo.", `Asks ${hostile}x.`),
  });
  for (const format of ["text", "markdown", "json"]) {
    const { stdout } = await mcpGen(
      ["diff", "next/schema.ts", "later/schema.ts", "--format", format],
      { cwd },
    );
    expect(stdout).toContain("Asks");
    expect(stdout).not.toContain(hostile);
    // Lines of its own stay.
    expect(stdout.split("\n").length).toBeGreaterThan(3);
  }
});
