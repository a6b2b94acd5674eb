// A weather server over stdio. With `--next` it is a newer version, which has changed.
import "@mcp-gen/runtime/claim-stdout"; // first: what is printed goes to standard error
import * as z from "zod";
import {
  createServer,
  prompt,
  resourceTemplate,
  structured,
  tool,
  ToolError,
} from "@mcp-gen/runtime";
import { serveStdio } from "@mcp-gen/runtime/serve-stdio";

const isNext = process.argv.includes("--next");
const celsius = new Map([
  ["Oslo", -4],
  ["Lisbon", 17],
]);

const input = z.object({
  city: z.string(),
  days: z.number().int().min(1).max(14).optional(),
});
const forecast = tool(
  "get-forecast",
  {
    description: "The weather of the next days",
    input: isNext ? input.extend({ units: z.enum(["C", "F"]) }) : input,
    output: z.object({ days: z.array(z.object({ celsius: z.number() })) }),
  },
  ({ city, days = 3 }) => {
    const today = celsius.get(city);
    if (today === undefined) throw new ToolError(`No such city: ${city}`);
    return structured({
      days: Array.from({ length: days }, (_, day) => ({
        celsius: today + day,
      })),
    });
  },
);

const history = resourceTemplate(
  "weather://{city}/{year}",
  { name: "history" },
  ({ city, year }) => `${city} in ${year}: much like this year`,
);

const packing = prompt(
  "packing",
  { arguments: { city: { required: true } } },
  ({ city }) => `What do I pack for ${city}?`,
);

await serveStdio(
  createServer({
    info: { name: "weather", version: isNext ? "2.0.0" : "1.0.0" },
    features: [forecast, history, packing],
  }),
);
