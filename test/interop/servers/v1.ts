import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { pin } from "./pin.ts";
import { createV1Server } from "./v1-server.ts";

/** The official SDK v1 over stdio. Its argument pins the revision. */
const [, , revision] = process.argv;
const server = createV1Server();
const transport = new StdioServerTransport();
await server.connect(transport);
if (revision !== undefined) pin(transport, revision);
