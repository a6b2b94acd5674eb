import { createServer } from "../../generated/2025-11-25/index.ts";
import { serveStdio } from "../../generated/runtime/serve-stdio.ts";

/** A server whose handlers print, answer late and throw. */
const server = createServer({
  info: { name: "noisy", version: "1.0.0" },
  onError: (error) => console.error("reported:", error.message),
  handlers: {
    async callTool({ name }, context) {
      context.progress(1, 2, "printing");
      console.log("printed by a handler");
      process.stdout.write("written by a handler\n");
      if (name === "throw") throw new Error("a secret");
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { content: [{ type: "text", text: name }] };
    },
  },
});

await serveStdio(server);
console.log("after serving");
