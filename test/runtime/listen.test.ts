import { afterEach, describe, expect, test, vi } from "vitest";
import type {
  Change,
  Subscription,
} from "../../src/runtime/client/subscriptions/subscription.ts";
import {
  createScript,
  modernServer,
  settle,
  type Script,
  type Sent,
} from "./script.ts";
import {
  createClient,
  openLegacy,
  openModern,
  type Client,
} from "./test-client.ts";
import { modern } from "./client-tables.ts";

afterEach(() => {
  vi.useRealTimers();
});

const subscriptionId = "io.modelcontextprotocol/subscriptionId";
const listChanged = "notifications/tools/list_changed";
const updated = "notifications/resources/updated";

function acknowledge(
  script: Script,
  { id, params }: Sent,
  filter?: object,
): void {
  script.notify("notifications/subscriptions/acknowledged", {
    _meta: { [subscriptionId]: id },
    notifications: filter ?? params?.["notifications"],
  });
}

function tell(script: Script, id: unknown, method: string, params = {}): void {
  script.notify(method, { ...params, _meta: { [subscriptionId]: id } });
}

/** A subscription that the scripted server has acknowledged. */
async function subscribe(
  client: Client,
  script: Script,
  filter: object,
): Promise<{ subscription: Subscription; request: Sent }> {
  const listening = client.listen(filter);
  const request = await script.next();
  acknowledge(script, request);
  return { subscription: await listening, request };
}

function next(subscription: Subscription): Promise<IteratorResult<Change>> {
  return subscription[Symbol.asyncIterator]().next();
}

async function all(subscription: Subscription): Promise<Change[]> {
  const changes: Change[] = [];
  for await (const change of subscription) changes.push(change);
  return changes;
}

describe("listening without a handshake", () => {
  test("is one request, which the server acknowledges", async () => {
    const { client, script } = await openModern();
    const filter = { toolsListChanged: true, resourceSubscriptions: ["a:"] };
    const listening = client.listen(filter);
    const request = await script.next();
    expect(request).toMatchObject({
      method: "subscriptions/listen",
      params: { notifications: filter },
    });
    // Less than was asked for.
    acknowledge(script, request, { toolsListChanged: true });
    expect((await listening).notifications).toEqual({ toolsListChanged: true });
  });

  test("brings the changes, and the handlers hear of them too", async () => {
    const heard: unknown[] = [];
    const { client, script } = await openModern({
      handlers: {
        toolListChanged: (params: unknown) => heard.push(params),
      },
    });
    const { subscription, request } = await subscribe(client, script, {
      toolsListChanged: true,
    });
    const change = next(subscription);
    tell(script, request.id, listChanged);
    expect(await change).toMatchObject({
      done: false,
      value: { method: listChanged },
    });
    expect(heard).toHaveLength(1);
  });

  test("twice brings each what is its own", async () => {
    const { client, script } = await openModern();
    const one = await subscribe(client, script, { toolsListChanged: true });
    const two = await subscribe(client, script, {
      resourceSubscriptions: ["a:"],
    });
    expect(two.request.id).not.toBe(one.request.id);
    tell(script, two.request.id, updated, { uri: "a:" });
    tell(script, one.request.id, listChanged);
    tell(script, String(one.request.id), updated, { uri: "forged" });
    tell(script, undefined, updated, { uri: "forged" });
    script.answer(one.request, {});
    script.answer(two.request, {});
    const methods = async (subscription: Subscription): Promise<string[]> =>
      (await all(subscription)).map(({ method }) => method);
    expect(await methods(one.subscription)).toEqual([listChanged]);
    expect(await methods(two.subscription)).toEqual([updated]);
  });

  test.each([
    [
      "by answering",
      (script: Script, request: Sent) => script.answer(request, {}),
    ],
    [
      "by cancelling",
      (script: Script, { id }: Sent) =>
        script.notify("notifications/cancelled", { requestId: id }),
    ],
  ])("ends well when the server ends it %s", async (_, end) => {
    const { client, script } = await openModern();
    const { subscription, request } = await subscribe(client, script, {
      toolsListChanged: true,
    });
    tell(script, request.id, listChanged);
    end(script, request);
    tell(script, request.id, listChanged);
    expect(await subscription.closed).toBeUndefined();
    expect(await all(subscription)).toHaveLength(1);
    await subscription.close();
    await settle();
    // Nobody has to tell the server what it knows.
    expect(script.sent).toHaveLength(2);
  });

  test("ends when the client wants no more, and the server is told", async () => {
    const { client, script } = await openModern();
    const { subscription, request } = await subscribe(client, script, {
      toolsListChanged: true,
    });
    await subscription.close();
    await subscription.close();
    expect(await script.next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: request.id },
    });
    expect(await subscription.closed).toBeUndefined();
    tell(script, request.id, listChanged);
    expect(await all(subscription)).toEqual([]);
    expect(script.sent).toHaveLength(3);
  });

  test("ends with the reason when the connection breaks", async () => {
    const { client, script } = await openModern();
    const { subscription } = await subscribe(client, script, {
      toolsListChanged: true,
    });
    const waiting = next(subscription);
    script.die("killed");
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await subscription.closed).toMatchObject({
      kind: "transport",
      message: "killed",
    });
    await subscription.close();
  });

  test("ends well when the client is closed", async () => {
    const { client, script } = await openModern();
    const { subscription } = await subscribe(client, script, {
      toolsListChanged: true,
    });
    await client.close();
    expect(await subscription.closed).toBeUndefined();
  });

  test("fails when the server refuses, or ends it at once", async () => {
    const { client, script } = await openModern();
    const refused = client.listen({ toolsListChanged: true });
    script.refuse(await script.next(), { code: -32600, message: "no" });
    await expect(refused).rejects.toMatchObject({ kind: "protocol" });
    const ended = client.listen({ toolsListChanged: true });
    script.answer(await script.next(), {});
    await expect(ended).rejects.toMatchObject({ kind: "invalid" });
  });

  test("fails when nobody acknowledges it, and else never for silence", async () => {
    const { client, script } = await openModern();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const failed = vi.fn();
    client.listen({ toolsListChanged: true }).catch(failed);
    await vi.advanceTimersByTimeAsync(60_001);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ kind: "timeout" });
    await script.next();
    await script.next();
    const { subscription, request } = await subscribe(client, script, {
      toolsListChanged: true,
    });
    await vi.advanceTimersByTimeAsync(10 * 3_600_000);
    tell(script, request.id, listChanged);
    expect(await next(subscription)).toMatchObject({ done: false });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("agrees on another revision where that is needed", async () => {
    let revisions = ["4"];
    const client = createClient([modern("4"), modern("3")]);
    const script = createScript((message, one) =>
      modernServer(revisions, (request) => acknowledge(one, request))(
        message,
        one,
      ),
    );
    await client.connect(script);
    revisions = ["3"];
    const subscription = await client.listen({ toolsListChanged: true });
    const last = script.sent.at(-1);
    tell(script, last?.id, listChanged);
    expect(await next(subscription)).toMatchObject({ done: false });
    expect(client.protocolVersion).toBe("3");
  });
});

describe("listening after a handshake", () => {
  const answerAll = (message: Sent, script: Script): void => {
    if (message.id !== undefined) script.answer(message, {});
  };
  const methodsOf = ({ sent }: Script): unknown[][] =>
    sent.slice(2).map(({ method, params }) => [method, params?.["uri"]]);

  test("subscribes to each resource, and hears of lists anyway", async () => {
    const { client, script } = await openLegacy({}, answerAll);
    const subscription = await client.listen({
      toolsListChanged: true,
      promptsListChanged: true,
      resourceSubscriptions: ["a:", "b:", "a:"],
    });
    expect(methodsOf(script)).toEqual([
      ["resources/subscribe", "a:"],
      ["resources/subscribe", "b:"],
    ]);
    // This server has no prompts.
    expect(subscription.notifications).toEqual({
      toolsListChanged: true,
      resourceSubscriptions: ["a:", "b:", "a:"],
    });
    script.notify(listChanged);
    script.notify(updated, { uri: "a:part" });
    script.notify(updated, { uri: "c:" });
    script.notify("notifications/message", { level: "info", data: 1 });
    await subscription.close();
    expect(await all(subscription)).toEqual([
      { method: listChanged, params: {} },
      { method: updated, params: { uri: "a:part" } },
    ]);
    expect(methodsOf(script).slice(2)).toEqual([
      ["resources/unsubscribe", "a:"],
      ["resources/unsubscribe", "b:"],
    ]);
  });

  test.each([
    ["mem://item/1", "mem://item/1", true],
    ["mem://item/1", "mem://item/10", false],
    ["mem://item/1", "mem://item/1.5", false],
    ["mem://item/1", "mem://item/1/part", true],
    ["mem://item/1", "mem://item/1?page=2", true],
    ["mem://item/1", "mem://item/1#part", true],
    ["mem://item/1", "mem://item/", false],
    ["mem://item/", "mem://item/10", true],
    ["mem://item/1/", "mem://item/1", false],
    ["note:", "note:1", true],
    ["note:1", "note:10", false],
    ["note:1", "another:note:1", false],
    ["", "note:1", false],
  ])("to %s hears of %s: %s", async (watched, uri, isHeard) => {
    const { client, script } = await openLegacy({}, answerAll);
    const subscription = await client.listen({
      resourceSubscriptions: [watched],
    });
    script.notify(updated, { uri });
    await subscription.close();
    expect(await all(subscription)).toEqual(
      isHeard ? [{ method: updated, params: { uri } }] : [],
    );
  });

  test("twice to one resource asks the server once", async () => {
    const { client, script } = await openLegacy({}, answerAll);
    const filter = { resourceSubscriptions: ["a:"] };
    const [one, two] = await Promise.all([
      client.listen(filter),
      client.listen(filter),
    ]);
    script.notify(updated, { uri: "a:" });
    await one.close();
    script.notify(updated, { uri: "a:" });
    expect(methodsOf(script)).toEqual([["resources/subscribe", "a:"]]);
    expect(await all(one)).toHaveLength(1);
    expect(await next(two)).toMatchObject({ done: false });
    const [, three] = await Promise.all([two.close(), client.listen(filter)]);
    expect(methodsOf(script).map(([method]) => method)).toEqual([
      "resources/subscribe",
      "resources/unsubscribe",
      "resources/subscribe",
    ]);
    script.notify(updated, { uri: "a:" });
    expect(await next(three)).toMatchObject({ done: false });
  });

  test("fails as a whole when one resource is refused", async () => {
    const { client, script } = await openLegacy({}, (message, one) => {
      if (message.params?.["uri"] === "bad:")
        one.refuse(message, { code: -32002, message: "no such resource" });
      else answerAll(message, one);
    });
    const filter = { resourceSubscriptions: ["a:", "bad:"] };
    await expect(client.listen(filter)).rejects.toMatchObject({ code: -32002 });
    expect(methodsOf(script)).toEqual([
      ["resources/subscribe", "a:"],
      ["resources/subscribe", "bad:"],
      ["resources/unsubscribe", "a:"],
    ]);
  });

  test("can be closed when the connection is gone", async () => {
    const { client, script } = await openLegacy({}, answerAll);
    const subscription = await client.listen({ resourceSubscriptions: ["a:"] });
    script.die("killed");
    expect(await subscription.closed).toMatchObject({ kind: "transport" });
    await subscription.close();
  });
});

describe("listening without a connection", () => {
  test("fails", async () => {
    const client = createClient([modern("3")]);
    await expect(client.listen({})).rejects.toMatchObject({
      kind: "transport",
    });
  });
});
