import {
  serveStdio,
  StdioServerTransport,
} from "@modelcontextprotocol/server/stdio";
import { createV2Server } from "./v2-server.ts";

/** The official SDK v2 over stdio. Its argument pins the revision. */
const [, , revision] = process.argv;

if (revision === undefined || revision >= "2026-07-28") {
  const onerror = (error: Error): void => console.error(error.message);
  // The library makes a server for each connection, and for each probe.
  serveStdio(() => createV2Server(revision), { onerror });
} else {
  // With its entry above, the library speaks its newest revision in any case.
  await createV2Server(revision).connect(new StdioServerTransport());
}
