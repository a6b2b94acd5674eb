// Starts the server beside it, and calls a tool in each generated revision.
import { spawnStdio } from "@mcp-gen/runtime/spawn-stdio";
import * as handshake from "./mcp/2025-11-25/index.js";
import { createClient } from "./mcp/index.js";

const info = { name: "weather-client", version: "1.0.0" };

// Run as this program is: as TypeScript, or as the JavaScript that it was built to.
const server = import.meta.filename.replace(/client(\.\w+)$/, "server$1");
const args = [...process.execArgv, server];

const clients = [createClient({ info }), handshake.createClient({ info })];
for (const client of clients) {
  await client.connect(spawnStdio({ command: process.execPath, args }));
  const { serverInfo, protocolVersion } = client;
  console.log(`${serverInfo?.name ?? "a server"} speaks ${protocolVersion}`);
  const { tools } = await client.listTools();
  console.log("  tools:", tools.map(({ name }) => name).join(", "));
  const result = await client.callTool(
    { name: "forecast", arguments: { city: "Oslo" } },
    { onProgress: ({ message }) => console.log("  progress:", message) },
  );
  console.log("  answer:", JSON.stringify(result.structuredContent));
  await client.close();
}
