// The tool `echo` on a handler that looks at its signal.
import { createServer } from "../../../generated/index.ts";
import { serveStdio } from "../../../src/runtime/serve-stdio.ts";

await serveStdio(
  createServer({
    info: { name: "echo", version: "1.0.0" },
    handlers: {
      callTool({ arguments: args }, { signal }) {
        signal.throwIfAborted();
        return { content: [{ type: "text", text: String(args?.["text"]) }] };
      },
    },
  }),
);
