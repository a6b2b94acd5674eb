import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { exitCodes } from "../../src/cli/commands/help/exit-codes.ts";
import { variables } from "../../src/cli/commands/help/variables.ts";
import { commandsPages } from "../../templates/build/reference/commands/page.ts";

const sources = path.join(import.meta.dirname, "../../src");
const [page = { text: "" }] = commandsPages();

/** Code that commands run: servers and clients apart, but for the one that asks for a login. */
const rooms = ["base", "cli", "project/packages", "project/upstream"];
const login = "runtime/auth/node/terminal";

it("name each variable of the environment that commands read", () => {
  const read = [...rooms, login].flatMap((room) => variablesIn(room));
  expect(read).toContain("MCP_CLIENT_SECRET");
  expect(read).toContain("NO_PROXY");
  const known = Object.keys(variables);
  // A variable may have either case.
  const isKnown = (name: string): boolean =>
    known.includes(name) || known.includes(name.toUpperCase());
  expect(read.filter((name) => !isKnown(name))).toEqual([]);
});

it("have a section for each command, with its exit codes", () => {
  for (const [name, codes] of Object.entries(exitCodes)) {
    const [, rest = ""] = page.text.split(`\n## ${name}\n`);
    const [section = ""] = rest.split("\n## ");
    for (const [code, says] of Object.entries(codes))
      expect(section, name).toContain(`| ${code} | ${says} |`);
  }
});

function variablesIn(room: string): string[] {
  const folder = path.join(sources, room);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => {
      const text = readFileSync(path.join(folder, name), "utf8");
      return [...text.matchAll(/(?<!process\.)\benv\??\.?\["(\w+)"\]/g)].map(
        ([, variable = ""]) => variable,
      );
    });
}
