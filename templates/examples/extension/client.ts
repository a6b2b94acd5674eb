// Starts the server beside it, and asks it in each lifecycle: the calls are typed.
import { spawnStdio } from "@mcp-gen/runtime/spawn-stdio";
import { words } from "./mcp/extensions/words.js";
import { createClient, ProtocolError } from "./mcp/index.js";

const info = { name: "reader", version: "1.0.0" };

// Run as this program is: as TypeScript, or as the JavaScript that it was built to.
const server = import.meta.filename.replace(/client(\.\w+)$/, "server$1");
const open = () =>
  spawnStdio({
    command: process.execPath,
    args: [...process.execArgv, server],
  });

for (const revision of ["2026-07-28", "2025-11-25"] as const) {
  const client = createClient({
    info,
    revisions: [revision],
    extensions: [
      words.with({
        clientHandlers: {
          lookedUp: ({ word, pages }) =>
            console.log(`  looking for ${word} on ${pages} pages`),
        },
      }),
    ],
  });
  await client.connect(open());
  console.log(`${client.serverInfo?.name} speaks ${client.protocolVersion}`);
  const { meaning } = await client.words.define({ word: "rain" });
  console.log(`  rain: ${meaning}`);
  await client.close();
}

// A client that does not name the extension is refused.
const stranger = createClient({ info });
await stranger.connect(open());
try {
  await stranger.request("acme/define", { word: "rain" });
} catch (error) {
  if (!(error instanceof ProtocolError)) throw error;
  console.log(`A stranger gets ${error.code}: ${error.message}`);
}
await stranger.close();
