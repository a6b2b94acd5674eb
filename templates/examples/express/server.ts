// What the application knows, and the tool that tells it to a model.
import * as z from "zod";
import { createServer, structured, tool, ToolError } from "@mcp-gen/runtime";

const forecasts = new Map([
  ["Oslo", { sky: "snow", celsius: -4 }],
  ["Lisbon", { sky: "sun", celsius: 17 }],
]);

export const forecastOf = (city: string) => forecasts.get(city);

const forecast = tool(
  "forecast",
  {
    description: "Tells tomorrow's weather in a city",
    annotations: { readOnlyHint: true },
    input: z.object({ city: z.string() }),
    output: z.object({ sky: z.string(), celsius: z.number() }),
  },
  ({ city }) => {
    const weather = forecastOf(city);
    if (!weather) throw new ToolError(`No forecast for ${city}`);
    return structured(weather);
  },
);

export const server = createServer({
  info: { name: "weather", version: "1.0.0" },
  features: [forecast],
});
