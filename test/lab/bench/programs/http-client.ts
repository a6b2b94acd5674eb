import { createClient } from "../../../../generated/index.ts";
import { httpTransport } from "../../../../src/runtime/http-client.ts";
import { echoed } from "../echo-messages.ts";
import { playRounds } from "./client-rounds.ts";
import { target } from "./http-target.ts";

const client = createClient({ info: { name: "bench", version: "1.0.0" } });
await client.connect(httpTransport({ url: target.url }));

playRounds({
  async call() {
    const { content } = await client.callTool({
      name: "echo",
      arguments: { text: echoed },
    });
    const [block] = content;
    return block?.type === "text" ? block.text : undefined;
  },
  close: () => client.close(),
});
