// The tool `echo` of the registry, with a schema of zod.
import * as z from "zod";
import { createServer, text, tool } from "../../../../generated/index.ts";
import { serveStdio } from "../../../../src/runtime/serve-stdio.ts";

const input = z.object({ text: z.string() });
const echo = tool("echo", { input }, (args) => text(args.text));

await serveStdio(
  createServer({
    info: { name: "echo", version: "1.0.0" },
    features: [echo],
  }),
);
