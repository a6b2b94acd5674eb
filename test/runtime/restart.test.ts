import { afterEach, describe, expect, test, vi } from "vitest";
import type { ClientSettings } from "../../src/runtime/client.ts";
import { legacy, modern } from "./client-tables.ts";
import {
  createScript,
  legacyServer,
  modernServer,
  settle,
  type Script,
  type Sent,
} from "./script.ts";
import { createClient, type Client } from "./test-client.ts";

afterEach(() => {
  vi.useRealTimers();
});

type React = (message: Sent, script: Script) => void;

const both = [modern("3"), legacy("2")];
const subscriptionId = "io.modelcontextprotocol/subscriptionId";

/** Answers what these tests ask a server of either kind. */
const serve: React = (message, script) => {
  const { id, method, params } = message;
  if (method === "subscriptions/listen")
    return script.notify("notifications/subscriptions/acknowledged", {
      _meta: { [subscriptionId]: id },
      notifications: params?.["notifications"],
    });
  if (method === "tools/call" && params?.["name"] === "silent") return;
  if (id !== undefined) script.answer(message, { content: [] });
};

/** A client whose server is started again; `servers` says how each behaves. */
async function start(
  servers: readonly React[],
  restart: object | "never" = { attempts: 3, delayMs: 100 },
  settings: Partial<ClientSettings> = {},
): Promise<{ client: Client; scripts: Script[] }> {
  const scripts: Script[] = [];
  const client = createClient(both, settings);
  const last = servers.at(-1);
  const open = (): Script => {
    const script = createScript(servers[scripts.length] ?? last);
    scripts.push(script);
    return script;
  };
  await client.connect(open, restart === "never" ? {} : { restart });
  return { client, scripts };
}

function at(scripts: readonly Script[], index: number): Script {
  const script = scripts[index];
  if (!script) throw new Error(`there is no server ${index}`);
  return script;
}

function methodsOf({ sent }: Script): unknown[] {
  return sent.map(({ method }) => method);
}

const modernOne = modernServer(["3"], serve);
const legacyOne = legacyServer("2", serve);
const dying: React = (_, script) => script.die("crash");
const call = { name: "a" };

describe("a server that died", () => {
  test("is started again; what waited fails, and what comes waits", async () => {
    const { client, scripts } = await start([modernOne]);
    vi.useFakeTimers();
    const lost = client.request("tools/call", { name: "silent" });
    const failure = vi.fn();
    // At once, and not when the client has had time to see what happened.
    const again = lost.catch((error: unknown) => {
      failure(error);
      return client.request("tools/call", call);
    });
    await at(scripts, 0).next();
    at(scripts, 0).die("killed");
    await vi.advanceTimersByTimeAsync(99);
    expect(failure.mock.calls[0]?.[0]).toMatchObject({ kind: "transport" });
    expect(scripts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await again).toEqual({ content: [] });
    expect(scripts).toHaveLength(2);
    expect(client.protocolVersion).toBe("3");
  });

  test("is not started again where nobody asked for it", async () => {
    const { client, scripts } = await start([modernOne], "never");
    vi.useFakeTimers();
    at(scripts, 0).die("killed");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(scripts).toHaveLength(1);
    await expect(client.request("tools/call", call)).rejects.toMatchObject({
      kind: "transport",
    });
  });

  test("is spoken to in the revision it spoke before", async () => {
    const { client, scripts } = await start([legacyOne], { delayMs: 0 });
    at(scripts, 0).die();
    await settle();
    await client.request("tools/call", call);
    expect(methodsOf(at(scripts, 0))[0]).toBe("server/discover");
    expect(methodsOf(at(scripts, 1))).toEqual([
      "initialize",
      "notifications/initialized",
      "tools/call",
    ]);
  });

  test("and came back as another is asked anew", async () => {
    const { client, scripts } = await start([legacyOne, modernOne], {
      delayMs: 0,
    });
    at(scripts, 0).die();
    await settle();
    await client.request("tools/call", call);
    expect(client.protocolVersion).toBe("3");
    expect(methodsOf(at(scripts, 1)).slice(0, 2)).toEqual([
      "initialize",
      "server/discover",
    ]);
  });

  test("and came back older is asked anew too", async () => {
    const { client, scripts } = await start([modernOne, legacyOne], {
      delayMs: 0,
    });
    at(scripts, 0).die();
    await settle();
    await client.request("tools/call", call);
    expect(client.protocolVersion).toBe("2");
    expect(scripts).toHaveLength(3);
  });

  test("gets ids that no server before it has seen", async () => {
    const { client, scripts } = await start([modernOne], { delayMs: 0 });
    await client.request("tools/call", call);
    at(scripts, 0).die();
    await settle();
    await client.request("tools/call", call);
    const ids = scripts.flatMap(({ sent }) => sent.map(({ id }) => id));
    expect(new Set(ids).size).toBe(4);
  });

  test("is told the level of log messages again", async () => {
    const { client, scripts } = await start(
      [legacyOne],
      { delayMs: 0 },
      { logLevel: "error" },
    );
    at(scripts, 0).die();
    await settle();
    await client.request("tools/call", call);
    expect(at(scripts, 1).sent[2]).toMatchObject({
      method: "logging/setLevel",
      params: { level: "error" },
    });
  });

  test.each([
    ["without a handshake", modernOne, "subscriptions/listen"],
    ["after a handshake", legacyOne, "resources/subscribe"],
  ])("is asked for the subscriptions again, %s", async (_, server, method) => {
    const { client, scripts } = await start([server], { delayMs: 0 });
    const subscription = await client.listen({ resourceSubscriptions: ["a:"] });
    const closed = await client.listen({ resourceSubscriptions: ["b:"] });
    await closed.close();
    at(scripts, 0).die();
    await settle();
    await client.request("tools/call", call);
    const second = at(scripts, 1);
    expect(methodsOf(second).filter((one) => one === method)).toHaveLength(1);
    const { id } = second.sent.find((one) => one.method === method) ?? {};
    const params = { uri: "a:", _meta: { [subscriptionId]: id } };
    second.notify("notifications/resources/updated", params);
    expect(await subscription[Symbol.asyncIterator]().next()).toMatchObject({
      value: { params: { uri: "a:" } },
    });
    await client.close();
    expect(await subscription.closed).toBeUndefined();
  });

  test("and refuses a subscription now ends that alone", async () => {
    const refusing = modernServer(["3"], (message, script) => {
      if (message.method === "subscriptions/listen")
        script.refuse(message, { code: -32600, message: "no" });
      else serve(message, script);
    });
    const { client, scripts } = await start([modernOne, refusing], {
      delayMs: 0,
    });
    const subscription = await client.listen({ toolsListChanged: true });
    at(scripts, 0).die();
    await settle();
    expect(await client.request("tools/call", call)).toEqual({ content: [] });
    expect(await subscription.closed).toMatchObject({ message: "no" });
  });

  test("is not asked for a subscription that nobody has got", async () => {
    const silent = modernServer(["3"]);
    const { client, scripts } = await start([silent, modernOne], {
      delayMs: 0,
    });
    const listening = client.listen({ toolsListChanged: true });
    await settle();
    at(scripts, 0).die();
    await expect(listening).rejects.toMatchObject({ kind: "transport" });
    await client.request("tools/call", call);
    expect(methodsOf(at(scripts, 1))).not.toContain("subscriptions/listen");
  });

  test("is told when a subscription is closed while it is asked for it", async () => {
    const { client, scripts } = await start([modernOne, modernServer(["3"])], {
      delayMs: 0,
    });
    const subscription = await client.listen({ toolsListChanged: true });
    at(scripts, 0).die();
    while (!scripts[1]?.sent[1]) await settle();
    const second = at(scripts, 1);
    await subscription.close();
    const request = second.sent[1] ?? {};
    expect(request.method).toBe("subscriptions/listen");
    serve(request, second);
    await settle();
    expect(second.sent[2]).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: request.id },
    });
    await client.close();
  });

  test("while it is asked for subscriptions is started once more", async () => {
    const half = modernServer(["3"], (message, script) =>
      message.method === "subscriptions/listen"
        ? script.die("crash")
        : serve(message, script),
    );
    const { client, scripts } = await start([modernOne, half, modernOne], {
      delayMs: 20,
    });
    const subscription = await client.listen({ toolsListChanged: true });
    at(scripts, 0).die();
    await settle();
    await client.request("tools/call", call);
    expect(scripts).toHaveLength(3);
    expect(methodsOf(at(scripts, 2))).toContain("subscriptions/listen");
    await subscription.close();
  });
});

describe("a server that answers no ping", () => {
  test("is started again like one that died", async () => {
    vi.useFakeTimers({
      toFake: [
        "setTimeout",
        "clearTimeout",
        "setInterval",
        "clearInterval",
        "performance",
      ],
    });
    const silent = legacyServer("2");
    const { client, scripts } = await start(
      [silent, legacyOne],
      { delayMs: 100 },
      { keepAlive: { intervalMs: 1_000, timeoutMs: 200 } },
    );
    await vi.advanceTimersByTimeAsync(1_301);
    expect(scripts).toHaveLength(2);
    expect(await client.request("tools/call", call)).toEqual({ content: [] });
    await client.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("starting again", () => {
  test("is given up after so many attempts, each after twice the time", async () => {
    const onError = vi.fn();
    const { client, scripts } = await start(
      [legacyOne, dying],
      { attempts: 3, delayMs: 100 },
      { onError },
    );
    const times: number[] = [];
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const subscription = await client.listen({ toolsListChanged: true });
    at(scripts, 0).die("killed");
    await settle();
    const waiting = client.request("tools/call", call);
    const rejected = expect(waiting).rejects.toMatchObject({
      kind: "transport",
    });
    let count = scripts.length;
    for (let time = 0; time <= 2_000; time += 10) {
      await vi.advanceTimersByTimeAsync(10);
      if (scripts.length > count) times.push(time + 10);
      count = scripts.length;
    }
    await rejected;
    expect(times).toEqual([100, 300, 700]);
    expect(await subscription.closed).toMatchObject({ kind: "transport" });
    expect(onError).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends also for a server that starts well and dies again and again", async () => {
    const { client, scripts } = await start(
      [modernOne],
      { attempts: 2, delayMs: 1 },
      { onError() {} },
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    for (let round = 0; round < 5; round++) {
      scripts.at(-1)?.die("crash");
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(scripts).toHaveLength(3);
    await expect(client.request("tools/call", call)).rejects.toMatchObject({
      kind: "transport",
    });
  });

  test("begins to count anew for a server that has lived for a while", async () => {
    const { client, scripts } = await start([modernOne], {
      attempts: 1,
      delayMs: 1,
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    for (let round = 0; round < 3; round++) {
      await vi.advanceTimersByTimeAsync(61_000);
      scripts.at(-1)?.die("crash");
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(scripts).toHaveLength(4);
    expect(await client.request("tools/call", call)).toEqual({ content: [] });
  });

  test("ends when the client is closed: while it waits, and while it connects", async () => {
    for (const wait of [0, 150]) {
      vi.useRealTimers();
      const { client, scripts } = await start([modernOne, () => {}]);
      vi.useFakeTimers({
        toFake: ["setTimeout", "clearTimeout", "performance"],
      });
      at(scripts, 0).die();
      await settle();
      const waiting = client.request("tools/call", call);
      const rejected = expect(waiting).rejects.toMatchObject({
        kind: "transport",
      });
      await vi.advanceTimersByTimeAsync(wait);
      await client.close();
      await rejected;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(scripts).toHaveLength(wait === 0 ? 1 : 2);
      expect(scripts.every(({ open }) => !open)).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  test("does not outlive the client: it can connect to another server at once", async () => {
    const { client, scripts } = await start([modernOne]);
    at(scripts, 0).die();
    await settle();
    await client.close();
    await client.connect(createScript(legacyOne));
    expect(client.protocolVersion).toBe("2");
    await client.close();
  });
});

describe("a call that waits for a server to start again", () => {
  test("can be cancelled", async () => {
    const { client, scripts } = await start([modernOne], { delayMs: 10_000 });
    at(scripts, 0).die();
    await settle();
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = client.request("tools/call", call, { signal });
    controller.abort("enough");
    await expect(waiting).rejects.toMatchObject({ kind: "cancelled" });
    await expect(
      client.request("tools/call", call, { signal }),
    ).rejects.toMatchObject({ kind: "cancelled" });
    await client.close();
  });

  test("waits no longer than it may", async () => {
    const { client, scripts } = await start([modernOne], { delayMs: 10_000 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    at(scripts, 0).die();
    await settle();
    const failed = vi.fn();
    client.request("tools/call", call, { timeout: 50 }).catch(failed);
    await vi.advanceTimersByTimeAsync(51);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ kind: "timeout" });
    await client.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
