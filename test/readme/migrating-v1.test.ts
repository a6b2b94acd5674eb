import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Server as OfficialServer } from "@modelcontextprotocol/sdk/server/index.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  createServer,
  resource,
  text,
  tool,
  type Feature,
  type Server,
} from "../../generated/index.ts";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { createMemoryPair } from "../../src/runtime/memory.ts";
import { exportsOf, namesIn, officialPair, pageModules } from "./migrating.ts";
import { patient } from "../runtime/wait.ts";

const features = pageModules("docs/guides/migrating-v1-features.md");
const handlers = pageModules("docs/guides/migrating-v1-handlers.md");
const clients = pageModules("docs/guides/migrating-v1-client.md");
afterAll(() => {
  for (const { remove } of [features, handlers, clients]) remove();
});

type Connectable = Pick<McpServer | OfficialServer, "connect">;

/** Asks a server of the SDK and ours the same, by the same client of the SDK. */
async function both<Answer>(
  official: Connectable,
  ours: Server,
  ask: (client: Client) => Promise<Answer>,
): Promise<[official: Answer, ours: Answer]> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const [ourEnd, theirEnd] = officialPair();
  await official.connect(far);
  ours.connect(ourEnd);
  const first = await asked(near, ask);
  return [first, await asked(theirEnd, ask)];
}

async function asked<Answer>(
  transport: Parameters<Client["connect"]>[0],
  ask: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const capabilities = { elicitation: {}, sampling: {}, roots: {} };
  const client = new Client({ name: "c", version: "1" }, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, () => ({
    action: "accept",
    content: { date: "2026-12-24" },
  }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: [{ uri: "file:///work" }],
  }));
  client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => ({
    role: "assistant",
    model: "parrot",
    content: [params.messages[0]?.content ?? []].flat()[0] ?? text(""),
  }));
  await client.connect(transport);
  const answer = await ask(client);
  await client.close();
  return answer;
}

/** What the page says that differs: the dialect of schemas, tasks, and the description that a prompt answers with. */
function alike(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      key === "$schema" || key === "execution" ? undefined : inner,
    ),
  );
}

/** The features that a module of a page exports. */
const featuresOf = (module: Readonly<Record<string, Feature>>): Feature[] =>
  Object.values(module);

describe("tools, resources and prompts", () => {
  let made: Promise<[McpServer, Server]> | undefined;
  const servers = (): Promise<[McpServer, Server]> => (made ??= makeServers());

  async function makeServers(): Promise<[McpServer, Server]> {
    const { server } = await features.load<{ server: McpServer }>(
      "v1-server.ts",
    );
    await features.load("v1-resources.ts");
    await features.load("v1-prompts.ts");
    const ours = await features.load<{ server: Server }>("server.ts");
    for (const name of ["resources.ts", "prompts.ts"])
      for (const feature of featuresOf(await features.load(name)))
        ours.server.add(feature);
    return [server, ours.server];
  }

  test("are listed, called, read and completed as on the SDK, and told of", async () => {
    const [official, ours] = await servers();
    const use = async (client: Client): Promise<unknown> => {
      const ref = { type: "ref/prompt", name: "promote" } as const;
      const template = {
        type: "ref/resource",
        uri: "weather://history/{city}",
      } as const;
      const complete = async (
        one: typeof ref | typeof template,
        name: string,
        value: string,
        team = "",
      ): Promise<unknown> => {
        const { completion } = await client.complete({
          ref: one,
          argument: { name, value },
          context: { arguments: { team } },
        });
        return completion;
      };
      const call = (name: string, args: object): Promise<unknown> =>
        client.callTool({ name, arguments: { ...args } });
      const { messages } = await client.getPrompt({
        name: "promote",
        arguments: { team: "Sales" },
      });
      return alike([
        client.getServerVersion(),
        client.getInstructions(),
        client.getServerCapabilities(),
        await client.listTools(),
        await client.listResources(),
        await client.listResourceTemplates(),
        await client.listPrompts(),
        await call("forecast", { city: "Oslo" }),
        await call("forecast", { city: "" }),
        await call("add", { a: 1, b: 2 }),
        await client.readResource({ uri: "weather://stations" }),
        await client.readResource({ uri: "weather://history/Rome" }),
        messages,
        await complete(ref, "name", "K", "Support"),
        await complete(template, "city", "L"),
      ]);
    };
    const [theirs, mine] = await both(official, ours, use);
    expect(mine).toEqual(withSubscriptions(theirs));
  });

  /** The SDK's server leaves subscriptions to handlers; ours has them. */
  function withSubscriptions(answers: unknown): unknown {
    return JSON.parse(
      JSON.stringify(answers).replace(
        '"resources":{"listChanged":true}',
        '"resources":{"listChanged":true,"subscribe":true}',
      ),
    );
  }

  test("tell of changes as on the SDK", async () => {
    const [official, ours] = await servers();
    type Change = { change: () => Promise<void> | void };
    const changes = [
      (await features.load<Change>("v1-changes.ts")).change,
      (await features.load<Change>("changes.ts")).change,
    ];
    const told = async (client: Client): Promise<unknown> => {
      const heard = new Set<string>();
      client.fallbackNotificationHandler = ({ method }) => {
        heard.add(method);
        return Promise.resolve();
      };
      // The SDK's server tells of resources whoever is there.
      if (client.getServerCapabilities()?.resources?.subscribe)
        await client.subscribeResource({ uri: "weather://stations" });
      await changes.shift()?.();
      await expect.poll(() => heard.size, patient).toBe(2);
      return heard;
    };
    const [theirs, mine] = await both(official, ours, told);
    expect(mine).toEqual(theirs);
  });
});

describe("handlers", () => {
  test("know their session, tell, and ask as on the SDK", async () => {
    const { server } = await handlers.load<{ server: McpServer }>(
      "v1-server.ts",
    );
    await handlers.load("v1-context.ts");
    await handlers.load("v1-asking.ts");
    const ours = createServer({
      info: { name: "weather", version: "1.0.0" },
      capabilities: { logging: {} },
      features: [
        ...featuresOf(await handlers.load("context.ts")),
        ...featuresOf(await handlers.load("asking.ts")),
      ],
    });
    const use = async (client: Client): Promise<unknown> => {
      const told: unknown[] = [];
      client.fallbackNotificationHandler = ({ method, params }) => {
        told.push([method, params]);
        return Promise.resolve();
      };
      const onprogress = (progress: unknown): void => void told.push(progress);
      const measure = { name: "measure" };
      return [
        await client.callTool(measure, undefined, { onprogress }),
        await client.callTool(measure),
        await client.callTool({ name: "book" }),
        await client.callTool({ name: "title" }),
        told,
      ];
    };
    const [theirs, mine] = await both(server, ours, use);
    expect(mine).toEqual(theirs);
    expect(JSON.stringify(mine)).toContain("Measured 2 times");
  });

  test("may be the low-level ones", async () => {
    const theirs = await handlers.load<{ low: OfficialServer }>(
      "v1-low-level.ts",
    );
    const ours = await handlers.load<{ low: Server }>("low-level.ts");
    const use = async (client: Client): Promise<unknown> => [
      await client.listTools(),
      await client.callTool({ name: "echo", arguments: { a: 1 } }),
    ];
    const [official, mine] = await both(theirs.low, ours.low, use);
    expect(mine).toEqual(official);
  });

  test("check values by guards, but for the default of the SDK's schema", async () => {
    interface Checks {
      check(value: unknown): string;
      isRequest(value: unknown): boolean;
    }
    const theirs = await handlers.load<Checks>("v1-schemas.ts");
    const ours = await handlers.load<Checks>("schemas.ts");
    const values = [{ content: [text("a")] }, { content: 5 }, 1];
    const request = { jsonrpc: "2.0", id: 1, method: "ping" };
    for (const one of values) expect(ours.check(one)).toBe(theirs.check(one));
    for (const one of [request, { ...request, id: {} }])
      expect(ours.isRequest(one)).toBe(theirs.isRequest(one));
    expect([theirs.check({}), ours.check({})]).toEqual(["a result", "none"]);
  });
});

test("the client of the page does what the SDK's does", async () => {
  interface Used {
    readonly client: Pick<Client, "connect" | "close">;
    readonly heard: readonly unknown[];
    use(): Promise<object>;
  }
  const server = createServer({
    info: { name: "trips", version: "1" },
    capabilities: { logging: {} },
    features: [
      tool("book", {}, async (_, context) => {
        const { content } = await context.elicit("when", {
          message: "When?",
          requestedSchema: {
            type: "object",
            properties: { date: { type: "string" } },
          },
        });
        context.log("info", "booking");
        context.progress(1, 2);
        // The official client forgets progress that comes together with the answer.
        await new Promise((resolve) => setTimeout(resolve, 10));
        return String(content?.["date"]);
      }),
      resource("weather://stations", { name: "stations" }, () => "Oslo"),
    ],
  });
  const official = await clients.load<Used>("v1-client.ts");
  const [theirEnd, officialEnd] = officialPair();
  server.connect(theirEnd);
  await official.client.connect(officialEnd);
  const theirs = await official.use();
  await official.client.close();

  const ours = await clients.load<Used>("client.ts");
  const [near, far] = createMemoryPair();
  server.connect(near);
  await ours.client.connect(far as never);
  const mine = await ours.use();
  await ours.client.close();
  // Which code says that there is no such resource is the revision's.
  expect(mine).toEqual({ ...theirs, code: -32602 });
  expect(theirs).toMatchObject({
    names: ["book"],
    steps: [1],
    content: [text("2026-12-24")],
    code: -32002,
  });
  expect(ours.heard).toEqual(["booking"]);
  expect(official.heard).toEqual(["booking"]);
});

test("every class, function and value that the SDK exports is on one of the pages", () => {
  const parts = ["", "-features", "-handlers", "-http", "-client"];
  const named = namesIn(
    parts.map((part) => `docs/guides/migrating-v1${part}.md`),
  );
  const sdk = join(
    import.meta.dirname,
    "../../node_modules/@modelcontextprotocol/sdk/dist/esm",
  );
  const exported = exportsOf(sdk, ".d.ts");
  expect(exported.length).toBeGreaterThan(100);
  expect(exported.filter((name) => !named.has(name))).toEqual([]);
});
