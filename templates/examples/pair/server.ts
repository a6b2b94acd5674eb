// A weather server over stdio, for clients of every generated revision.
import "@mcp-gen/runtime/claim-stdout"; // first: what is printed goes to standard error
import * as z from "zod";
import {
  createServer,
  link,
  prompt,
  resourceTemplate,
  tool,
} from "./mcp/index.js";
import { serveStdio } from "@mcp-gen/runtime/serve-stdio";

const forecasts = new Map([
  ["Oslo", { sky: "snow", celsius: -4 }],
  ["Lisbon", { sky: "sun", celsius: 17 }],
]);
const cities = [...forecasts.keys()];

const forecast = tool(
  "forecast",
  {
    description: "Tells tomorrow's weather in a city",
    input: z.object({ city: z.string() }),
    output: z.object({ sky: z.string(), celsius: z.number() }),
  },
  ({ city }, context) => {
    context.progress(1, 1, "looked at the sky");
    const weather = forecasts.get(city);
    if (!weather) throw new Error(`No such city: ${city}`);
    return { structuredContent: weather };
  },
);

const places = tool(
  "places",
  { description: "Links to the weather of each city" },
  () => cities.map((city) => link({ name: city, uri: `weather://${city}` })),
);

const weather = resourceTemplate(
  "weather://{city}",
  {
    name: "weather",
    description: "Tomorrow's weather in a city",
    mimeType: "application/json",
    complete: {
      city: (typed) => cities.filter((city) => city.startsWith(typed)),
    },
  },
  ({ city }) => JSON.stringify(forecasts.get(city) ?? null),
);

const packing = prompt(
  "packing",
  { description: "What to pack", arguments: { city: { required: true } } },
  ({ city }) => `What should I pack for tomorrow in ${city}?`,
);

const server = createServer({
  info: { name: "weather", version: "1.0.0" },
  features: [forecast, places, weather, packing],
});
await serveStdio(server);
