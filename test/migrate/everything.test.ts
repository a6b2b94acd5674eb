import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Ajv } from "ajv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type Client } from "../../generated/2025-11-25/index.ts";
import {
  connect,
  createServer,
  jsonSchema,
  prompt,
  resource,
  resourceTemplate,
  tool,
  type Feature,
  type Server,
} from "../../generated/index.ts";
import { fromAjv } from "../../src/runtime/registry/ajv.ts";
import { officialPair } from "../readme/migrating.ts";

/** What the published server says of itself. */
type Lists = Awaited<ReturnType<typeof listsOf>>;

interface Published {
  readonly server: McpServer;
  cleanup(): void;
}

let published: Published;
let official: Client;
let ours: Client;
let listed: Lists;

// In this process, so that nothing has to be started.
beforeAll(async () => {
  const require = createRequire(import.meta.url);
  const name = "@modelcontextprotocol/server-everything/package.json";
  const folder = dirname(require.resolve(name));
  const made = (await import(join(folder, "dist/server/index.js"))) as {
    createServer(): Published;
  };
  published = made.createServer();
  const [near, far] = officialPair();
  await published.server.connect(far);
  official = clientOf();
  await official.connect(near);
  listed = await listsOf(official);
  ours = clientOf();
  await connect(offering(listed), ours);
});

afterAll(async () => {
  await official.close();
  await ours.close();
  published.cleanup();
});

/** Its capabilities are none: what depends on them is offered to others alone. */
function clientOf(): Client {
  return createClient({ info: { name: "client", version: "1" } });
}

async function listsOf(client: Client) {
  const { tools } = await client.listTools();
  const { serverInfo, instructions } = client;
  return {
    // Features here never run as tasks.
    tools: tools
      .filter(({ execution }) => execution?.taskSupport !== "required")
      .map(({ execution: _, ...rest }) => rest),
    ...(await client.listResources()),
    ...(await client.listResourceTemplates()),
    ...(await client.listPrompts()),
    info: serverInfo ?? { name: "none", version: "0" },
    ...(instructions !== undefined && { instructions }),
  };
}

/** A server of our own that offers the same, by handlers that only say what they got. */
function offering(lists: Lists): Server {
  const ajv = fromAjv(new Ajv({ strict: false, logger: false }));
  const tools = lists.tools.map(({ inputSchema, outputSchema, ...rest }) => {
    const { name, ...described } = rest;
    const input = jsonSchema<object>(inputSchema, ajv);
    const say = (args: object): string => JSON.stringify(args);
    return outputSchema
      ? tool(
          name,
          {
            ...described,
            input,
            output: jsonSchema<object>(outputSchema, ajv),
          },
          (args) => ({ content: [], isError: true, _meta: { args } }),
        )
      : tool(name, { ...described, input }, say);
  });
  const resources = lists.resources.map(({ uri, ...described }) =>
    resource(uri, described, (asked) => `What is at ${asked}`),
  );
  const templates = lists.resourceTemplates.map(
    ({ uriTemplate, ...described }) =>
      resourceTemplate(uriTemplate, described, (values) =>
        JSON.stringify(values),
      ),
  );
  const prompts = lists.prompts.map(
    ({ arguments: given, name, ...described }) =>
      prompt(
        name,
        {
          ...described,
          ...(given && {
            arguments: Object.fromEntries(
              given.map(({ name: key, ...argument }) => [key, argument]),
            ),
          }),
        },
        (values) => JSON.stringify(values),
      ),
  );
  const { info, instructions } = lists;
  const features: Feature[] = [
    ...tools,
    ...resources,
    ...templates,
    ...prompts,
  ];
  return createServer({
    info,
    ...(instructions !== undefined && { instructions }),
    capabilities: { logging: {}, resources: { subscribe: true } },
    features,
    onError() {},
  });
}

test("what the reference server lists is offered here to the letter", async () => {
  expect(listed.tools.length).toBeGreaterThan(10);
  expect(listed.resources.length).toBeGreaterThan(5);
  expect(listed.resourceTemplates).toHaveLength(2);
  expect(listed.prompts.length).toBeGreaterThan(3);
  expect(await listsOf(ours)).toEqual(listed);
});

test("what it declares is declared here, but for tasks", () => {
  const { tasks, ...declared } = official.serverCapabilities ?? {};
  expect(tasks).toBeDefined();
  // Completion is declared where an argument has one.
  expect({ completions: {}, ...ours.serverCapabilities }).toEqual(declared);
});

test("both refuse the same arguments", async () => {
  const verdictsOf = async (client: Client): Promise<unknown[]> => {
    const verdicts: unknown[] = [];
    for (const { name, inputSchema } of listed.tools) {
      const { properties = {} } = inputSchema;
      for (const key of Object.keys(properties)) {
        const args = { [key]: { no: "such form" } };
        const { isError } = await client.callTool({ name, arguments: args });
        verdicts.push([name, key, isError]);
      }
    }
    return verdicts;
  };
  const theirs = await verdictsOf(official);
  expect(theirs.length).toBeGreaterThan(10);
  expect(await verdictsOf(ours)).toEqual(theirs);
});

test("both find, and do not find, the same", async () => {
  const found = async (ask: Promise<unknown>): Promise<boolean> =>
    ask.then(
      () => true,
      () => false,
    );
  const all = async (client: Client): Promise<boolean[]> => [
    ...(await Promise.all(
      listed.resources.map(({ uri }) => found(client.readResource({ uri }))),
    )),
    await found(client.readResource({ uri: "demo://resource/dynamic/text/1" })),
    await found(client.readResource({ uri: "demo://resource/none" })),
    await found(client.getPrompt({ name: "simple-prompt" })),
    await found(client.getPrompt({ name: "args-prompt" })),
    await found(client.getPrompt({ name: "none" })),
  ];
  const theirs = await all(official);
  expect(new Set(theirs)).toEqual(new Set([true, false]));
  expect(await all(ours)).toEqual(theirs);
});
