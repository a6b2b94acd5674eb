// A weather server for Workers, Deno and Bun, and clients of every generated revision.
import { createServer, jsonSchema, tool } from "../../generated/index.ts";
import { createHttpHandler } from "../../src/runtime/http.ts";

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
  allowedHosts: ["weather.example.com"],
  sessions: false,
});

export default { fetch: handler };
