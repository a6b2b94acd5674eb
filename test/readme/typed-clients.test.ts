import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, createClient, type Server } from "../../generated/index.ts";
import { mcpGen } from "../cli/command-line.ts";
import { codeBlocks, namedBlock, readPage } from "./blocks.ts";
import { weatherText } from "./emitted.ts";
import { writeExample } from "./write.ts";

let folder: string;

// Within the repository, because the programs import what is installed there.
beforeAll(() => {
  folder = mkdtempSync(join(import.meta.dirname, "../../.example-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cli = (...args: readonly string[]) =>
  mcpGen(args, { cwd: folder, isTerminal: true });

/** Sources are made to run here as those of pages are. */
function adapt(...files: readonly string[]): void {
  for (const file of files) {
    const path = join(folder, file);
    writeExample(path, readFileSync(path, "utf8"));
  }
}

test("the page of drift shows what the command prints", async () => {
  const shown = codeBlocks(readPage("docs/guides/drift.md")).find(
    ({ name }) => name === "drift",
  );
  const snapshot = (version: string, lists: object) =>
    JSON.stringify({
      formatVersion: 1,
      server: { name: "weather", version },
      protocolVersion: "2026-07-28",
      resources: [],
      ...lists,
    });
  const lists = JSON.parse(weatherText()) as {
    tools: [
      {
        inputSchema: { properties: object; required: string[] };
        outputSchema: { properties: object; required?: string[] };
      },
    ];
  };
  writeFileSync(join(folder, "old.json"), snapshot("1.0.0", lists));
  const [{ inputSchema, outputSchema }] = lists.tools;
  Object.assign(inputSchema.properties, { units: { enum: ["C", "F"] } });
  inputSchema.required.push("units");
  Object.assign(outputSchema.properties, { wind: { type: "number" } });
  delete outputSchema.required;
  writeFileSync(join(folder, "new.json"), snapshot("2.0.0", lists));
  const runtime = ["--runtime", "@mcp-gen/runtime"];
  await cli("client", "old.json", "--out", "drifted", ...runtime);
  expect(
    await cli("client", "new.json", "--check", "--out", "drifted"),
  ).toMatchObject({ code: 1, stdout: shown?.text });
});

test("the page of contracts fills a server in", async () => {
  writeFileSync(join(folder, "weather.json"), weatherText());
  const args = ["weather.json", "--out", "weather-server"];
  const runtime = ["--runtime", "@mcp-gen/runtime"];
  expect(await cli("server", ...args, ...runtime)).toMatchObject({ code: 0 });
  adapt("weather-server/server.ts");
  const page = "docs/guides/contracts.md";
  writeExample(join(folder, "handlers.ts"), namedBlock(page, "handlers.ts"));
  const { handlers } = (await import(join(folder, "handlers.ts"))) as {
    handlers: object;
  };
  const { createWeatherServer } = (await import(
    join(folder, "weather-server/index.ts")
  )) as { createWeatherServer(handlers: object): Server };
  const client = createClient({ info: { name: "test", version: "1.0.0" } });
  await connect(createWeatherServer(handlers), client);
  const call = { name: "forecast", arguments: { city: "Oslo" } };
  expect(await client.callTool(call)).toMatchObject({
    structuredContent: { celsius: 7, sunny: true },
  });
  expect(
    await client.readResource({ uri: "weather://Oslo/2024" }),
  ).toMatchObject({ contents: [{ text: "The weather in Oslo in 2024" }] });
  await client.close();
  expect(() => createWeatherServer({})).toThrow(TypeError);
});

test("the page of compiled schemas serves tools without ajv", async () => {
  const page = "docs/guides/compiled-schemas.md";
  const schemas = namedBlock(page, "schemas.json");
  writeFileSync(join(folder, "schemas.json"), schemas);
  const args = ["schemas.json", "--out", "schemas.ts"];
  expect(await cli("compile", ...args)).toMatchObject({ code: 0 });
  for (const name of ["server.ts", "json-schema.ts", "guards.ts"])
    writeExample(join(folder, name), namedBlock(page, name));
  const { server } = (await import(join(folder, "server.ts"))) as {
    server: Server;
  };
  const client = createClient({ info: { name: "test", version: "1.0.0" } });
  await connect(server, client);
  const { tools } = await client.listTools();
  expect(tools[0]?.inputSchema).toEqual(
    (JSON.parse(schemas) as Record<string, unknown>)["ForecastInput"],
  );
  const call = (args: Record<string, unknown>) =>
    client.callTool({ name: "forecast", arguments: args });
  expect(await call({ city: "Oslo" })).toMatchObject({
    structuredContent: { celsius: 4 },
  });
  expect(await call({ city: 4 })).toMatchObject({ isError: true });
  await client.close();
  await import(join(folder, "json-schema.ts"));
  const { cityOf } = (await import(join(folder, "guards.ts"))) as {
    cityOf(value: unknown): string;
  };
  expect(cityOf({ city: "Oslo" })).toBe("Oslo");
  expect(() => cityOf({})).toThrow(TypeError);
});
