import { expect, test } from "vitest";
import { defineTool } from "../../src/runtime/features/tool.ts";
import type { Context } from "../../src/runtime/peer/context.ts";
import { buildServer } from "../../src/runtime/server/create-server.ts";
import {
  handshakes,
  newestHandshake,
  request,
  serverInfo,
  serverOf,
} from "./revisions.ts";
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

test("a revision is bound to the handlers when a client first speaks it", async () => {
  const used = new Set<string>();
  const revisions = ["newest", "older", "oldest"].map((revision) => ({
    table: {
      ...handshake,
      revision,
      get requests() {
        used.add(revision);
        return handshake.requests;
      },
    },
  }));
  const server = buildServer(
    revisions,
    { info: serverInfo, handlers: { callTool: () => ({ text: "hi" }) } },
    createPeer,
  );
  // The names of handlers are looked up in the newest; without handlers, in none.
  expect([...used]).toEqual(["newest"]);
  used.clear();
  buildServer(revisions, { info: serverInfo }, createPeer);
  expect([...used]).toEqual([]);
  const wire = await openWire(server, "older");
  expect(await wire.ask(call)).toMatchObject({ result: { text: "hi" } });
  // Contexts have the methods of the newest.
  expect([...used].sort()).toEqual(["newest", "older"]);
});

test("features that are added later are offered in all revisions", async () => {
  const server = serverOf(handshakes);
  const [newest, older] = handshakes;
  const listed = request(1, "tools/list");
  const early = await openWire(server, newest);
  server.add(defineTool("late", {}, () => "hi"));
  const late = await openWire(server, older);
  for (const wire of [early, late])
    expect(await wire.ask(listed)).toMatchObject({
      result: { tools: [{ name: "late" }] },
    });
});
