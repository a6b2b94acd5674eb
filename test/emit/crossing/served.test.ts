import { describe, expect, test } from "vitest";
import * as r2024 from "../../../generated/2024-11-05/index.ts";
import * as r2025 from "../../../generated/2025-11-25/index.ts";
import * as r2026 from "../../../generated/2026-07-28/index.ts";
import * as all from "../../../generated/index.ts";

const info = { name: "test", version: "1.0.0" };

/** A server whose results say more than older revisions know. */
const server = all.createServer({
  info,
  handlers: {
    listTools: () => ({
      tools: [
        {
          name: "list",
          inputSchema: { type: "object", properties: { a: true } },
          outputSchema: { type: "array" },
        },
      ],
    }),
    callTool: () => ({
      content: [
        { type: "text", text: "1, 2" },
        { type: "resource_link", uri: "file:///a", name: "a" },
      ],
      structuredContent: [1, 2],
    }),
    async readResource({ uri }, context) {
      const answer = await context.elicit("consent", {
        mode: "url",
        message: "May I?",
        url: "https://example.com",
      });
      return { contents: [{ uri, text: answer.action }] };
    },
  },
});

describe("one server", () => {
  test("gives a client of its newest revision all that a handler returned", async () => {
    const client = r2026.createClient({ info });
    await all.connect(server, client);
    const { content, structuredContent } = await client.callTool({
      name: "list",
    });
    expect(structuredContent).toEqual([1, 2]);
    expect(content).toHaveLength(2);
    const { tools } = await client.listTools();
    expect(tools[0]?.outputSchema).toEqual({ type: "array" });
    await client.close();
  });

  test("gives an older client what its revision knows, and keeps the rest", async () => {
    const client = r2025.createClient({ info });
    await all.connect(server, client);
    const result = await client.callTool({ name: "list" });
    expect(result).toEqual({
      content: [
        { type: "text", text: "1, 2" },
        { type: "resource_link", uri: "file:///a", name: "a" },
      ],
    });
    const { tools } = await client.listTools();
    expect(tools).toEqual([
      {
        name: "list",
        inputSchema: { type: "object", properties: { a: {} } },
      },
    ]);
    await client.close();
  });

  test("gives the oldest client text in place of content that it does not know", async () => {
    const client = r2024.createClient({ info });
    await all.connect(server, client);
    const { content } = await client.callTool({ name: "list" });
    expect(content).toEqual([
      { type: "text", text: "1, 2" },
      { type: "text", text: "a: file:///a" },
    ]);
    await client.close();
  });

  test("asks an older client with what its revision requires", async () => {
    const asked: object[] = [];
    const client = r2025.createClient({
      info,
      capabilities: { elicitation: { form: {}, url: {} } },
      handlers: {
        elicit(params) {
          asked.push(params);
          return { action: "accept" };
        },
      },
    });
    await all.connect(server, client);
    const { contents } = await client.readResource({ uri: "file:///a" });
    expect(contents).toEqual([{ uri: "file:///a", text: "accept" }]);
    expect(asked).toEqual([
      expect.objectContaining({
        mode: "url",
        elicitationId: expect.any(String) as string,
      }),
    ]);
    await client.close();
  });
});
