import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { echoed } from "../echo-messages.ts";
import { playRounds, server } from "./client-rounds.ts";

// Without options it speaks the handshake.
const stateless = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
const client = new Client(
  { name: "bench", version: "1.0.0" },
  process.argv[3] === "stateless" ? stateless : {},
);
const { command, args } = server;
await client.connect(new StdioClientTransport({ command, args: [...args] }));

playRounds({
  async call() {
    const { content } = await client.callTool({
      name: "echo",
      arguments: { text: echoed },
    });
    const [block] = Array.isArray(content) ? content : [];
    return block?.type === "text" ? block.text : undefined;
  },
  close: () => client.close(),
});
