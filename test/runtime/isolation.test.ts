import { describe, expect, test } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import {
  all,
  clientInfo,
  initializeAs,
  modernRequest,
  notification,
  request,
  serverOf,
} from "./revisions.ts";
import { createWire, openWire, settle, wireTo, type Wire } from "./wire.ts";
import { fc } from "../support/random.ts";

/** Answers with what the request said, when the test says so. */
function echo(): { server: ReturnType<typeof serverOf>; finish: () => void } {
  const waiting: (() => void)[] = [];
  const server = serverOf(all, {
    capabilities: { logging: {} },
    handlers: {
      async callTool({ name }: { name: string }, context: Context) {
        context.log("info", name);
        context.progress(1, 2, name);
        await new Promise<void>((resolve) => waiting.push(resolve));
        context.log("info", name);
        context.progress(2, 2, name);
        return { content: [{ type: "text", text: name }] };
      },
    },
  });
  const finish = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { server, finish };
}

describe("clients of one server", () => {
  test("that use the same ids and tokens hear their own alone", async () => {
    const { server, finish } = echo();
    const names = ["Ada", "Eve", "Bob"];
    const wires = await Promise.all(names.map(() => openWire(server)));
    wires.forEach((wire, index) =>
      wire.send(
        request(1, "tools/call", {
          name: String(names[index]),
          _meta: { progressToken: "t" },
        }),
      ),
    );
    await settle();
    finish();
    await settle();
    await settle();
    wires.forEach((wire, index) => {
      expect(wire.waiting).toHaveLength(5);
      for (const other of names)
        if (other !== names[index])
          expect(JSON.stringify(wire.waiting)).not.toContain(other);
    });
  });

  test("keep their own identity and revision", async () => {
    const seen: unknown[] = [];
    const server = serverOf(all, {
      handlers: {
        listTools(_: unknown, context: Context) {
          const { peerInfo, peerCapabilities, protocolVersion } = context;
          seen.push({ peerInfo, peerCapabilities, protocolVersion });
          return { tools: [] };
        },
      },
    });
    const old = await openWire(server, "2024-11-05", { roots: {} });
    const young = await openWire(server, "2025-11-25", { sampling: {} });
    await old.ask(request(1, "tools/list"));
    await young.ask(request(1, "tools/list"));
    await old.ask(modernRequest(2, "tools/list", {}, { elicitation: {} }));
    await old.ask(request(3, "tools/list"));
    const oldOne = {
      peerInfo: clientInfo,
      peerCapabilities: { roots: {} },
      protocolVersion: "2024-11-05",
    };
    expect(seen).toEqual([
      oldOne,
      {
        peerInfo: clientInfo,
        peerCapabilities: { sampling: {} },
        protocolVersion: "2025-11-25",
      },
      {
        peerInfo: clientInfo,
        peerCapabilities: { elicitation: {} },
        protocolVersion: "2026-07-28",
      },
      oldOne,
    ]);
  });

  test("answer the server's own requests each for themselves", async () => {
    const server = serverOf(all);
    const both = await Promise.all(
      ["ada", "eve"].map(async (name) => {
        const [near, far] = createMemoryPair();
        const { peer } = server.connect(far);
        const wire = createWire(near);
        await wire.ask(initializeAs("2025-11-25", { roots: {} }));
        wire.send(notification("notifications/initialized"));
        const answer = peer.request("roots/list", undefined);
        return { name, wire, answer, asked: await wire.next() };
      }),
    );
    const [ada, eve] = both;
    const rootsOf = (name: string) => ({ roots: [{ uri: `file:///${name}` }] });
    // Eve answers under the id that ada was asked under.
    eve?.wire.send({
      jsonrpc: "2.0",
      id: ada?.asked["id"],
      result: rootsOf("eve"),
    });
    await settle();
    ada?.wire.send({
      jsonrpc: "2.0",
      id: ada.asked["id"],
      result: rootsOf("ada"),
    });
    expect(await ada?.answer).toEqual(rootsOf("ada"));
    expect(await eve?.answer).toEqual(rootsOf("eve"));
  });

  test("cannot cancel each other's requests", async () => {
    const { server, finish } = echo();
    const [ada, eve] = [await openWire(server), await openWire(server)];
    ada.send(request(1, "tools/call", { name: "a" }));
    await settle();
    eve.send(notification("notifications/cancelled", { requestId: 1 }));
    await settle();
    finish();
    await settle();
    expect(ada.waiting.at(-1)).toMatchObject({ id: 1, result: {} });
  });

  test("whose transports fail keep no change from the others", async () => {
    const errors: Error[] = [];
    const onError = (error: Error): void => void errors.push(error);
    const capabilities = { tools: { listChanged: true } };
    const server = serverOf(all, { capabilities, onError });
    const [near, far] = createMemoryPair();
    server.connect(far);
    const failing = createWire(near);
    await failing.ask(initializeAs("2025-11-25"));
    failing.send(notification("notifications/initialized"));
    const wire = await openWire(server);
    await settle();
    far.send = () => {
      throw new Error("no socket");
    };
    server.publish("notifications/tools/list_changed");
    expect(await wire.next()).toHaveProperty("method");
    expect(errors).toHaveLength(1);
  });

  test("that leave end nobody else's requests", async () => {
    const { server, finish } = echo();
    const [ada, eve] = [await openWire(server), await openWire(server)];
    for (const wire of [ada, eve])
      wire.send(request(1, "tools/call", { name: "a" }));
    await settle();
    await ada.close();
    await settle();
    finish();
    await settle();
    expect(eve.waiting.at(-1)).toMatchObject({ id: 1, result: {} });
  });
});

/** What one of several clients does. */
const action = fc.record({
  client: fc.nat(2),
  kind: fc.constantFrom("call", "modern", "cancel", "finish"),
  id: fc.nat(3),
});

test("whatever clients do at once, each request is answered once, to its sender", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
      const { server, finish } = echo();
      const wires: Wire[] = [];
      for (const _ of [0, 1, 2]) wires.push(await openWire(server));
      const sent = new Map<string, number>();
      let lastId = 0;
      for (const { client, kind, id } of actions) {
        const wire = wires[client] ?? wireTo(server);
        if (kind === "finish") finish();
        else if (kind === "cancel")
          wire.send(notification("notifications/cancelled", { requestId: id }));
        else {
          const fresh = 10 + lastId++;
          const name = `${client}:${fresh}`;
          sent.set(name, 0);
          const make = kind === "call" ? request : modernRequest;
          wire.send(make(fresh, "tools/call", { name }));
        }
        await settle();
      }
      finish();
      await settle();
      await settle();
      wires.forEach((wire, client) => {
        for (const message of wire.waiting) {
          const { id } = message as { id?: number };
          if (id === undefined) continue;
          const name = `${client}:${id}`;
          expect(JSON.stringify(message)).toContain(`"${name}"`);
          sent.set(name, (sent.get(name) ?? 0) + 1);
        }
      });
      for (const [, answers] of sent) expect(answers).toBe(1);
    }),
    { numRuns: 40 },
  );
});
