// A Hono application with a route of its own, and MCP at /mcp.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createHttpHandler } from "@mcp-gen/runtime/http";
import { forecastOf, server } from "./server.js";

const app = new Hono();

const mcp = createHttpHandler(server);
app.all("/mcp", (context) => mcp(context.req.raw));

app.get("/weather/:city", (context) => {
  const weather = forecastOf(context.req.param("city"));
  return weather
    ? context.json(weather)
    : context.json({ error: "No such city" }, 404);
});

const port = Number(process.env["PORT"] ?? 3000);
const http = serve(
  { fetch: app.fetch, port, hostname: "127.0.0.1" },
  ({ port }) => console.log(`Listening on http://127.0.0.1:${port}/mcp`),
);

async function close() {
  await mcp.close(); // calls may end, streams are closed
  http.close();
}
process.once("SIGINT", close).once("SIGTERM", close);
