import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as handshake from "../../generated/2025-11-25/index.ts";
import { connect, createClient, type Server } from "../../generated/index.ts";
import { pageBlocks } from "./blocks.ts";
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

describe.each(["once", "schemas"])("the page %s", (page) => {
  test("leads to its headings", () => {
    const text = readFileSync(join(root, `docs/guides/${page}.md`), "utf8");
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, one]) => one);
    const contents = [...text.matchAll(/^- \[(.+)\]\(#(.+)\)$/gm)];
    expect(contents.map(([, title]) => title)).toEqual(headings);
    for (const [, title = "", anchor] of contents)
      expect(anchor).toBe(
        title
          .toLowerCase()
          .replaceAll(" ", "-")
          .replaceAll(/[^\w-]/g, ""),
      );
  });
});
