import { describe, expect, test } from "vitest";
import { generateClient } from "../../../src/contracts/client/index.ts";
import type { Snapshot } from "../../../src/contracts/snapshot/index.ts";
import type { EmittedFile } from "../../../src/emit/index.ts";
import { generate } from "../../../src/project/api/generate.ts";
import { compile, folderOf, type Compiler } from "../../support/typescript.ts";
import { hostile, weather } from "./snapshots.ts";

async function files(
  name: string,
  snapshot: Snapshot,
  runtime: string,
): Promise<EmittedFile[]> {
  const client = await generateClient({ snapshot, name, runtime });
  return client.files.map(({ path, text = "" }) => {
    return { path: `${name}/${path}`, text };
  });
}

const protocol = (
  await generate({
    revisions: ["2025-06-18", "2025-11-25", "2026-07-28"],
    extensions: [{ extension: "tasks" }],
    emit: ["types", "guards", "dispatch", "server", "client", "registry"],
    runtime: "copy",
  })
).files.map(({ path, text = "" }) => ({ path: `mcp/${path}`, text }));

/** What a user writes: each line that is wrong says so. */
const use = `
import { tasks } from "./mcp/extensions/tasks.js";
import { connectWeather, guards, type ToolName, type Tools, type ToolResult, type Weather } from "./weather/index.js";

type Transport = Parameters<typeof connectWeather>[0];

export async function main(transport: Transport): Promise<void> {
  const weather: Weather = await connectWeather(transport);
  const { structured, content, result } = await weather.forecast({ city: "Oslo" });
  const high: number = structured.high;
  // @ts-expect-error: there is no such field, or nobody knows what it is
  const low: number = structured.low;
  // @ts-expect-error: the city is missing
  await weather.forecast({});
  // @ts-expect-error: the city is missing
  await weather.forecast();
  // @ts-expect-error: the city is a text
  await weather.forecast({ city: 1 });
  // @ts-expect-error: there is no such argument
  await weather.forecast({ city: "Oslo", hours: 1 });
  const sum: ToolResult<unknown> = await weather.getSum({ a: 1, b: 2 }, { timeout: 1_000 });
  await weather.tools["get-sum"]({ a: 1, b: 2 });
  await weather.tools.client();
  // @ts-expect-error: there is no such tool
  weather.tools.nothing;
  await weather.prompts.weeklyReport({ city: "Oslo" });
  // @ts-expect-error: the city is missing
  await weather.prompts["weekly-report"]({ tone: "dry" });
  await weather.resources.history({ city: "Oslo", year: 2024, tags: ["a"] });
  // @ts-expect-error: the city is missing
  await weather.resources.history({ year: 2024 });
  // @ts-expect-error: without the extension there are no tasks
  weather.tasks;
  const name: ToolName = "get-sum";
  // @ts-expect-error: there is no such tool
  const other: ToolName = "getSum";
  const args: Tools["forecast"]["arguments"] = { city: "Oslo" };
  const given: unknown = args;
  if (guards.isForecastArguments(given)) await weather.forecast(given);
  await weather.client.listTools();
  await weather.close();
  void [high, low, content, result, sum, name, other];
}

export async function long(transport: Transport): Promise<number> {
  const weather = await connectWeather(transport, {
    extensions: [tasks],
    connect: { timeout: 5_000 },
    onDrift: ({ message }) => console.log(message),
  });
  const task = await weather.tasks.forecast({ city: "Oslo" });
  // @ts-expect-error: the city is missing
  await weather.tasks.forecast({});
  await weather.client.tasks.call({ name: "anything" });
  weather.tasks.forecast.resume(task.taskId ?? "");
  return (await task.result()).structured.high;
}
`;

describe.each<Compiler>(["typescript", "typescript-5.9"])("%s", (compiler) => {
  test("compiles typed clients, and what is wrong in their use", async () => {
    const folder = folderOf([
      ...protocol,
      ...(await files("weather", weather, "../mcp/index.js")),
      ...(await files("hostile", hostile, "../mcp/2025-06-18/index.js")),
      ...(await files("handshake", weather, "../mcp/2025-11-25/index.js")),
      ...(await files("stateless", weather, "../mcp/2026-07-28/index.js")),
      ...(await files(
        "empty",
        { ...weather, ...{ tools: [], prompts: [], resourceTemplates: [] } },
        "../mcp/index.js",
      )),
      { path: "use.ts", text: use },
    ]);
    expect(await compile(folder, {}, compiler)).toEqual([]);
  });
});
