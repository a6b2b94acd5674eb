import { expect, test } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import { buildServer } from "../../src/runtime/server/create-server.ts";
import { newestHandshake, serverInfo } from "./revisions.ts";
import { createPeer, handshake } from "./table.ts";
import { call } from "./tool-server.ts";
import { openWire } from "./wire.ts";

test("a server of a revision nobody knows yet works as well", async () => {
  const server = buildServer(
    [{ table: handshake }],
    { info: serverInfo, handlers: { callTool: () => ({ text: "hi" }) } },
    createPeer,
  );
  const wire = await openWire(server);
  expect(await wire.ask(call)).toMatchObject({ result: { text: "hi" } });
  expect(newestHandshake).not.toBe(handshake.revision);
});

test("what the client's revision cannot be told is not told, and harms nobody", async () => {
  const { "notifications/message": _, ...notifications } =
    handshake.notifications;
  const server = buildServer(
    [{ table: { ...handshake, notifications } }],
    {
      info: serverInfo,
      capabilities: { logging: {}, prompts: { listChanged: true } },
      handlers: {
        callTool(_params: unknown, context: Context) {
          context.log("error", "unheard");
          return { text: "hi" };
        },
      },
    },
    createPeer,
  );
  const wire = await openWire(server);
  server.publish("notifications/prompts/list_changed");
  expect(await wire.ask(call)).toMatchObject({ result: { text: "hi" } });
  await wire.expectSilence();
});
