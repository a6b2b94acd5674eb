import { join } from "node:path";
import { expect, test } from "vitest";
import {
  generate,
  runtimeParts,
  type GenerateOptions,
} from "../../src/index.ts";
import {
  compile,
  folderOf,
  runNode,
  withPackages,
} from "../support/typescript.ts";

/** One tool, called through whatever the copy has: memory, HTTP, and a process. */
const program = `
import { createClient, createServer, revisions, tool } from "./mcp/index.js";
import { createHttpHandler } from "./mcp/runtime/http.js";
import { httpTransport } from "./mcp/runtime/http-client.js";
import { protect } from "./mcp/runtime/auth/server.js";
import { connect } from "./mcp/runtime/index.js";
import { spawnStdio } from "./mcp/runtime/spawn-stdio.js";

const info = { name: "copied", version: "1" };
const greet = tool("greet", {}, (_, { protocolVersion }) => protocolVersion);
const server = createServer({ info, features: [greet] });

const handle = createHttpHandler(server);
const url = "http://localhost/mcp";
const fetch = (address: string | URL | Request, init?: RequestInit) => {
  const request = new Request(address, init);
  request.headers.set("host", "localhost");
  return handle(request);
};
const command = process.execPath;
const onError = ({ message }: Error) => console.log(message);
const clients = [1, 2, 3].map(() => createClient({ info, onError }));
const [near, over, beyond] = clients as [Client, Client, Client];
await connect(server, near);
await over.connect(httpTransport({ url, fetch }));
const stderr = "ignore";
await beyond.connect(spawnStdio({ command, args: ["serve.js"], stderr }));
for (const client of clients) {
  const { content } = await client.callTool({ name: "greet" });
  console.log(client.serverInfo?.name, JSON.stringify(content));
  await client.close();
}
await handle.close();
console.log(revisions[0]);
const resource = "https://mcp.example.com/mcp";
const verify = () => ({ error: "invalid_token" }) as const;
const authorizationServers = ["https://login.example.com"];
console.log(protect({ resource, authorizationServers, verify }).metadataUrl);
type Client = ReturnType<typeof createClient>;
`;

/** A server that imports a module that prints. */
const serve = `
import "./mcp/runtime/claim-stdout.js";
import "./noisy.js";
import { createServer, tool } from "./mcp/index.js";
import { serveStdio } from "./mcp/runtime/serve-stdio.js";

const info = { name: "copied", version: "1" };
const greet = tool("greet", {}, (_, { protocolVersion }) => protocolVersion);
await serveStdio(createServer({ info, features: [greet] }));
`;

test.each<{ readonly target: NonNullable<GenerateOptions["target"]> }>([
  { target: "ts" },
  { target: "js" },
])("the copy of the runtime runs, generated as $target", async ({ target }) => {
  const folder = folderOf([
    { path: "program.ts", text: program },
    { path: "serve.ts", text: serve },
    { path: "noisy.ts", text: `console.log("hello");` },
  ]);
  const revisions = ["2025-11-25", "2026-07-28"];
  const out = join(folder, "mcp");
  // The parts that import packages are compiled, and not loaded: nothing is installed here.
  const parts = { with: runtimeParts };
  const { files } = await generate({ revisions, target, out, ...parts });
  const copied = files.filter(({ path }) => path.startsWith("runtime/"));
  expect(copied.length).toBeGreaterThan(20);
  expect(
    await compile(folder, {
      ...withPackages,
      lib: ["ES2023", "DOM"],
      emitDeclarationOnly: false,
      outDir: ".",
    }),
  ).toEqual([]);
  const { code, output } = await runNode(["program.js"], folder);
  const answer = `copied [{"type":"text","text":"2026-07-28"}]\n`;
  const metadata =
    "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";
  expect(output).toBe(`${answer.repeat(3)}2026-07-28\n${metadata}\n`);
  expect(code).toBe(0);
});
