// A weather server over stdio: `node server.js 2025-11-25` or `node server.js 2026-07-28`.
import * as handshake from "../../generated/2025-11-25/index.ts";
import * as stateless from "../../generated/2026-07-28/index.ts";
import { ProtocolError } from "../../generated/runtime/index.ts";
import { serveStdio } from "../../generated/runtime/serve-stdio.ts";

const info = { name: "weather", version: "1.0.0" };

const forecasts = new Map([
  ["Oslo", "snow, -4 °C"],
  ["Lisbon", "sun, 17 °C"],
]);

const tools = [
  {
    name: "forecast",
    description: "Tells tomorrow's weather in a city",
    inputSchema: {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
    },
  },
] satisfies handshake.Tool[];

function forecast({ name, arguments: input }: handshake.CallToolRequestParams) {
  if (name !== "forecast")
    throw new ProtocolError(-32602, `Unknown tool: ${name}`);
  const city = String(input?.["city"]);
  const weather = forecasts.get(city);
  const text = weather ?? `No such city: ${city}`;
  return {
    content: [{ type: "text" as const, text }],
    isError: weather === undefined,
  };
}

const servers = {
  "2025-11-25": handshake.createServer({
    info,
    handlers: {
      listTools: () => ({ tools }),
      callTool(params, context) {
        context.progress(1, 1, "looked at the sky");
        return forecast(params);
      },
    },
  }),
  "2026-07-28": stateless.createServer({
    info,
    handlers: {
      listTools: () => ({
        tools,
        resultType: "complete",
        ttlMs: 60_000,
        cacheScope: "public",
      }),
      callTool: (params) => ({ ...forecast(params), resultType: "complete" }),
    },
  }),
};

const [revision = "2025-11-25"] = process.argv.slice(2);
if (revision !== "2025-11-25" && revision !== "2026-07-28")
  throw new Error(`Unknown revision: ${revision}`);
await serveStdio(servers[revision]);
