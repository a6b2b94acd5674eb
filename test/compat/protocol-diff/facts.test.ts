import { expect, test } from "vitest";
import { mcpGen, schema } from "../../cli/command-line.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";

const known = "2025-11-25";

function folder(): string {
  const cwd = temporaryFolder();
  writeTree(cwd, { [`${known}/schema.ts`]: schema, "mine/schema.ts": schema });
  return cwd;
}

const path = `${known}/schema.ts`;

test.each([
  { args: [path, "-"], name: "stdin" },
  { args: ["-", path], name: "stdin" },
  { args: ["mine/schema.ts", path], name: "mine" },
])(
  "a schema without a known revision has the facts of the other side: $args",
  async ({ args, name }) => {
    const options = { cwd: folder(), stdin: schema };
    const { code, stdout, stderr } = await mcpGen(
      ["diff", ...args, "--exit-code"],
      options,
    );
    expect(stdout).toContain("no change");
    expect(code).toBe(0);
    expect(stderr).toContain(
      `${name} is not a known revision: it has the facts of ${known}`,
    );
    expect(stderr).toContain("--revision");
  },
);

test("one whose revision is named has its own facts, known or inherited", async () => {
  const { stdout } = await mcpGen(
    ["diff", path, "-", "--revision", known, "--revision", "next"],
    { cwd: folder(), stdin: schema },
  );
  expect(stdout).toContain("feature");
});
