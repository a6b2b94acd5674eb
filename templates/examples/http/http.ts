// The server over HTTP, on node:http.
import { listen } from "@mcp-gen/runtime/http-node";
import { server } from "./server.js";

const running = await listen(server, {
  port: Number(process.env["PORT"] ?? 3000),
  healthPath: "/health",
});
console.log(`Listening on ${running.url}`);

// Calls may end, streams are closed, and the process ends by itself.
const close = () => void running.close();
process.once("SIGINT", close).once("SIGTERM", close);
