import { expect, test } from "vitest";
import {
  connect,
  createClient,
  createServer,
  tool,
  type Client,
  type Server,
} from "../../generated/index.ts";
import {
  createEraCache,
  httpTransport,
} from "../../src/runtime/http-client.ts";
import { createHttpHandler, type HttpOptions } from "../../src/runtime/http.ts";
import type { Session } from "../../src/runtime/index.ts";
import { patient } from "./wait.ts";

type Revisions = readonly ("2026-07-28" | "2025-11-25")[];

/** A server, and the session of each call that it answered. */
function counting(): { server: Server; sessions: (Session | undefined)[] } {
  const sessions: (Session | undefined)[] = [];
  const count = tool("count", {}, (_, { session }) => {
    sessions.push(session);
    return "counted";
  });
  const info = { name: "server", version: "1" };
  return { server: createServer({ info, features: [count] }), sessions };
}

function clientOf(revisions: Revisions): Client {
  return createClient({ info: { name: "client", version: "1" }, revisions });
}

async function overHttp(
  server: Server,
  client: Client,
  options: HttpOptions = {},
): Promise<void> {
  const handle = createHttpHandler(server, options);
  await client.connect(
    httpTransport({
      url: "http://localhost/mcp",
      eras: createEraCache(),
      fetch: (url, init) => handle(new Request(url, init)),
    }),
  );
}

const call = (client: Client): Promise<unknown> =>
  client.callTool({ name: "count" });

test.each<[string, (server: Server, client: Client) => Promise<unknown>]>([
  ["in memory", connect],
  ["over HTTP", overHttp],
])(
  "the requests of a session share an object, which tells its end: %s",
  async (_, open) => {
    const { server, sessions } = counting();
    const [one, other] = [clientOf(["2025-11-25"]), clientOf(["2025-11-25"])];
    await open(server, one);
    await open(server, other);
    for (const client of [one, one, other]) await call(client);
    const [first, again, apart] = sessions;
    expect(first).toBeDefined();
    expect(again).toBe(first);
    expect(apart).toBeDefined();
    expect(apart).not.toBe(first);
    const signal = first?.signal;
    expect(signal?.aborted).toBe(false);
    await one.close();
    await expect.poll(() => signal?.aborted, patient).toBe(true);
    expect(apart?.signal.aborted).toBe(false);
    await other.close();
    // Who asks too late hears of it all the same.
    const late = apart?.signal;
    await expect.poll(() => late?.aborted, patient).toBe(true);
  },
);

test.each<[string, Revisions, HttpOptions]>([
  ["in a stateless revision", ["2026-07-28"], {}],
  ["over HTTP without sessions", ["2025-11-25"], { sessions: false }],
])("there is none %s", async (_, revisions, options) => {
  const { server, sessions } = counting();
  const client = clientOf(revisions);
  await overHttp(server, client, options);
  await call(client);
  expect(sessions).toEqual([undefined]);
  await client.close();
});
