// The tool `echo` of the registry, over HTTP, with a schema of zod.
import * as z from "zod";
import { createServer, text, tool } from "../../../../generated/index.ts";
import { listen } from "../../../../src/runtime/http-node.ts";
import { announce, mode } from "./http-control.ts";
import { httpOptions } from "./http-options.ts";

const input = z.object({ text: z.string() });
const echo = tool("echo", { input }, (args) => text(args.text));

const server = createServer({
  info: { name: "echo", version: "1.0.0" },
  features: [echo],
});
const { port } = await listen(server, { port: 0, ...httpOptions(mode) });
announce(port);
