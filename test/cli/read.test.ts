import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generate, list, load, type Protocol } from "../../src/index.ts";
import type { AliasDeclaration } from "../../src/schema/model/index.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { readTree, temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { mcpGen, schema } from "./command-line.ts";

const ids = bundledRevisions().map(({ id }) => id);
const [oldest = ""] = ids;

describe("list", () => {
  test("has a line for each bundled revision", async () => {
    const { code, stdout } = await mcpGen(["list"], { cwd: "/" });
    const lines = stdout.trimEnd().split("\n").slice(1);
    expect(lines.map((line) => line.split(" ")[0])).toEqual(ids);
    expect(code).toBe(0);
  });

  test("as JSON is what the library says", async () => {
    const { stdout } = await mcpGen(["list", "--format", "json"], { cwd: "/" });
    expect(JSON.parse(stdout)).toEqual(await list());
  });
});

describe("inspect", () => {
  test("shows a revision", async () => {
    const { code, stdout } = await mcpGen(["inspect", oldest], { cwd: "/" });
    expect(stdout).toMatch(/^revision +\S+\n/);
    expect(stdout).toMatch(
      /^tools\/call +clientToServer +callTool .*CallToolResult/m,
    );
    expect(code).toBe(0);
  });

  test("shows a method, and a type", async () => {
    const method = await mcpGen(["inspect", oldest, "ping"], { cwd: "/" });
    expect(method.stdout).toMatch(/^handler +ping$/m);
    expect(method.stdout).toContain("export interface PingRequest");
    const type = await mcpGen(["inspect", oldest, "Role"], { cwd: "/" });
    expect(type.stdout).toContain(`export type Role = "user" | "assistant";`);
  });

  test("shows the fields of a method's params and results, bases and all", async () => {
    const args = ["inspect", "2025-11-25", "tools/call"];
    const { stdout } = await mcpGen(args, { cwd: "/" });
    const [, params = "", created = "", result = ""] = stdout.split("\n\n");
    expect(params).toMatch(/^params CallToolRequestParams$/m);
    expect(params).toMatch(/^ {2}name +string( |$)/m);
    expect(params).toMatch(
      /^ {2}arguments\? +\{ \[key: string\]: unknown;? \}/m,
    );
    // Declared by a base.
    expect(params).toMatch(/^ {2}task\? +TaskMetadata( |$)/m);
    expect(created).toMatch(/^result CreateTaskResult$/m);
    expect(result).toMatch(/^result CallToolResult$/m);
    expect(result).toMatch(/^ {2}content +ContentBlock\[\]( |$)/m);
    expect(result).toMatch(/^ {2}isError\? +boolean( |$)/m);
    expect(result).toMatch(/^ {2}\[key: string\] +unknown$/m);
  });

  test("shows each type that params may be, and what its schema says of a field", async () => {
    const cwd = temporaryFolder();
    const wider = schema.replace(
      "params: { text: string };",
      "params: EchoParams;",
    );
    writeTree(cwd, {
      "schema.ts": `${wider}
export type EchoParams = ByText | ByNumber;
export interface ByText {
  /** What to say. Aloud. */
  text: string;
  _meta?: { [key: string]: unknown }; }
export interface ByNumber { number: 1 | 2; _meta?: { [key: string]: unknown }; }`,
    });
    const args = ["inspect", "next", "echo", "--schema", "schema.ts"];
    const { stdout } = await mcpGen(args, { cwd });
    expect(stdout).toMatch(/^params ByText\n {2}text +string +What to say\.$/m);
    expect(stdout).toMatch(/^params ByNumber\n {2}number +1 \| 2$/m);
    const json = await mcpGen([...args, "--format", "json"], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({
      method: "echo",
      fields: [
        {
          of: "params",
          type: "ByText",
          fields: [
            { name: "text", type: "string", description: "What to say." },
            { name: "_meta", optional: true },
          ],
        },
        { of: "params", type: "ByNumber" },
        { of: "result", type: "EchoResult" },
      ],
    });
  });

  test("says of a method that has no fields that there are none", async () => {
    const cwd = temporaryFolder();
    const bare = schema.replaceAll(
      /params\?: \{ _meta.*\n/g,
      "params?: None;\n",
    );
    writeTree(cwd, { "schema.ts": `${bare}\nexport interface None {}` });
    const args = ["inspect", "next", "notifications/hurry"];
    const { stdout } = await mcpGen([...args, "--schema", "schema.ts"], {
      cwd,
    });
    expect(stdout).toContain("\n  (no fields)\n");
  });

  test("shows the data itself", async () => {
    const args = ["inspect", oldest, "Role", "--format", "json"];
    const { stdout } = await mcpGen(args, { cwd: "/" });
    expect(JSON.parse(stdout)).toMatchObject({ kind: "alias", name: "Role" });
  });

  test("reads a schema", async () => {
    const cwd = temporaryFolder();
    writeTree(cwd, { "schema.ts": schema });
    const args = ["inspect", "next", "echo", "--schema", "schema.ts"];
    const { code, stdout } = await mcpGen(args, { cwd });
    expect(stdout).toMatch(/^result +EchoResult$/m);
    expect(code).toBe(0);
  });
});

describe("load", () => {
  const model = async (): Promise<Protocol> =>
    structuredClone(await load(oldest));

  test("gives an alias its own id and source", async () => {
    const alias = bundledRevisions().find(({ aliasOf }) => aliasOf);
    if (alias?.aliasOf === undefined) return expect.unreachable();
    const { revision, source, ...rest } = await load(alias.id);
    const { declarations } = await load(alias.aliasOf);
    expect({ revision, source }).toEqual({
      revision: alias.id,
      source: alias.source,
    });
    expect(rest.declarations).toEqual(declarations);
  });

  test("reads a protocol.json, which generates what it was made from", async () => {
    const cwd = temporaryFolder();
    await mcpGen(["generate", oldest, "--out", "1"], { cwd });
    const path = `1/${oldest}/protocol.json`;
    const { code, stderr } = await mcpGen(["generate", path, "--out", "2"], {
      cwd,
    });
    expect(stderr).toMatch(/^Wrote .*\n$/);
    expect(code).toBe(0);
    expect(readTree(join(cwd, "2"))).toEqual(readTree(join(cwd, "1")));
  });

  test("accepts an object of the right shape", async () => {
    const value = await model();
    expect(await load(value)).toBe(value);
  });

  test.each<[string, (value: Protocol) => unknown, string]>([
    ["no protocol", () => ({ a: 1 }), "must have"],
    [
      "another format",
      (p) => ({ ...p, formatVersion: 2 }),
      "version 2 of the format, and version 1 is read",
    ],
    [
      "a name that is code",
      (p) => ({
        ...p,
        declarations: [
          { ...p.declarations[0], name: "A {} process.exit(); interface B" },
        ],
      }),
      "not an identifier",
    ],
    [
      "a reference that is code",
      (p) => ({
        ...p,
        declarations: [
          ...p.declarations,
          {
            kind: "alias",
            name: "Alias",
            type: {
              kind: "array",
              element: { kind: "reference", name: "A; process.exit(); type B" },
            },
          },
        ],
      }),
      "not an identifier",
    ],
    [
      "a handler that is code",
      (p) => ({
        ...p,
        requests: p.requests.map((one) => ({ ...one, handler: "a-b" })),
      }),
      "not an identifier",
    ],
    [
      "a name that is a reserved word",
      (p) => ({
        ...p,
        declarations: [{ ...p.declarations[0], name: "class" }],
      }),
      "reserved word",
    ],
    [
      "a reference to nothing",
      (p) => ({
        ...p,
        declarations: p.declarations.filter(({ name }) => name !== "Role"),
      }),
      "is not declared",
    ],
    [
      "a method that stands twice",
      (p) => ({ ...p, requests: [...p.requests, ...p.requests] }),
      "stands twice",
    ],
    [
      "an alias of itself",
      (p) => ({
        ...p,
        declarations: [
          ...p.declarations,
          {
            kind: "alias",
            name: "Loop",
            type: {
              kind: "union",
              members: [
                { kind: "reference", name: "Loop" },
                { kind: "keyword", name: "string" },
              ],
            },
          },
        ],
      }),
      "stands for itself",
    ],
    [
      "a name declared twice",
      (p) => ({ ...p, declarations: [...p.declarations, ...p.declarations] }),
      "declared twice",
    ],
    [
      "a pattern that does not compile",
      (p) => ({ ...p, declarations: [...p.declarations, text("^(a")] }),
      "is not a regular expression",
    ],
    [
      "a pattern that takes exponential time",
      (p) => ({ ...p, declarations: [...p.declarations, text("^(a+)+$")] }),
      "its time is not linear",
    ],
    [
      "a type without values",
      (p) => ({
        ...p,
        declarations: [...p.declarations, text("^aaa$", { maxLength: 2 })],
      }),
      '"Text" has no JSON value',
    ],
  ])("refuses %s", async (_, change, reason) => {
    const value = change(await model()) as object;
    await expect(load(value)).rejects.toMatchObject({
      code: "invalid-model",
      message: expect.stringContaining(reason) as string,
    });
  });

  test("refuses a model whose revision leads out of the folder", async () => {
    const protocols = [{ ...(await model()), revision: "../out" }];
    await expect(generate({ protocols })).rejects.toMatchObject({
      code: "unsafe-revision",
    });
  });

  test("refuses what cannot be read", async () => {
    await expect(load("/nowhere/protocol.json")).rejects.toMatchObject({
      code: "unreadable",
    });
  });
});

/** A name of texts that match a pattern. */
function text(pattern: string, more: object = {}): AliasDeclaration {
  return {
    ...{ kind: "alias", name: "Text" },
    type: { kind: "keyword", name: "string" },
    constraints: { pattern, ...more },
  };
}
