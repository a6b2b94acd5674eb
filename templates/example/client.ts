// Starts the weather server, and asks it in each lifecycle: `node client.js`.
import { fileURLToPath } from "node:url";
import * as handshake from "../../generated/2025-11-25/index.ts";
import { createClient } from "../../generated/index.ts";
import { spawnStdio } from "../../src/runtime/spawn-stdio.ts";

const info = { name: "weather-client", version: "1.0.0" };
const server = fileURLToPath(new URL("server.js", import.meta.url));

const clients = [createClient({ info }), handshake.createClient({ info })];
for (const client of clients) {
  await client.connect(
    spawnStdio({ command: process.execPath, args: [server] }),
  );
  const { tools } = await client.listTools();
  const result = await client.callTool(
    { name: "forecast", arguments: { city: "Oslo" } },
    { onProgress: ({ message }) => console.log("  progress:", message) },
  );
  const { serverInfo, protocolVersion } = client;
  console.log(`${serverInfo?.name ?? "a server"}, ${protocolVersion}`);
  console.log("  tools:", tools.map(({ name }) => name).join(", "));
  console.log("  answer:", JSON.stringify(result.structuredContent));
  await client.close();
}
