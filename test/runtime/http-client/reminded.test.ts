import { expect, test } from "vitest";
import { connectTo } from "./http-client.ts";
import { patient } from "../wait.ts";
import { json, type Received } from "./http-server.ts";
import { serveSessions } from "./session-server.ts";

const capabilities = {
  tools: {},
  logging: {},
  resources: { subscribe: true, listChanged: true },
};

const paramsOf = ({ message }: Received): unknown => message["params"];

test("a new session is told what the one before was told", async () => {
  const server = await serveSessions({ capabilities });
  const { client, errors } = await connectTo(server.url);
  await client.setLogLevel("warning");
  const filter = { resourceSubscriptions: ["test:a", "test:b"] };
  const subscription = await client.listen(filter);
  const gone = await client.listen({ resourceSubscriptions: ["test:c"] });
  await gone.close();
  server.sessions.clear();
  const before = server.received.length;
  await client.request("tools/list", undefined);
  const again = (method: string): Received[] =>
    server.received.slice(before).filter(({ message, headers }) => {
      const isNew = headers["mcp-session-id"] === "s2";
      return isNew && message["method"] === method;
    });
  await expect
    .poll(() => again("resources/subscribe"), patient)
    .toHaveLength(2);
  expect(again("resources/subscribe").map(paramsOf)).toEqual([
    { uri: "test:a" },
    { uri: "test:b" },
  ]);
  await expect.poll(() => again("logging/setLevel"), patient).toHaveLength(1);
  expect(again("logging/setLevel").map(paramsOf)).toEqual([
    { level: "warning" },
  ]);
  await subscription.close();
  expect(errors).toEqual([]);
});

test("what a new session refuses is reported, and nothing else fails", async () => {
  const server = await serveSessions({
    capabilities,
    first: ({ message, headers }, response) => {
      const isNew = headers["mcp-session-id"] === "s2";
      if (!isNew || message["method"] !== "resources/subscribe") return false;
      const error = { code: -32_002, message: "no such resource" };
      json(response, { jsonrpc: "2.0", id: message["id"], error });
      return true;
    },
  });
  const { client, errors } = await connectTo(server.url);
  await client.listen({ resourceSubscriptions: ["test:a"] });
  server.sessions.clear();
  expect(await client.request("tools/list", undefined)).toEqual({ tools: [] });
  await expect.poll(() => errors, patient).toMatchObject([{ code: -32_002 }]);
});
