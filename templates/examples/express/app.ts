// An Express application with a route of its own, and MCP at /mcp.
import express from "express";
import { createNodeHandler } from "@mcp-gen/runtime/http-node";
import { forecastOf, server } from "./server.js";

const app = express();

const mcp = createNodeHandler(server);
app.all("/mcp", mcp); // before express.json(), whose limit for a body is 100 kB

app.use(express.json());
app.get("/weather/:city", (request, response) => {
  const weather = forecastOf(request.params.city);
  if (weather) response.json(weather);
  else response.status(404).json({ error: "No such city" });
});

const port = Number(process.env["PORT"] ?? 3000);
const http = app.listen(port, "127.0.0.1", () => {
  const address = http.address();
  if (address !== null && typeof address === "object")
    console.log(`Listening on http://127.0.0.1:${address.port}/mcp`);
});

async function close() {
  await mcp.close(); // calls may end, streams are closed
  http.close();
}
process.once("SIGINT", close).once("SIGTERM", close);
