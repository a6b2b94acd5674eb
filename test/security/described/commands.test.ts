import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { EmittedFile } from "../../../src/emit/index.ts";
import type { Listing } from "../../../src/description/snapshot/listed.ts";
import type { JsonObject } from "../../../src/runtime/wire/message.ts";
import { mcpGen, type Outcome } from "../../cli/command-line.ts";
import { temporaryFolder } from "../../output/folder.ts";
import { harms, expectHarmless } from "./harmless.ts";
import { hostileListing } from "./hostile-lists.ts";
import {
  serveHostile,
  type Answer,
  type HostileServer,
} from "./hostile-server.ts";

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

/** What came of a command, and all that is in the folder where it ran. */
interface Made extends Outcome {
  readonly files: readonly EmittedFile[];
}

/** Has `mcp-gen client` make one of a server, for somebody at a terminal. */
async function made({ url }: HostileServer): Promise<Made> {
  const cwd = temporaryFolder();
  const outcome = await mcpGen(["client", url, "--out", "out"], {
    cwd,
    isTerminal: true,
  });
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => ({
      path: path.relative(cwd, file),
      text: readFileSync(file, "utf8"),
    }));
  return { ...outcome, files };
}

const emitted = [
  ...[".gitattributes", "client.ts", "guards.ts", "index.ts"],
  ...["mcp-gen.manifest.json", "snapshot.json", "types.ts"],
].map((name) => path.join("out", name));

/** Nothing in it moves a cursor, or is longer than anybody reads. */
function expectPlain(text: string): void {
  expect(harms([{ path: "told", text }])).toEqual([]);
  expect(text.length).toBeLessThan(20_000);
}

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
  const { code, stdout, stderr, files } = await made(server);
  expect(code, stderr).toBe(0);
  expect(files.map((file) => file.path).sort()).toEqual(emitted);
  expectHarmless(files);
  expectPlain(stdout + stderr);
  for (const index of network.keys())
    expect(stderr).toContain(`network ${index}`);
  expect(server.visits).toEqual([]);
});

test("a tool whose schema nests too deep for a snapshot is left out, and told", async () => {
  let schema: object = {};
  for (let depth = 0; depth < 300; depth++)
    schema = { type: "object", properties: { a: schema } };
  const tools = ["deep", "flat"].map((name) => ({
    name,
    inputSchema: name === "deep" ? schema : { type: "object" },
  }));
  const server = await serveHostile({ "tools/list": () => ({ tools }) });
  const { code, stderr, files } = await made(server);
  expect(code, stderr).toBe(0);
  expectPlain(stderr);
  expect(stderr).toMatch(/deep.* nests deeper than 400 levels/);
  expectHarmless(files);
});
