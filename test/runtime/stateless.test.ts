import { describe, expect, test } from "vitest";
import { buildClient } from "../../src/runtime/client.ts";
import { connect } from "../../src/runtime/connect.ts";
import type { Context } from "../../src/runtime/context.ts";
import { buildServer } from "../../src/runtime/server.ts";
import { metaKeys } from "../../src/runtime/stateless-meta.ts";
import { createPeer, stateless } from "./table.ts";
import { wireTo } from "./wire.ts";

const info = { name: "test", version: "1" };
const handlers = {
  callTool: (_: unknown, { peerInfo }: Context) => ({
    text: JSON.stringify(peerInfo),
  }),
};
const server = buildServer(stateless, { info, handlers }, createPeer);

function call(meta: object): object {
  const params = { name: "a", _meta: meta };
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params };
}

describe("the stateless lifecycle", () => {
  test("needs no opening, and tells in each message who speaks", async () => {
    const wire = wireTo(server);
    wire.send(
      call({
        [metaKeys.protocolVersion]: "test-1",
        [metaKeys.clientCapabilities]: {},
        [metaKeys.clientInfo]: info,
      }),
    );
    expect(await wire.next()).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {
        resultType: "complete",
        text: JSON.stringify(info),
        _meta: { [metaKeys.serverInfo]: info },
      },
    });
  });

  test("refuses requests without version or capabilities", async () => {
    const wire = wireTo(server);
    wire.send(call({}));
    expect(await wire.next()).toMatchObject({ error: { code: -32602 } });
    wire.send(call({ [metaKeys.protocolVersion]: "test-1" }));
    expect(await wire.next()).toMatchObject({ error: { code: -32602 } });
  });

  test("tells which versions it speaks to who asks for another", async () => {
    const wire = wireTo(server);
    wire.send(
      call({
        [metaKeys.protocolVersion]: "other",
        [metaKeys.clientCapabilities]: {},
      }),
    );
    expect(await wire.next()).toMatchObject({
      error: {
        code: -32022,
        data: { supported: ["test-1"], requested: "other" },
      },
    });
  });

  test("is spoken by the client as by the server", async () => {
    const client = buildClient(stateless, { info }, createPeer);
    await connect(server, client);
    expect(client.serverInfo).toEqual(info);
    expect(client.serverCapabilities).toEqual({ tools: {} });
    expect(await client.request("tools/call", { name: "a" })).toMatchObject({
      text: JSON.stringify(info),
    });
    await client.close();
  });
});
