import { lines, type FileContext } from "./server-code.ts";

/** What runs tests: a library that the project has, or Node's own. */
export type TestRunner = "vitest" | "node";

/** Calls the server's tool within one process. */
export function serverTestCode(
  { imported, beside }: FileContext,
  runner: TestRunner,
): string {
  return lines(
    ...testImports(runner),
    `import { connect, createClient } from "${imported.whole}";`,
    `import { server } from "${beside("server")}";`,
    "",
    `test("greets by name", async () => {`,
    `  const client = createClient({ info: { name: "test", version: "1.0.0" } });`,
    "  await connect(server, client);",
    "  const { content } = await client.callTool({",
    `    name: "greet",`,
    `    arguments: { name: "Ada" },`,
    "  });",
    `  ${equal(runner, "content", '[{ type: "text", text: "Hello, Ada!" }]')};`,
    "  await client.close();",
    "});",
  );
}

/** Lists the tools of a server within one process. */
export function clientTestCode(
  { imported, beside }: FileContext,
  runner: TestRunner,
): string {
  return lines(
    ...testImports(runner),
    `import { connect, createServer, tool } from "${imported.whole}";`,
    `import { client } from "${beside("client")}";`,
    "",
    `test("lists tools", async () => {`,
    `  const greet = tool("greet", { description: "Greets" }, () => "Hello!");`,
    "  const server = createServer({",
    `    info: { name: "test", version: "1.0.0" },`,
    "    features: [greet],",
    "  });",
    "  await connect(server, client);",
    "  const { tools } = await client.listTools();",
    `  ${equal(runner, "tools.map(({ name }) => name)", '["greet"]')};`,
    "  await client.close();",
    "});",
  );
}

function testImports(runner: TestRunner): string[] {
  return runner === "vitest"
    ? [`import { expect, test } from "vitest";`]
    : [
        `import assert from "node:assert/strict";`,
        `import { test } from "node:test";`,
      ];
}

function equal(runner: TestRunner, actual: string, expected: string): string {
  return runner === "vitest"
    ? `expect(${actual}).toEqual(${expected})`
    : `assert.deepEqual(${actual}, ${expected})`;
}
