import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Listing } from "../../../src/contracts/snapshot/listed.ts";
import {
  printSnapshot,
  snapshotOf,
} from "../../../src/contracts/snapshot/index.ts";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";
import { createProject } from "../../package/installed.ts";
import { compile } from "../../support/typescript.ts";
import { expectHarmless } from "./harmless.ts";
import { hostileListing } from "./hostile-lists.ts";
import { serveHostile, type Answer } from "./hostile-server.ts";
import { expectPlain, made } from "./made.ts";

/** What a server answers that has these lists. */
function answersOf({
  serverInfo,
  ...lists
}: Omit<Listing, "protocolVersion">): Record<string, Answer> {
  return {
    initialize: () => ({
      protocolVersion: "2025-11-25",
      serverInfo: { ...serverInfo },
      capabilities: { tools: {}, prompts: {}, resources: {} },
    }),
    "tools/list": () => ({ tools: lists.tools }),
    "prompts/list": () => ({ prompts: lists.prompts }),
    "resources/list": () => ({ resources: lists.resources }),
    "resources/templates/list": () => ({
      resourceTemplates: lists.resourceTemplates,
    }),
  };
}

const emitted = [
  ...[".gitattributes", "client.ts", "guards.ts", "index.ts"],
  ...["mcp-gen.manifest.json", "snapshot.json", "types.ts"],
].map((name) => path.join("out", name));

test("a client of a hostile server is files in one folder, told of in plain lines, and nothing is fetched", async () => {
  const answers: Record<string, Answer> = {};
  const server = await serveHostile(answers);
  const { origin } = new URL(server.url);
  const network: JsonObject[] = [
    { $ref: `${origin}/schema.json` },
    { $schema: `${origin}/dialect.json`, $id: `${origin}/id.json` },
    { allOf: [{ $ref: "//127.0.0.1/x" }, { $dynamicRef: `${origin}#a` }] },
  ].map((schema) => ({ type: "object", ...schema }));
  const listing = hostileListing(origin);
  const tools = network.map((inputSchema, index) => ({
    ...{ name: `network ${index}`, inputSchema, outputSchema: inputSchema },
  }));
  Object.assign(
    answers,
    answersOf({ ...listing, tools: [...listing.tools, ...tools] }),
  );
  const { code, stdout, stderr, files } = await made([
    "client",
    server.url,
    "--out",
    "out",
  ]);
  expect(code, stderr).toBe(0);
  expect(files.map((file) => file.path).sort()).toEqual(emitted);
  expectHarmless(files);
  expectPlain(stdout + stderr);
  for (const index of network.keys())
    expect(stderr).toContain(`network ${index}`);
  expect(server.visits).toEqual([]);
});

const { snapshot } = snapshotOf(hostileListing("http://127.0.0.1:1"));
const given = { "hostile.json": printSnapshot(snapshot) };

test.each<[string, string, readonly string[]]>([
  [
    "server",
    "out",
    [
      ...[".gitattributes", "guards.ts", "handlers.ts", "index.ts"],
      ...["mcp-gen.manifest.json", "schemas.ts", "server.ts", "types.ts"],
    ],
  ],
  ["compile", "out.ts", [""]],
])(
  "mcp-gen %s of a hostile snapshot writes code of ours",
  async (command, out, names) => {
    const args = [command, "hostile.json", "--out", out];
    const { code, stdout, stderr, files } = await made(args, given);
    expect(code, stderr).toBe(0);
    expect(files.map((file) => file.path).sort()).toEqual(
      ["hostile.json", ...names.map((name) => path.join(out, name))].sort(),
    );
    expectHarmless(files);
    expectPlain(stdout + stderr);
  },
);

test("what is made of a hostile snapshot compiles under all strict flags", async () => {
  const project = createProject();
  onTestFinished(() =>
    rmSync(project.folder, { recursive: true, force: true }),
  );
  const runtime = ["--runtime", "mcp-gen"];
  for (const args of [
    ["client", "hostile.json", "--out", "client", ...runtime],
    ["server", "hostile.json", "--out", "server", ...runtime],
    ["compile", "hostile.json", "--out", "schemas.ts"],
  ]) {
    const { code, stderr, files } = await made(args, given);
    expect(code, stderr).toBe(0);
    for (const { path: file, text } of files) {
      mkdirSync(path.join(project.folder, path.dirname(file)), {
        recursive: true,
      });
      writeFileSync(path.join(project.folder, file), text);
    }
  }
  writeFileSync(
    path.join(project.folder, "package.json"),
    JSON.stringify({ type: "module" }),
  );
  expect((await compile(project.folder)).slice(0, 5)).toEqual([]);
});

test("ten thousand tools become a client that grows no faster than they do", async () => {
  const sizes: number[] = [];
  for (const count of [1_000, 10_000]) {
    const tools = Array.from({ length: count }, (_, index) => ({
      name: `tool_${index}`,
      inputSchema: {
        type: "object",
        properties: { a: { type: "string" }, b: { enum: ["x", index] } },
        required: ["a"],
      },
    }));
    const { snapshot } = snapshotOf({
      ...{ serverInfo: { name: "many" }, protocolVersion: "2025-11-25", tools },
      ...{ prompts: [], resources: [], resourceTemplates: [] },
    });
    const args = ["client", "many.json", "--out", "out"];
    const many = { "many.json": printSnapshot(snapshot) };
    const { code, stderr, files } = await made(args, many);
    expect(code, stderr).toBe(0);
    const lengths = files.map(({ text }) => text.length);
    sizes.push(lengths.reduce((sum, length) => sum + length));
  }
  const [small = 0, large = 0] = sizes;
  expect(large / small).toBeLessThan(10.5);
});

test("an answer whose schema nests too deep ends the command, and nothing is written", async () => {
  let schema: object = {};
  for (let depth = 0; depth < 300; depth++)
    schema = { type: "object", properties: { a: schema } };
  const tools = ["deep", "flat"].map((name) => ({
    name,
    inputSchema: name === "deep" ? schema : { type: "object" },
  }));
  const server = await serveHostile({ "tools/list": () => ({ tools }) });
  const { code, stderr, files } = await made([
    "client",
    server.url,
    "--out",
    "out",
  ]);
  expect(code, stderr).toBe(3);
  expectPlain(stderr);
  expect(stderr).toContain("the answer is nested deeper than 256");
  expect(files).toEqual([]);
});
