import { createClient } from "../../../../generated/index.ts";
import { spawnStdio } from "../../../../src/runtime/spawn-stdio.ts";
import { echoed } from "../echo-messages.ts";
import { playRounds, server } from "./client-rounds.ts";

const client = createClient({ info: { name: "bench", version: "1.0.0" } });
await client.connect(spawnStdio(server));

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
