import { expect, expectTypeOf, test } from "vitest";
import * as all from "../../generated/index.ts";
import * as handshake from "../../generated/2025-11-25/index.ts";
import type * as handshakeTypes from "../../generated/2025-11-25/types.ts";

declare const client: all.Client;
declare const client2025: handshake.Client;
declare const peer: handshake.ClientPeer;
const isRun: boolean = false;

test("a method of the protocol has its own types by its method too", () => {
  if (!isRun) return;
  expectTypeOf(client.request("tools/list")).toEqualTypeOf(client.listTools());
  const params = { name: "add", arguments: { a: 1 } };
  expectTypeOf(client.request("tools/call", params)).toEqualTypeOf(
    client.callTool(params),
  );
  // @ts-expect-error: a tool has a name
  void client.request("tools/call", { nam: "add" });
  // @ts-expect-error: it needs params
  void client.request("tools/call");
  expectTypeOf(peer.request("roots/list")).toEqualTypeOf(peer.listRoots());
  void client.notification("notifications/progress", {
    progressToken: 1,
    progress: 1,
  });
  // @ts-expect-error: progress is a number
  void client.notification("notifications/progress", { progress: "1" });
});

test("any other has the types that its caller gives it", () => {
  if (!isRun) return;
  interface Hits {
    hits: string[];
  }
  interface Query {
    query: string;
  }
  const query: Query = { query: "x" };
  expectTypeOf(client.request<Hits>("acme/search", query)).toEqualTypeOf<
    Promise<Hits>
  >();
  expectTypeOf(client.request("acme/search")).toEqualTypeOf<Promise<unknown>>();
  void client.request<Hits>("acme/search", query, { timeout: 5 });
  void client.notification("acme/seen", query);
  // @ts-expect-error: params are an object
  void client.request("acme/search", "x");
});

test("without a task in the params, a call has its plain result", async () => {
  type Result = handshakeTypes.CallToolResult;
  if (isRun) {
    const plain = { name: "add", arguments: { a: 1 } };
    expectTypeOf(client2025.callTool(plain)).toEqualTypeOf<Promise<Result>>();
    const { content } = await client2025.callTool({ name: "add" });
    expectTypeOf(content).toEqualTypeOf<handshakeTypes.ContentBlock[]>();
    expectTypeOf(
      client2025.callTool({ ...plain, task: { ttl: 5 } }),
    ).toEqualTypeOf<Promise<handshakeTypes.CreateTaskResult | Result>>();
    const any: handshakeTypes.CallToolRequestParams = plain;
    expectTypeOf(client2025.callTool(any)).toEqualTypeOf<
      Promise<handshakeTypes.CreateTaskResult | Result>
    >();
    // A server asks its client in the same form.
    expectTypeOf(
      peer.createMessage({ messages: [], maxTokens: 5 }),
    ).toEqualTypeOf<Promise<handshakeTypes.CreateMessageResult>>();
  }
});

test("a task that nobody asked for is no answer", async () => {
  const info = { name: "test", version: "1" };
  const at = "2026-01-01T00:00:00Z";
  const task: handshakeTypes.Task = {
    taskId: "1",
    status: "working",
    createdAt: at,
    lastUpdatedAt: at,
    ttl: null,
  };
  const server = handshake.createServer({
    info,
    capabilities: { tasks: { requests: { tools: { call: {} } } } },
    handlers: { callTool: () => ({ task }) },
  });
  const client = handshake.createClient({ info });
  await handshake.connect(server, client);
  const asked = client.callTool({ name: "add", task: { ttl: 5 } });
  await expect(asked).resolves.toEqual({ task });
  await expect(client.callTool({ name: "add" })).rejects.toMatchObject({
    kind: "invalid",
    message: "tools/call: task: nobody asked for it",
    path: ["task"],
  });
  await client.close();
});
