// The server on standard input and output.
import "@mcp-gen/runtime/claim-stdout"; // first: what is printed goes to standard error
import { serveStdio } from "@mcp-gen/runtime/serve-stdio";
import { server } from "./server.js";

await serveStdio(server);
