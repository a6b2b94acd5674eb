import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  createClient,
  createServer,
  prompt,
  resource,
  resourceTemplate,
  structured,
  tool,
  user,
  type Client,
  type ClientHandlers,
  type Server,
} from "../../generated/index.ts";
import { load } from "../../src/revisions/load.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import { createHttpHandler } from "../../src/runtime/http.ts";
import {
  createEraCache,
  httpTransport,
} from "../../src/runtime/http-client.ts";
import {
  fetchWithNulls,
  nullFilling,
  withNulls,
  type NullFilling,
} from "./null-filling.ts";
import { all } from "./revisions.ts";

/** What the sides of a conversation saw, and what they were told about the other. */
interface Course {
  readonly seen: unknown[];
  readonly told: string[];
}

describe.each(all)(
  "peers that write null for what is absent, in %s",
  (revision) => {
    test.each([
      ["in memory", inMemory],
      ["over HTTP", overHttp],
    ])(
      "%s see what they see without the nulls, and are told once for each method",
      async (_, connect) => {
        const plain = await converse(revision, connect, false);
        expect(plain.told).toEqual([]);
        expect(plain.seen.length).toBeGreaterThan(12);
        const filled = await converse(revision, connect, true);
        expect(filled.seen).toEqual(plain.seen);
        expect(filled.told.length).toBeGreaterThan(15);
        for (const message of filled.told)
          expect(message).toMatch(
            /^(client|server): [^ ]+: null is taken as absent: /,
          );
        const methods = filled.told.map(
          (message) => message.split(": null")[0],
        );
        expect(new Set(methods).size).toBe(methods.length);
      },
    );
  },
);

type Connect = (
  server: Server,
  client: Client,
  filling?: NullFilling,
) => Promise<void>;

async function inMemory(
  server: Server,
  client: Client,
  filling?: NullFilling,
): Promise<void> {
  const [near, far] = createMemoryPair();
  void server.connect(filling ? withNulls(far, filling.atServer) : far);
  await client.connect(filling ? withNulls(near, filling.atClient) : near);
}

async function overHttp(
  server: Server,
  client: Client,
  filling?: NullFilling,
): Promise<void> {
  const handle = createHttpHandler(server);
  const fetch: typeof globalThis.fetch = filling
    ? fetchWithNulls(handle, filling)
    : (input, init) => handle(new Request(input, init));
  await client.connect(
    httpTransport({
      url: "http://localhost/mcp",
      eras: createEraCache(),
      fetch,
    }),
  );
}

/** Uses each kind of request once, in both directions. */
async function converse(
  revision: string,
  connect: Connect,
  isFilled: boolean,
): Promise<Course> {
  const course: Course = { seen: [], told: [] };
  const see = (what: unknown): void => void course.seen.push(what);
  const tell = (side: string) => (error: Error) =>
    void course.told.push(`${side}: ${error.message}`);
  const server = createServer({
    info: { name: "s", version: "1" },
    onError: tell("server"),
    features: featuresOf(see),
    instructions: "none",
  });
  const client = createClient({
    info: { name: "c", version: "1" },
    revisions: [revision as "2026-07-28"],
    onError: tell("client"),
    handlers: handlersOf(see),
  });
  await connect(
    server,
    client,
    isFilled ? nullFilling(await load(revision)) : undefined,
  );
  see(client.serverCapabilities);
  see(client.serverInfo);
  see(await client.listTools());
  see(
    await client.callTool(
      { name: "ask", arguments: { a: null } },
      { onProgress: see },
    ),
  );
  see(await client.listResources());
  see(await client.listResourceTemplates());
  see(await client.readResource({ uri: "a:/b" }));
  see(await client.listPrompts());
  see(await client.getPrompt({ name: "greet", arguments: {} }));
  const ref = { type: "ref/resource", uri: "t:/{x}" } as const;
  see(await client.complete({ ref, argument: { name: "x", value: "" } }));
  await client.close();
  return course;
}

function featuresOf(see: (what: unknown) => void) {
  const shape = z.object({ n: z.null() });
  return [
    tool(
      "ask",
      { input: z.object({ a: z.null() }), output: shape },
      async (input, context) => {
        see(input);
        see(context.peerInfo);
        const form = z.object({ n: z.string().optional() });
        if (context.peerCapabilities?.elicitation)
          see(await context.ask("form", form, "Sure?"));
        const messages = [user("hi")];
        see(await context.createMessage("text", { messages, maxTokens: 5 }));
        see(await context.listRoots("roots"));
        await context.progress(1, 2);
        return structured({ n: null });
      },
    ),
    resource("a:/b", { name: "b", annotations: { priority: 1 } }, () => "text"),
    resourceTemplate(
      "t:/{x}",
      { name: "t", complete: { x: () => ["1"] } },
      () => "t",
    ),
    prompt("greet", { arguments: { whom: {} } }, (input) => {
      see(input);
      return "hello";
    }),
  ];
}

function handlersOf(see: (what: unknown) => void): ClientHandlers {
  return {
    elicit(params) {
      see(params);
      return { action: "decline" };
    },
    createMessage(params) {
      see(params);
      return {
        role: "assistant",
        model: "m",
        content: { type: "text", text: "yes" },
      };
    },
    listRoots(params) {
      see(params);
      return { roots: [{ uri: "file:///x" }] };
    },
  };
}
