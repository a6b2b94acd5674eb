import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, describe, test } from "vitest";
import { tasks } from "../../../generated/extensions/tasks.ts";
import { connect, createClient, revisions } from "../../../generated/index.ts";
import {
  createMock,
  type MockOptions,
} from "../../../src/contracts/mock/index.ts";
import {
  readDescription,
  type Description,
} from "../../../src/contracts/snapshot/index.ts";
import { weather } from "../server/weather.ts";
import { readSchema } from "../../../src/schema/json-schema/index.ts";
import { exampleOf } from "../../../src/schema/json-schema/values/index.ts";
import { wildServers } from "../../lab/wild/wild.ts";
import { isWhole } from "../../support/random.ts";

const described = (value: object): Description =>
  readDescription(JSON.stringify(value), "described");

async function mocked(value: object, options: MockOptions = {}) {
  const client = createClient({
    info: { name: "test", version: "1" },
  });
  const server = await createMock(described(value), options);
  await connect(server, client);
  return client;
}

describe("a mock", () => {
  test("lists what was described, to the letter", async () => {
    const client = await mocked(weather);
    const { tools } = await client.listTools();
    const { prompts } = await client.listPrompts();
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const lists = { tools, prompts, resources, resourceTemplates };
    expect(lists).toEqual({ ...described(weather), server: undefined });
    expect(client.serverInfo).toMatchObject(weather.server);
  });

  test("answers each tool of published servers with what its schema allows", async () => {
    const options = { strict: false, validateFormats: false };
    const ajv = new Ajv2020({ ...options, addUsedSchema: false });
    let checked = 0;
    // `npm test` takes servers in their turn.
    const every = isWhole ? 1 : 3;
    const servers = wildServers().filter(({ tools }) =>
      tools.some(({ outputSchema }) => outputSchema !== undefined),
    );
    const turn = Date.now() % every;
    for (const server of servers.filter((_, at) => at % every === turn)) {
      const client = await mocked(server.tools);
      for (const { name, outputSchema, inputSchema } of server.tools) {
        if (outputSchema === undefined) continue;
        const input = exampleOf(readSchema(inputSchema), 1);
        const args = input as { [key: string]: unknown };
        const result = await client.callTool({ name, arguments: args });
        expect(result.isError, `${server.name} ${name}`).not.toBe(true);
        const { $schema: _, ...schema } = { $schema: "", ...outputSchema };
        const isFit = ajv.compile(schema)(result.structuredContent);
        expect(isFit, `${server.name} ${name}`).toBe(true);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(isWhole ? 20 : 0);
  });

  test("answers the same to the same call, by its seed", async () => {
    const call = async (seed: number, city: string): Promise<unknown> => {
      const client = await mocked(weather, { seed });
      const params = { name: "forecast", arguments: { city } };
      return (await client.callTool(params)).structuredContent;
    };
    const first = await call(1, "Oslo");
    expect(await call(1, "Oslo")).toEqual(first);
    expect(await call(1, "Bergen")).not.toEqual(first);
    expect(await call(2, "Oslo")).not.toEqual(first);
  });

  test("checks arguments, and says what is wrong with them", async () => {
    const client = await mocked(weather);
    const params = { name: "forecast", arguments: { city: "Oslo", days: 9 } };
    expect(await client.callTool(params)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("days: ") }],
    });
  });

  test("serves tools as the tasks that they say they are", async () => {
    const notes: string[] = [];
    const inputSchema = { type: "object" };
    const tools = ["forbidden", "optional", "required"].map((taskSupport) => ({
      ...{ name: taskSupport, inputSchema, execution: { taskSupport } },
    }));
    const server = await createMock(described(tools), {
      note: (text) => notes.push(text),
    });
    for (const revision of revisions) {
      const info = { name: "test", version: "1" };
      const client = createClient({
        info,
        revisions: [revision],
        extensions: [tasks],
      });
      await connect(server, client);
      expect((await client.listTools()).tools).toEqual(tools);
      for (const { name } of tools) {
        const task = await client.tasks.call({ name }, { when: "required" });
        expect(task.taskId !== undefined).toBe(isTask(revision, name));
        expect(await task.result(), revision).toMatchObject({
          content: [{ text: expect.stringContaining(name) }],
        });
      }
      await client.close();
    }
    expect(notes).toEqual([]);
    function isTask(revision: string, name: string): boolean {
      return name === "required" && revision >= "2025-11-25";
    }
  });

  test("names no tasks where no tool is one", async () => {
    const client = await mocked(weather);
    expect(JSON.stringify(client.serverCapabilities)).not.toContain("tasks");
  });

  test("fills prompts, and reads resources by their formats", async () => {
    const client = await mocked({
      ...weather,
      resources: [
        { uri: "x:csv", name: "a", mimeType: "text/csv" },
        { uri: "x:json", name: "b", mimeType: "application/ld+json" },
        { uri: "x:png", name: "c", mimeType: "image/png" },
        { uri: "x:none", name: "d" },
      ],
    });
    const prompt = { name: "report", arguments: { city: "Oslo" } };
    expect(await client.getPrompt(prompt)).toMatchObject({
      messages: [{ content: { text: expect.stringContaining('"Oslo"') } }],
    });
    await expect(
      client.getPrompt({ name: "report", arguments: {} }),
    ).rejects.toThrow("city");
    const read = async (uri: string) =>
      (await client.readResource({ uri })).contents[0];
    expect(await read("x:csv")).toMatchObject({ text: expect.any(String) });
    expect(await read("x:none")).toMatchObject({ text: expect.any(String) });
    expect(await read("x:png")).toMatchObject({ blob: expect.any(String) });
    expect(await read("weather://Oslo/history")).toHaveProperty("text");
    const json = await read("x:json");
    expect(JSON.parse(json && "text" in json ? json.text : "")).toMatchObject({
      uri: "x:json",
    });
  });

  test("tells what it cannot serve as described, and serves the rest", async () => {
    const notes: string[] = [];
    const value = {
      tools: [
        ...weather.tools,
        {
          name: "impossible",
          inputSchema: { type: "object" },
          outputSchema: {
            type: "object",
            required: ["x"],
            properties: { x: false },
          },
        },
      ],
      resources: [{ uri: "no scheme", name: "odd" }],
      resourceTemplates: weather.resourceTemplates,
    };
    const client = await mocked(value, { note: (text) => notes.push(text) });
    expect(notes).toEqual([
      expect.stringMatching(
        /^tool "broken": its arguments are unknown and unchecked: /,
      ),
      expect.stringMatching(
        /^tool "broken": its results are unknown and unchecked: /,
      ),
      expect.stringContaining("cannot be read: A URI begins with a scheme"),
      expect.stringContaining("weather://{a}{b} could be read in two ways"),
    ]);
    const result = await client.callTool({ name: "impossible", arguments: {} });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("The mock has no answer") }],
    });
    expect((await client.listResources()).resources).toHaveLength(1);
    const sum = { name: "get-sum", arguments: { a: 1, b: 2 } };
    expect(await client.callTool(sum)).toMatchObject({
      content: [
        {
          text: 'This is a mock of the tool get-sum, called with {"a":1,"b":2}.',
        },
      ],
    });
    const params = { name: "broken", arguments: { x: 1 } };
    expect(await client.callTool(params)).toMatchObject({
      structuredContent: {},
    });
  });
});
