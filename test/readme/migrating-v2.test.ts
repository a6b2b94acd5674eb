import {
  Client,
  InMemoryTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import type { McpServer } from "@modelcontextprotocol/server";
import { afterAll, expect, test } from "vitest";
import { createServer, tool, type Server } from "../../generated/index.ts";
import { createMemoryPair } from "../../src/runtime/memory.ts";
import { namesIn, officialPair, pageModules } from "./migrating.ts";

const server = pageModules("docs/guides/migrating-v2.md");
const clients = pageModules("docs/guides/migrating-v2-client.md");
afterAll(() => {
  server.remove();
  clients.remove();
});

async function answersOf(transport: Transport): Promise<unknown> {
  const client = new Client(
    { name: "c", version: "1" },
    { capabilities: { elicitation: { form: {} } } },
  );
  const told: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => {
    told.push(params);
  });
  client.setRequestHandler("elicitation/create", () => ({
    action: "accept",
    content: { date: "2026-12-24" },
  }));
  await client.connect(transport);
  const ref = { type: "ref/prompt", name: "cheer" } as const;
  const argument = { name: "team", value: "b" };
  const { messages } = await client.getPrompt({
    name: "cheer",
    arguments: { team: "red" },
  });
  const answers = [
    client.getServerVersion(),
    await client.listTools(),
    await client.listResources(),
    await client.listPrompts(),
    await client.callTool({ name: "greet", arguments: { name: "Ada" } }),
    await client.callTool({ name: "book", arguments: {} }),
    await client.readResource({ uri: "motto://today" }),
    messages,
    (await client.complete({ ref, argument })).completion.values,
    told,
  ];
  await client.close();
  return answers;
}

test("the server of the page answers as the SDK's does", async () => {
  const official = await server.load<{ makeServer(): McpServer }>(
    "v2-server.ts",
  );
  const ours = await server.load<{ server: Server }>("server.ts");
  const [near, far] = InMemoryTransport.createLinkedPair();
  await official.makeServer().connect(far);
  const theirs = await answersOf(near);
  const [ourEnd, theirEnd] = officialPair();
  ours.server.connect(ourEnd);
  expect(await answersOf(theirEnd)).toEqual(withoutInput(theirs));
});

/** A tool without input takes nothing, and says so: as the page tells. */
function withoutInput(answers: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answers, (_, value: unknown) =>
      isToolWithoutInput(value)
        ? {
            ...value,
            inputSchema: { type: "object", additionalProperties: false },
          }
        : value,
    ),
  );
}

function isToolWithoutInput(value: unknown): value is object {
  const {
    name,
    inputSchema = undefined,
  }: { name?: unknown; inputSchema?: object } =
    typeof value === "object" && value !== null ? value : {};
  return name === "book" && inputSchema !== undefined;
}

test("the client of the page does what the SDK's does", async () => {
  interface Used {
    readonly client: Pick<Client, "connect" | "close">;
    readonly heard: readonly unknown[];
    use(): Promise<object>;
  }
  const asked = createServer({
    info: { name: "trips", version: "1" },
    features: [
      tool("book", {}, async (_, context) => {
        const { content } = await context.elicit("when", {
          message: "When?",
          requestedSchema: {
            type: "object",
            properties: { date: { type: "string" } },
          },
        });
        context.progress(1, 2);
        // The official client forgets progress that comes together with the answer.
        await new Promise((resolve) => setTimeout(resolve, 10));
        return String(content?.["date"]);
      }),
    ],
    handlers: { readResource: () => Promise.reject(new Error("nothing")) },
    onError() {},
  });
  const used: object[] = [];
  for (const [name, pair] of [
    ["v2-client.ts", officialPair],
    ["client.ts", createMemoryPair],
  ] as const) {
    const { client, use } = await clients.load<Used>(name);
    const [near, far] = pair();
    asked.connect(near);
    await client.connect(far as Transport);
    used.push(await use());
    await client.close();
  }
  const [theirs, ours] = used;
  // The SDK's client tells one progress twice once its call was repeated.
  expect(ours).toEqual({ ...theirs, steps: [1] });
  expect(ours).toEqual({
    names: ["book"],
    steps: [1],
    content: [{ type: "text", text: "2026-12-24" }],
    code: -32603,
  });
});

test("every class, function and value that the SDK exports is on one of the pages", async () => {
  const named = namesIn([
    "docs/guides/migrating-v2.md",
    "docs/guides/migrating-v2-client.md",
  ]);
  const entries = [
    await import("@modelcontextprotocol/server"),
    await import("@modelcontextprotocol/server/stdio"),
    await import("@modelcontextprotocol/client"),
    await import("@modelcontextprotocol/client/stdio"),
  ];
  const exported = [...new Set(entries.flatMap((one) => Object.keys(one)))];
  expect(exported.length).toBeGreaterThan(100);
  expect(exported.filter((name) => !named.has(name)).sort()).toEqual([]);
});
