// Asks the weather server the same question in both lifecycles: `node client.js`.
import { fileURLToPath } from "node:url";
import * as handshake from "../../generated/2025-11-25/index.ts";
import * as stateless from "../../generated/2026-07-28/index.ts";
import { spawnStdio } from "../../generated/runtime/spawn-stdio.ts";

const info = { name: "weather-client", version: "1.0.0" };
const server = fileURLToPath(new URL("server.js", import.meta.url));

for (const { revision, createClient } of [handshake, stateless]) {
  const client = createClient({ info });
  await client.connect(
    spawnStdio({ command: process.execPath, args: [server, revision] }),
  );
  const { tools } = await client.listTools({});
  const result = await client.callTool(
    { name: "forecast", arguments: { city: "Oslo" } },
    { onProgress: ({ message }) => console.log("  progress:", message) },
  );
  console.log(`${revision} with ${client.serverInfo?.name ?? "a server"}`);
  console.log("  tools:", tools.map(({ name }) => name).join(", "));
  console.log("  answer:", JSON.stringify(result));
  await client.close();
}
