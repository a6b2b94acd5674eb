import { createMemoryBudget } from "../../src/runtime/server/memory-budget.ts";
import { describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import type { RequestRecord } from "../../src/runtime/peer/record.ts";
import { SubscriptionStreams } from "../../src/runtime/server/subscriptions.ts";
import { metaKeys } from "../../src/runtime/protocol/meta-keys.ts";
import {
  all,
  cancel,
  initializeAs,
  modern,
  modernRequest,
  newestHandshake,
  notification,
  request,
  serverInfo,
  serverOf,
} from "./revisions.ts";
import { createWire, openWire, wireTo, type Wire } from "./wire.ts";

const capabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
};
const changed = (kind: string): string => `notifications/${kind}/list_changed`;
const updated = "notifications/resources/updated";
const of = (id: unknown): object => ({ [metaKeys.subscriptionId]: id });

function listen(id: unknown, notifications: object): Record<string, unknown> {
  return modernRequest(id, "subscriptions/listen", { notifications });
}

describe("subscriptions/listen", () => {
  test("is acknowledged first, with what the server can tell", async () => {
    const server = serverOf(all, {
      capabilities: { tools: { listChanged: true }, resources: {} },
    });
    const wire = wireTo(server);
    const wanted = {
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: false,
      resourceSubscriptions: ["a:b"],
      other: true,
    };
    expect(await wire.ask(listen("s", wanted))).toEqual(
      notification("notifications/subscriptions/acknowledged", {
        _meta: of("s"),
        notifications: { toolsListChanged: true },
      }),
    );
    await wire.expectSilence();
  });

  test("tells what was asked for and nothing else, each with its id", async () => {
    const server = serverOf(all, { capabilities });
    const wire = wireTo(server);
    server.publish(changed("tools"));
    await wire.ask(listen(1, { toolsListChanged: true }));
    await wire.ask(listen("1", { resourceSubscriptions: ["a:b", "a:c"] }));
    await wire.ask(listen(2, { toolsListChanged: false }));
    server.publish(changed("tools"));
    server.publish(changed("prompts"));
    server.publish(changed("resources"));
    server.publish(updated, { uri: "a:b", _meta: { trace: 1 } });
    server.publish(updated, { uri: "a:bc" });
    server.publish("no/such");
    expect(await wire.next()).toEqual(
      notification(changed("tools"), { _meta: of(1) }),
    );
    expect(await wire.next()).toEqual(
      notification(updated, { uri: "a:b", _meta: { trace: 1, ...of("1") } }),
    );
    await wire.expectSilence();
  });

  test("tells a change to every stream that asked for it", async () => {
    const server = serverOf(all, { capabilities });
    const wire = wireTo(server);
    await wire.ask(listen(1, { promptsListChanged: true }));
    await wire.ask(listen(2, { promptsListChanged: true }));
    server.publish(changed("prompts"));
    for (const id of [1, 2])
      expect(await wire.next()).toMatchObject({ params: { _meta: of(id) } });
  });

  test("ends when it is cancelled, without an answer", async () => {
    const server = serverOf(all, { capabilities });
    const wire = wireTo(server);
    await wire.ask(listen(1, { toolsListChanged: true }));
    wire.send(cancel(1));
    await wire.expectSilence();
    server.publish(changed("tools"));
    await wire.expectSilence();
    await wire.ask(listen(1, { toolsListChanged: true }));
    server.publish(changed("tools"));
    expect(await wire.next()).toMatchObject({ params: { _meta: of(1) } });
  });

  test("is answered when the server ends it", async () => {
    const server = serverOf(all, { capabilities });
    const [near, far] = createMemoryPair();
    const connection = server.connect(far);
    const wire = createWire(near);
    await wire.ask(listen(7, { toolsListChanged: true }));
    const ended = connection.end();
    expect(await wire.next()).toEqual({
      jsonrpc: "2.0",
      id: 7,
      result: {
        resultType: "complete",
        _meta: { [metaKeys.serverInfo]: serverInfo, ...of(7) },
      },
    });
    await ended;
    server.publish(changed("tools"));
    expect(wire.waiting).toEqual([]);
  });

  test("tells a part of a resource to who watches the whole, once", async () => {
    const server = serverOf(all, { capabilities });
    const wire = wireTo(server);
    const whole = ["mem://item/1", "mem://item/1/a"];
    await wire.ask(listen(1, { resourceSubscriptions: whole }));
    await wire.ask(listen(2, { resourceSubscriptions: ["mem://item/10"] }));
    await wire.ask(listen(3, { resourceSubscriptions: ["mem://item/"] }));
    server.publish(updated, { uri: "mem://item/1/a" });
    const told = [await wire.next(), await wire.next()];
    expect(told.map((one) => one["params"])).toEqual(
      expect.arrayContaining([
        { uri: "mem://item/1/a", _meta: of(1) },
        { uri: "mem://item/1/a", _meta: of(3) },
      ]),
    );
    await wire.expectSilence();
  });

  test("looks at no resource but the one that changed", async () => {
    let looks = 0;
    const uris = Array.from({ length: 1_000 }, (_, at) => `a:${at}`);
    const watched = new Proxy(uris, {
      get(target, key) {
        looks++;
        return Reflect.get(target, key) as unknown;
      },
    });
    const told: unknown[] = [];
    const listeners = new SubscriptionStreams(true, createMemoryBudget());
    const record = {
      capabilities,
      table: { notifications: {} },
      id: 1,
      signal: new AbortController().signal,
      tell: (_: string, params: unknown) => told.push(params),
    } as unknown as RequestRecord;
    const params = { notifications: { resourceSubscriptions: watched } };
    void listeners.listen(params, record);
    expect(looks).toBeGreaterThan(1_000);
    looks = 0;
    listeners.notify(updated, { uri: "a:999" });
    listeners.notify(updated, { uri: "a:1000" });
    expect([looks, told.length]).toEqual([0, 2]);
  });

  test("forgets what was watched with the stream", async () => {
    const server = serverOf(all, { capabilities });
    const wire = wireTo(server);
    for (const id of [1, 2, 3])
      await wire.ask(listen(id, { resourceSubscriptions: ["a:b"] }));
    for (const id of [2, 1]) wire.send(cancel(id));
    await wire.expectSilence();
    server.publish(updated, { uri: "a:b" });
    expect(await wire.next()).toMatchObject({ params: { _meta: of(3) } });
    wire.send(cancel(3));
    await wire.expectSilence();
    server.publish(updated, { uri: "a:b" });
    await wire.expectSilence();
  });

  test("counts a resource that is named twice once", async () => {
    const wire = wireTo(serverOf(all, { capabilities }));
    const twice = Array.from({ length: 20_000 }, (_, at) => `a:${at >> 1}`);
    expect(
      await wire.ask(listen(1, { resourceSubscriptions: twice })),
    ).toHaveProperty("method");
  });

  test("wants a filter", async () => {
    const wire = wireTo(serverOf(all, { capabilities }));
    for (const params of [{}, { notifications: [] }, { notifications: null }])
      expect(
        await wire.ask(modernRequest(1, "subscriptions/listen", params)),
      ).toMatchObject({ error: { code: -32602 } });
    const broken = { resourceSubscriptions: [5] };
    expect(await wire.ask(listen(1, broken))).toMatchObject({
      error: { code: -32602 },
    });
  });

  test("is bounded", async () => {
    const wire = wireTo(serverOf(all, { capabilities }));
    const many = Array.from({ length: 10_000 }, (_, index) => `a:${index}`);
    await wire.ask(listen("many", { resourceSubscriptions: many }));
    expect(
      await wire.ask(listen("more", { resourceSubscriptions: ["a:b"] })),
    ).toMatchObject({ id: "more", error: { code: -32600 } });
    for (let id = 1; id < 1_000; id++) await wire.ask(listen(id, {}));
    expect(await wire.ask(listen("last", {}))).toMatchObject({
      id: "last",
      error: { code: -32600 },
    });
    wire.send(cancel("many"));
    const again = listen("last", { resourceSubscriptions: many });
    expect(await wire.ask(again)).toHaveProperty("method");
  });

  test("does not exist in a session", async () => {
    const wire = await openWire(serverOf(all, { capabilities }));
    expect(
      await wire.ask(request(1, "subscriptions/listen", { notifications: {} })),
    ).toMatchObject({ error: { code: -32601 } });
  });

  test("is where changes are told: not in answer to other requests", async () => {
    const failed = vi.fn();
    const server = serverOf(all, {
      capabilities,
      handlers: {
        async listTools(_: unknown, { peer }: Context) {
          const { notify } = peer as ReturnType<typeof server.connect>["peer"];
          await notify(changed("tools"), undefined).catch(failed);
          return { tools: [] };
        },
      },
    });
    const wire = wireTo(server);
    expect(await wire.ask(modernRequest(1, "tools/list"))).toMatchObject({
      id: 1,
    });
    expect(failed).toHaveBeenCalledOnce();
  });
});

describe("in a session", () => {
  const subscribe = (id: number, uri: string, method = "subscribe") =>
    request(id, `resources/${method}`, { uri });

  test("changes are told once the client is ready", async () => {
    const server = serverOf(all, { capabilities });
    const wire = wireTo(server);
    server.publish(changed("tools"));
    await wire.ask(initializeAs(newestHandshake));
    server.publish(changed("tools"));
    await wire.expectSilence();
    wire.send(notification("notifications/initialized"));
    await wire.expectSilence();
    server.publish(changed("tools"));
    expect(await wire.next()).toEqual(notification(changed("tools")));
    await wire.expectSilence();
  });

  test("what is not declared is not told", async () => {
    const server = serverOf(all, {
      capabilities: { tools: {}, resources: { listChanged: false } },
    });
    const wire = await openWire(server);
    await wire.expectSilence();
    for (const kind of ["tools", "prompts", "resources"])
      server.publish(changed(kind));
    server.publish(updated, { uri: "a:b" });
    await wire.expectSilence();
  });

  test("what is declared holds for all of it", async () => {
    const server = serverOf(all);
    const wire = await openWire(server);
    const discover = modernRequest(1, "server/discover");
    await wire.expectSilence();
    server.add({
      key: "a",
      collect: () => ({
        add() {},
        remove: () => true,
        handlers: new Map([["tools/list", () => ({ tools: [] })]]),
        capabilities: { tools: { listChanged: true } },
      }),
    });
    server.publish(changed("tools"));
    await wire.expectSilence();
    expect(await wire.ask(request(2, "tools/list"))).toMatchObject({
      result: { tools: [] },
    });
    expect(await wire.ask(discover)).toMatchObject({
      result: { capabilities: { tools: { listChanged: true } } },
    });
  });

  test("resources are told to who subscribed, until it wants no more", async () => {
    const server = serverOf(all, { capabilities });
    const wire = await openWire(server);
    expect(await wire.ask(subscribe(1, "a:b"))).toMatchObject({ result: {} });
    server.publish(updated, { uri: "a:b" });
    server.publish(updated, { uri: "a:c" });
    expect(await wire.next()).toEqual(notification(updated, { uri: "a:b" }));
    await wire.ask(subscribe(2, "a:b", "unsubscribe"));
    server.publish(updated, { uri: "a:b" });
    await wire.expectSilence();
  });

  test("a handler of the user's may refuse a subscription", async () => {
    const handlers = {
      subscribe({ uri }: { uri: string }) {
        if (uri === "a:secret") throw new Error("no");
        return {};
      },
      unsubscribe: () => ({}),
    };
    const server = serverOf(all, { handlers });
    const wire = await openWire(server);
    await wire.ask(subscribe(1, "a:b"));
    expect(await wire.ask(subscribe(2, "a:secret"))).toHaveProperty("error");
    server.publish(updated, { uri: "a:b" });
    server.publish(updated, { uri: "a:secret" });
    expect(await wire.next()).toEqual(notification(updated, { uri: "a:b" }));
    await wire.expectSilence();
  });

  test("without the capability nobody subscribes", async () => {
    const wire = await openWire(serverOf(all));
    expect(await wire.ask(subscribe(1, "a:b"))).toMatchObject({
      error: { code: -32601 },
    });
  });

  test("subscriptions are bounded", async () => {
    const wire = await openWire(serverOf(all, { capabilities }));
    for (let id = 0; id < 10_000; id++)
      await wire.ask(subscribe(id, `a:${id}`));
    expect(await wire.ask(subscribe(-1, "a:b"))).toMatchObject({
      error: { code: -32600 },
    });
    // What it has already is no subscription more.
    expect(await wire.ask(subscribe(-2, "a:7"))).toMatchObject({ result: {} });
  });

  test.each([
    ["a:/b", "a:/b/c", true],
    ["a:/b", "a:/b?c", true],
    ["a:/b", "a:/b#c", true],
    ["a:/b/", "a:/b/c/d", true],
    ["a:/b", "a:/b/", true],
    ["a://b", "a://b/c", true],
    ["a:", "a:b", true],
    ["a:/b", "a:/bc", false],
    ["mem://item/1", "mem://item/10", false],
    ["a:b", "a:b:c", false],
    ["a:/b/c", "a:/b", false],
    ["a:/b/", "a:/b", false],
  ])("who watches %s hears of %s: %s", async (watched, uri, hears) => {
    const server = serverOf(all, { capabilities });
    const [wire, modernWire] = [await openWire(server), wireTo(server)];
    await wire.ask(subscribe(1, watched));
    await modernWire.ask(listen(1, { resourceSubscriptions: [watched] }));
    server.publish(updated, { uri });
    for (const one of [wire, modernWire]) {
      if (hears) expect(await one.next()).toMatchObject({ params: { uri } });
      await one.expectSilence();
    }
  });
});

describe("of two clients", () => {
  async function both(): Promise<[Wire, Wire, ReturnType<typeof serverOf>]> {
    const server = serverOf(all, { capabilities });
    return [await openWire(server), await openWire(server), server];
  }

  test("each hears what it subscribed to, in either lifecycle", async () => {
    const [ada, eve, server] = await both();
    const [adaToo, eveToo] = [wireTo(server), wireTo(server)];
    await ada.ask(request(1, "resources/subscribe", { uri: "a:ada" }));
    await eve.ask(request(1, "resources/subscribe", { uri: "a:eve" }));
    await adaToo.ask(listen("s", { resourceSubscriptions: ["a:ada"] }));
    await eveToo.ask(listen("s", { resourceSubscriptions: ["a:eve"] }));
    server.publish(updated, { uri: "a:ada" });
    expect(await ada.next()).toEqual(notification(updated, { uri: "a:ada" }));
    expect(await adaToo.next()).toEqual(
      notification(updated, { uri: "a:ada", _meta: of("s") }),
    );
    for (const wire of [ada, eve, adaToo, eveToo]) await wire.expectSilence();
  });

  test("one that is gone is told nothing, the other all", async () => {
    const [ada, eve, server] = await both();
    await ada.close();
    await eve.expectSilence();
    server.publish(changed("tools"));
    expect(await eve.next()).toEqual(notification(changed("tools")));
    expect(ada.waiting).toEqual([]);
  });

  test("one cannot end what the other has under the same id", async () => {
    const server = serverOf(all, { capabilities });
    const [ada, eve] = [wireTo(server), wireTo(server)];
    await ada.ask(listen(1, { toolsListChanged: true }));
    eve.send(cancel(1));
    await eve.expectSilence();
    server.publish(changed("tools"));
    expect(await ada.next()).toMatchObject({ method: changed("tools") });
  });
});

test("a server of the stateless revision alone tells changes to streams only", async () => {
  const server = serverOf([modern], { capabilities });
  const wire = wireTo(server);
  server.publish(changed("tools"));
  await wire.expectSilence();
  await wire.ask(listen(1, { toolsListChanged: true }));
  server.publish(changed("tools"));
  expect(await wire.next()).toMatchObject({ params: { _meta: of(1) } });
});
