// Starts the server that its arguments name, and asks it for the weather:
// `node weather-client.js node weather-server.js`.
import { createClient } from "../generated/2025-11-25/index.ts";
import { spawnStdio } from "../generated/runtime/spawn-stdio.ts";

const [command = "node", ...args] = process.argv.slice(2);
const client = createClient({
  info: { name: "weather-client", version: "1.0.0" },
});

await client.connect(spawnStdio({ command, args }));
console.log("server:", client.serverInfo?.name);

const { tools } = await client.listTools();
console.log("tools:", tools.map((tool) => tool.name).join(", "));

const answer = await client.callTool(
  { name: "forecast", arguments: { city: "Oslo" } },
  { onProgress: ({ message }) => console.log("progress:", message) },
);
console.log("answer:", JSON.stringify(answer));

await client.close();
