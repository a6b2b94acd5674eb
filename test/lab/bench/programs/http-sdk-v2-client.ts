import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { echoed, revisionOf } from "../echo-messages.ts";
import { playRounds } from "./client-rounds.ts";
import { target } from "./http-target.ts";

// Without options it speaks the handshake.
const stateless = {
  versionNegotiation: { mode: { pin: revisionOf.stateless } },
};
const client = new Client(
  { name: "bench", version: "1.0.0" },
  target.lifecycle === "stateless" ? stateless : {},
);
await client.connect(new StreamableHTTPClientTransport(new URL(target.url)));

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
