import { afterEach, describe, expect, test, vi } from "vitest";
import {
  at,
  call,
  legacyOne,
  methodsOf,
  modernOne,
  serve,
  start,
  subscriptionId,
  type React,
} from "./restarts.ts";
import { legacyServer, modernServer, settle } from "./script.ts";

afterEach(() => {
  vi.useRealTimers();
});

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
    expect(await again).toMatchObject({ content: [] });
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

  type ServerOf = (rest: React) => React;
  const eras: readonly [string, string, ServerOf][] = [
    [
      "without a handshake",
      "subscriptions/listen",
      (rest) => modernServer(["3"], rest),
    ],
    [
      "after a handshake",
      "resources/subscribe",
      (rest) => legacyServer("2", rest),
    ],
  ];
  const some = { resourceSubscriptions: ["a:", "b:"] };

  test.each(eras)(
    "and refuses a subscription now ends that alone, %s",
    async (_, method, serverOf) => {
      const refusing = serverOf((message, script) => {
        const no = { code: -32600, message: "no" };
        if (message.method === method) script.refuse(message, no);
        else serve(message, script);
      });
      const told: string[] = [];
      const { client, scripts } = await start(
        [serverOf(serve), refusing],
        { delayMs: 0 },
        { onError: ({ message }) => void told.push(message) },
      );
      const subscription = await client.listen(some);
      at(scripts, 0).die();
      await settle();
      expect(await client.request("tools/call", call)).toMatchObject({
        content: [],
      });
      // A loop over the changes only ends.
      expect(told).toEqual(["changes are told no more: no"]);
      expect(await subscription.closed).toMatchObject({
        kind: "protocol",
        message: "no",
      });
    },
  );

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

  test.each(eras)(
    "while it is asked for subscriptions is started once more, %s",
    async (_, method, serverOf) => {
      const half = serverOf((message, script) =>
        message.method === method
          ? script.die("crash")
          : serve(message, script),
      );
      const whole = serverOf(serve);
      const { client, scripts } = await start([whole, half, whole], {
        delayMs: 20,
      });
      const subscription = await client.listen(some);
      at(scripts, 0).die();
      await settle();
      await client.request("tools/call", call);
      expect(scripts).toHaveLength(3);
      const third = at(scripts, 2);
      const { id } = third.sent.find((one) => one.method === method) ?? {};
      const params = { uri: "b:", _meta: { [subscriptionId]: id } };
      third.notify("notifications/resources/updated", params);
      expect(await subscription[Symbol.asyncIterator]().next()).toMatchObject({
        value: { params: { uri: "b:" } },
      });
      await subscription.close();
      expect(await subscription.closed).toBeUndefined();
    },
  );
});
