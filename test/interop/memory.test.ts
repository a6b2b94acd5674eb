import { expect, test } from "vitest";
import {
  createClient,
  createServer,
} from "../../generated/2025-11-25/index.ts";
import * as stateless from "../../generated/2026-07-28/index.ts";
import { connect } from "../../generated/runtime/index.ts";

const info = { name: "test", version: "1.0.0" };

test("a generated server and a generated client talk in memory", async () => {
  const server = createServer({
    info,
    handlers: {
      listTools: () => ({
        tools: [{ name: "ask", inputSchema: { type: "object" } }],
      }),
      async callTool(_, { peer }) {
        const answer = await peer.elicit({
          message: "Your name?",
          requestedSchema: { type: "object", properties: {} },
        });
        return { content: [], structuredContent: { answer } };
      },
    },
  });
  const client = createClient({
    info,
    handlers: { elicit: () => ({ action: "accept", content: { name: "A" } }) },
  });
  await connect(server, client);
  expect((await client.listTools()).tools).toHaveLength(1);
  expect(await client.callTool({ name: "ask" })).toEqual({
    content: [],
    structuredContent: { answer: { action: "accept", content: { name: "A" } } },
  });
  const broken = client.callTool({ name: 5 } as never);
  await expect(broken).rejects.toMatchObject({ code: -32602 });
  await client.close();
});

test("and so they do in the stateless lifecycle", async () => {
  const server = stateless.createServer({
    info,
    handlers: {
      listTools: () => ({
        resultType: "complete",
        tools: [],
        ttlMs: 0,
        cacheScope: "private",
      }),
      callTool: ({ name }) => ({
        resultType: "complete",
        content: [{ type: "text", text: name }],
      }),
    },
  });
  const client = stateless.createClient({ info });
  await connect(server, client);
  expect(client.serverInfo).toEqual(info);
  expect((await client.listTools({})).tools).toEqual([]);
  expect(await client.callTool({ name: "a" })).toMatchObject({
    resultType: "complete",
    content: [{ type: "text", text: "a" }],
  });
  await client.close();
});
