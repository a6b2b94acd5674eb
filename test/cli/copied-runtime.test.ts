import { join } from "node:path";
import { expect, test } from "vitest";
import { generate, type GenerateOptions } from "../../src/index.ts";
import { compile, folderOf, runNode } from "../support/typescript.ts";

/** One tool, called through whatever the copy has: memory, HTTP, and a process. */
const program = `
import { createClient, createServer, revisions, tool } from "./mcp/index.js";
import { createHttpHandler } from "./mcp/runtime/http.js";
import { httpTransport } from "./mcp/runtime/http-client.js";
import { connect } from "./mcp/runtime/index.js";
import { serveStdio } from "./mcp/runtime/serve-stdio.js";
import { spawnStdio } from "./mcp/runtime/spawn-stdio.js";

const info = { name: "copied", version: "1" };
const greet = tool("greet", {}, (_, { protocolVersion }) => protocolVersion);
const server = createServer({ info, features: [greet] });

if (process.argv[2] === "serve") await serveStdio(server);
else {
  const handle = createHttpHandler(server);
  const url = "http://localhost/mcp";
  const fetch = (address: string | URL | Request, init?: RequestInit) => {
    const request = new Request(address, init);
    request.headers.set("host", "localhost");
    return handle(request);
  };
  const command = process.execPath;
  const args = [process.argv[1] ?? "", "serve"];
  const clients = [1, 2, 3].map(() => createClient({ info }));
  const [near, over, beyond] = clients as [Client, Client, Client];
  await connect(server, near);
  await over.connect(httpTransport({ url, fetch }));
  await beyond.connect(spawnStdio({ command, args }));
  for (const client of clients) {
    const { content } = await client.callTool({ name: "greet" });
    console.log(client.serverInfo?.name, JSON.stringify(content));
    await client.close();
  }
  await handle.close();
  console.log(revisions[0]);
}
type Client = ReturnType<typeof createClient>;
`;

test.each<{ readonly target: NonNullable<GenerateOptions["target"]> }>([
  { target: "ts" },
  { target: "js" },
])("the copy of the runtime runs, generated as $target", async ({ target }) => {
  const folder = folderOf([{ path: "program.ts", text: program }]);
  const revisions = ["2025-11-25", "2026-07-28"];
  const out = join(folder, "mcp");
  const { files } = await generate({ revisions, target, out });
  const copied = files.filter(({ path }) => path.startsWith("runtime/"));
  expect(copied.length).toBeGreaterThan(20);
  expect(
    await compile(folder, {
      lib: ["ES2023", "DOM"],
      emitDeclarationOnly: false,
      outDir: ".",
    }),
  ).toEqual([]);
  const { code, output } = await runNode(["program.js"], folder);
  const answer = `copied [{"type":"text","text":"2026-07-28"}]\n`;
  expect(output).toBe(`${answer.repeat(3)}2026-07-28\n`);
  expect(code).toBe(0);
});
