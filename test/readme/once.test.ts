import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import * as handshake from "../../generated/2025-11-25/index.ts";
import {
  connect,
  createClient,
  createServer,
  tool,
  type Feature,
  type Server,
} from "../../generated/index.ts";
import { pageBlocks, readPage } from "./blocks.ts";
import { writeBlocks } from "./compiled.ts";
import { writeExample } from "./write.ts";

const root = join(import.meta.dirname, "../..");
const info = { name: "test", version: "1.0.0" };
let folder: string;

// Within the repository, because the examples import what is installed there.
beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the first program of a page exports. */
async function firstOf<Exports>(page: string): Promise<Exports> {
  const [text = ""] = pageBlocks(`docs/guides/${page}.md`);
  const file = join(folder, `${page}.ts`);
  writeExample(file, text);
  return (await import(file)) as Exports;
}

test.each([
  ["without a handshake", createClient],
  ["after a handshake", handshake.createClient],
])("the page of what is done once orders once, %s", async (_, create) => {
  interface Exports {
    readonly server: Server;
    readonly orders: readonly string[];
  }
  const { server, orders } = await firstOf<Exports>("once");
  const before = orders.length;
  const elicit = () => ({ action: "accept" as const, content: {} });
  const client = create({ info, handlers: { elicit } });
  await connect(server, client);
  const { content } = await client.callTool({ name: "book" });
  await client.close();
  const id = before + 1;
  expect(content).toEqual([{ type: "text", text: `Order ${id} is paid` }]);
  expect(orders).toHaveLength(id);
});

test("the page of schemas has tools of each library, which say what they are of", async () => {
  const own = join(folder, "schemas");
  mkdirSync(own);
  writeBlocks(own, readPage("docs/guides/schemas.md"));
  const load = async (name: string): Promise<Record<string, Feature>> =>
    (await import(join(own, `${name}.ts`))) as Record<string, Feature>;
  const files = ["zod-before-4-2", "dates", "checks", "arktype", "json-schema"];
  const features = (await Promise.all(files.map(load))).flatMap((one) =>
    Object.values(one),
  );
  const client = createClient({ info });
  await connect(createServer({ info, features }), client);
  const { tools } = await client.listTools();
  expect(
    tools.map(({ name, inputSchema }) => [name, inputSchema["required"]]),
  ).toEqual([
    ["greet", ["name"]],
    ["remind", ["at"]],
    ["pairs", ["count"]],
    ["add", ["a", "b"]],
    ["call", ["name"]],
  ]);
  await client.close();
});

test("the page of schemas says why zod before 4.2 is refused", () => {
  // What zod 4.1 has: it checks, and gives no JSON Schema.
  const { "~standard": standard } = z.object({ name: z.string() });
  const { jsonSchema: _, ...old } = standard;
  const input = { "~standard": { ...old, vendor: "zod" } };
  const [, said = ""] =
    /```text\n(The input schema of greet: .*)\n/.exec(
      readPage("docs/guides/schemas.md"),
    ) ?? [];
  expect(said).not.toBe("");
  const make = (): unknown => tool("greet", { input } as never, () => "");
  expect(make).toThrow(said);
});

test("the page of schemas serves what zod gives", async () => {
  const { server } = await firstOf<{ readonly server: Server }>("schemas");
  const client = createClient({ info });
  await connect(server, client);
  const { tools } = await client.listTools();
  const args = { city: "Oslo" };
  const result = await client.callTool({ name: "forecast", arguments: args });
  await client.close();
  expect(tools).toMatchObject([
    { inputSchema: { required: ["city"] }, outputSchema: {} },
  ]);
  expect(result).toMatchObject({ structuredContent: { sunny: 3 } });
});
