// A Fastify application with a route of its own, and MCP at /mcp.
import fastify from "fastify";
import { createNodeHandler } from "@mcp-gen/runtime/http-node";
import { forecastOf, server } from "./server.js";

const app = fastify();

const mcp = createNodeHandler(server);
app.all("/mcp", (request, reply) => {
  reply.hijack(); // from here on the answer is the handler's
  mcp(request.raw, reply.raw, request.body);
});
app.addHook("preClose", () => mcp.close()); // calls may end, streams are closed

app.get<{ Params: { city: string } }>(
  "/weather/:city",
  async ({ params }, reply) =>
    forecastOf(params.city) ?? reply.code(404).send({ error: "No such city" }),
);

const port = Number(process.env["PORT"] ?? 3000);
const address = await app.listen({ port, host: "127.0.0.1" });
console.log(`Listening on ${address}/mcp`);

const close = () => void app.close();
process.once("SIGINT", close).once("SIGTERM", close);
