// A server over stdio: generate the revision, then run `node weather-server.js`.
import { createServer, type Tool } from "../generated/2025-11-25/index.ts";
import { ProtocolError } from "../generated/runtime/index.ts";
import { serveStdio } from "../generated/runtime/serve-stdio.ts";

const forecasts = new Map([
  ["Oslo", "snow, -4 °C"],
  ["Lisbon", "sun, 17 °C"],
]);

const forecast: Tool = {
  name: "forecast",
  description: "Tells tomorrow's weather in a city",
  inputSchema: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
  },
};

const server = createServer({
  info: { name: "weather", version: "1.0.0" },
  handlers: {
    listTools: () => ({ tools: [forecast] }),
    callTool({ name, arguments: input }, context) {
      if (name !== forecast.name) {
        throw new ProtocolError(-32602, `Unknown tool: ${name}`);
      }
      context.progress(1, 1, "looked at the sky");
      const city = String(input?.["city"]);
      const text = forecasts.get(city);
      return text === undefined
        ? {
            content: [{ type: "text", text: `No such city: ${city}` }],
            isError: true,
          }
        : {
            content: [{ type: "text", text }],
            structuredContent: { city, text },
          };
    },
  },
});

await serveStdio(server);
