// Calls the server beside it by the functions that `mcp-gen client` has written.
import { ToolError } from "@mcp-gen/runtime";
import { spawnStdio } from "@mcp-gen/runtime/spawn-stdio";
import { connectWeather, type Weather } from "./weather/index.js";

// Run as this program is: as TypeScript, or as the JavaScript that it was built to.
const server = import.meta.filename.replace(/client(\.\w+)$/, "server$1");
const open = (...args: readonly string[]) =>
  spawnStdio({
    command: process.execPath,
    args: [...process.execArgv, server, ...args],
  });

const weather = await connectWeather(open());
const { structured } = await weather.getForecast({ city: "Oslo", days: 2 });
// The compiler knows that these are numbers.
console.log(
  `Oslo: ${structured.days.map(({ celsius }) => celsius).join(", ")}`,
);

// Every tool is there by its exact name, too.
try {
  await weather.tools["get-forecast"]({ city: "Atlantis" });
} catch (error) {
  if (!(error instanceof ToolError)) throw error;
  console.log(`The tool says: ${error.message}`);
}

// What the compiler does not see is checked before anything is sent.
const days: number = 40;
await weather.getForecast({ city: "Oslo", days }).catch((error: unknown) => {
  if (!(error instanceof TypeError)) throw error;
  console.log(`Not sent: ${error.message}`);
});

const { contents } = await weather.resources.history({
  city: "Lisbon",
  year: "2024",
});
console.log(contents.map((one) => ("text" in one ? one.text : "")).join());
const { messages } = await weather.prompts.packing({ city: "Lisbon" });
for (const { content } of messages)
  if (content.type === "text") console.log(content.text);
await weather.close();

// A newer server lists other schemas: a connection tells so once.
const newer: Weather = await connectWeather(open("--next"), {
  onDrift({ changes }) {
    for (const { name, change } of changes)
      console.log(`Drift: ${name}: ${change}`);
    void newer.close();
  },
});
