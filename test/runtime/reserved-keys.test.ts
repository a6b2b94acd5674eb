import { describe, expect, test } from "vitest";
import {
  connect,
  createClient,
  createServer,
  resource,
  tool,
  type Client,
} from "../../generated/index.ts";
import { UnsendableError } from "../../src/runtime/protocol/errors.ts";

const info = { name: "test", version: "1" };
const reserved = [
  "io.modelcontextprotocol/mine",
  "org.modelcontextprotocol.api/x",
  "dev.mcp/x",
  "com.mcp.tools/x",
  "com.mcp.tools/",
];
const free = [
  "com.example.mcp/x",
  "com.example/mcp",
  "mcp/x",
  "mcp.example/x",
  "x",
  "com.mcpx/x",
  "traceparent",
];

async function connected(
  meta: object,
  check = true,
): Promise<{ client: Client; errors: Error[] }> {
  const errors: Error[] = [];
  const server = createServer({
    info,
    check,
    onError: (error) => errors.push(error),
    features: [
      tool("whole", {}, () => ({ content: [], _meta: { ...meta } })),
      tool("block", {}, () => ({
        content: [{ type: "text" as const, text: "", _meta: { ...meta } }],
      })),
      resource("a:b", { name: "b", _meta: { ...meta } }, () => "b"),
    ],
  });
  const client = createClient({ info });
  await connect(server, client);
  return { client, errors };
}

describe("a key of _meta with a reserved prefix", () => {
  test.each(reserved)("is not sent: %s", async (key) => {
    const { client, errors } = await connected({ [key]: 1 });
    const reason = `${key}: the prefix is reserved for the protocol`;
    for (const [call, where] of [
      [() => client.callTool({ name: "whole" }), "_meta"],
      [() => client.callTool({ name: "block" }), "content.0._meta"],
      [() => client.listResources(), "resources.0._meta"],
    ] as const) {
      await expect(call()).rejects.toMatchObject({ code: -32603 });
      expect(errors.at(-1)).toBeInstanceOf(UnsendableError);
      expect(errors.at(-1)?.message).toContain(`result.${where}.${reason}`);
    }
    await client.close();
  });

  test("is not sent by a client", async () => {
    const { client } = await connected({});
    for (const key of reserved) {
      const calling = client.callTool({ name: "whole", _meta: { [key]: 1 } });
      await expect(calling).rejects.toThrow(`params._meta.${key}: the prefix`);
    }
    await client.close();
  });

  test.each(free)("is another thing than %s", async (key) => {
    const { client, errors } = await connected({ [key]: 1 });
    const called = client.callTool({ name: "whole", _meta: { [key]: 1 } });
    expect((await called)._meta).toMatchObject({ [key]: 1 });
    expect(errors).toEqual([]);
    await client.close();
  });

  test("passes where nothing is checked", async () => {
    const { client } = await connected({ "dev.mcp/x": 1 }, false);
    const { _meta: meta } = await client.callTool({ name: "whole" });
    expect(meta).toMatchObject({ "dev.mcp/x": 1 });
    await client.close();
  });
});
