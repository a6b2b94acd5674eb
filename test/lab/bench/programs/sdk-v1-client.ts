import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { echoed } from "../echo-messages.ts";
import { playRounds, server } from "./client-rounds.ts";

const client = new Client({ name: "bench", version: "1.0.0" });
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
