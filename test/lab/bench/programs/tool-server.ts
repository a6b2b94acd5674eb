// The tool `echo` of the registry, with a schema that needs no library.
import { createServer, text, tool } from "../../../../generated/index.ts";
import { serveStdio } from "../../../../src/runtime/serve-stdio.ts";
import { echoSchema } from "./echo-schema.ts";

const echo = tool("echo", { input: echoSchema }, (args) => text(args.text));

await serveStdio(
  createServer({
    info: { name: "echo", version: "1.0.0" },
    features: [echo],
  }),
);
