// The weather, for Workers, Deno and Bun: no Node API, and no code made at run time.
import { createServer, jsonSchema, tool } from "@mcp-gen/runtime";
import { createHttpHandler } from "@mcp-gen/runtime/http";

const forecasts = new Map([
  ["Oslo", "snow, -4 °C"],
  ["Lisbon", "sun, 17 °C"],
]);

const city = jsonSchema<{ city: string }>(
  {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
  },
  // A validator of your choice; libraries that compile to code do not run here.
  {
    compile: () => (value) =>
      typeof (value as { city?: unknown }).city === "string"
        ? undefined
        : [{ path: ["city"], message: "expected a string" }],
  },
);

const forecast = tool(
  "forecast",
  { description: "Tells tomorrow's weather in a city", input: city },
  ({ city }, context) => {
    context.progress(1, 1, "looked at the sky");
    return forecasts.get(city) ?? `No weather in ${city}`;
  },
);

const server = createServer({
  info: { name: "weather", version: "1.0.0" },
  features: [forecast],
});

// Sessions would live in the memory of one isolate, which others cannot reach.
const handler = createHttpHandler(server, {
  path: "/mcp",
  // Where it is deployed, and where it is tried.
  allowedHosts: ["weather.example.com", "localhost", "127.0.0.1"],
  sessions: false,
});

export default { fetch: handler };
