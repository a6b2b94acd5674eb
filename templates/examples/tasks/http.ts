// The server over HTTP, on node:http.
import { listen } from "@mcp-gen/runtime/http-node";
import { server } from "./server.js";

const running = await listen(server, {
  port: Number(process.env["PORT"] ?? 3000),
});
console.log(`Listening on ${running.url}`);

// Calls may end. What is still at work then, fails, and clients are told so later.
const close = async () => {
  await running.close();
  await server.tasks.close();
};
process.once("SIGINT", close).once("SIGTERM", close);
