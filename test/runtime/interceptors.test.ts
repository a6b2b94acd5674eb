import { describe, expect, test, vi } from "vitest";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import { metaOf } from "../../src/runtime/protocol/message.ts";
import { recorder } from "./recorder.ts";
import {
  all,
  batching,
  cancel,
  clientInfo,
  handshakes,
  initializeAs,
  modern,
  modernRequest,
  notification,
  request,
  serverOf,
} from "./revisions.ts";
import { call, done, modernCall, serverWith } from "./tool-server.ts";
import { createWire, openWire, settle, wireAs, wireTo } from "./wire.ts";

describe("an interceptor", () => {
  test("sees a call of the stateless lifecycle, and its result", async () => {
    const log = recorder();
    const server = serverWith(() => done, { interceptors: [log] });
    await wireAs(server, "ann").ask(modernCall);
    expect(log.seen).toHaveLength(1);
    const [{ call, outcome } = {}] = log.seen;
    expect({ ...call }).toEqual({
      direction: "incoming",
      method: "tools/call",
      name: "a",
      id: 1,
      params: modernCall["params"],
      meta: metaOf(modernCall["params"]),
      principal: "ann",
      auth: undefined,
      protocolVersion: modern,
      peerInfo: clientInfo,
      via: undefined,
      origin: undefined,
      within: undefined,
    });
    expect(outcome).toMatchObject({ kind: "result", result: done });
    expect(outcome?.durationMs).toBeGreaterThanOrEqual(0);
  });

  test.each(handshakes)("sees the handshake of %s", async (revision) => {
    const log = recorder();
    const server = serverOf(all, { interceptors: [log] });
    const wire = wireTo(server);
    await wire.ask(initializeAs(revision));
    wire.send(notification("notifications/initialized"));
    await wire.ask(request(1, "ping"));
    expect(log.kinds()).toEqual(["initialize result", "ping result"]);
    expect(log.seen.map(({ call }) => ({ ...call }))).toMatchObject([
      { protocolVersion: revision, peerInfo: clientInfo, name: undefined },
      { protocolVersion: revision, peerInfo: clientInfo, name: undefined },
    ]);
  });

  test.each([
    ["prompts/get", { name: "greet" }, "greet"],
    ["resources/read", { uri: "a:b" }, "a:b"],
    ["tools/list", { name: "not one" }, undefined],
    ["tools/call", { name: 3 }, undefined],
  ])("of %s with %j is told the name %j", async (method, params, name) => {
    const log = recorder();
    const wire = wireTo(serverOf(all, { interceptors: [log] }));
    await wire.ask(modernRequest(1, method, params));
    expect(log.seen.map(({ call }) => call.name)).toEqual([name]);
  });

  test("sees what the transport's authorization found", async () => {
    const log = recorder();
    const server = serverWith(() => done, { interceptors: [log] });
    const [near, far] = createMemoryPair();
    const auth = { scopes: ["read"] };
    server.connect(Object.assign(far, { auth }));
    await createWire(near).ask(modernCall);
    expect(log.seen.map(({ call }) => call.auth)).toEqual([auth]);
  });

  test("sees requests that are refused, each once", async () => {
    const log = recorder();
    const before = vi.fn();
    const server = serverWith(() => done, {
      interceptors: [log, { before }],
    });
    const wire = wireTo(server);
    await wire.ask(modernRequest(1, "tools/dance"));
    await wire.ask(modernRequest(2, "tools/call", {}));
    await wire.ask(request(3, "tools/call", { name: "a" }));
    expect(log.seen.map(({ call, outcome }) => [call.id, outcome])).toEqual([
      [1, failed(-32601)],
      [2, failed(-32602)],
      [3, failed(-32600)],
    ]);
    expect(log.seen.map(({ call }) => call.protocolVersion)).toEqual([
      modern,
      modern,
      undefined,
    ]);
    // The last is refused before there is anything to be asked of.
    expect(before.mock.calls.map(([call]) => call.id)).toEqual([1, 2]);
  });

  test("sees the request whose id is in use", async () => {
    const log = recorder();
    const server = serverWith(() => new Promise(() => {}), {
      interceptors: [log],
    });
    const wire = wireTo(server);
    wire.send(modernCall);
    await wire.ask(modernCall);
    expect(log.seen.map(({ outcome }) => outcome)).toEqual([failed(-32600)]);
  });

  test("sees what a handler threw, which the client is not told", async () => {
    const log = recorder();
    const broken = new Error("secret");
    const server = serverWith(() => Promise.reject(broken), {
      interceptors: [log],
    });
    const { error } = await wireTo(server).ask(modernCall);
    expect(error).toEqual({ code: -32603, message: "Internal error" });
    expect(log.seen.map(({ outcome }) => outcome)).toMatchObject([
      { kind: "error", error: broken },
    ]);
  });

  test("sees an answer that has no JSON form as an error", async () => {
    const log = recorder();
    const server = serverWith(() => ({ content: [], size: 1n }), {
      interceptors: [log],
    });
    await wireTo(server).ask(modernCall);
    expect(log.kinds()).toEqual(["tools/call error"]);
  });

  test("sees a cancellation when it comes, and nothing after it", async () => {
    const log = recorder();
    let finish = (_: unknown): void => {};
    const server = serverWith(
      () => new Promise((resolve) => (finish = resolve)),
      {
        interceptors: [log],
      },
    );
    const wire = await openWire(server);
    wire.send(call);
    wire.send(cancel(1, "enough"));
    await settle();
    expect(log.seen.at(-1)?.outcome).toMatchObject({
      kind: "cancelled",
      error: { message: "enough" },
    });
    finish(done);
    await wire.expectSilence();
    expect(log.kinds()).toEqual(["initialize result", "tools/call cancelled"]);
  });

  test("sees the calls of a client that is gone as cancelled", async () => {
    const log = recorder();
    const server = serverWith(() => new Promise(() => {}), {
      interceptors: [log],
    });
    const wire = wireTo(server);
    wire.send(modernCall);
    await settle();
    await wire.close();
    await settle();
    expect(log.kinds()).toEqual(["tools/call cancelled"]);
  });

  test("sees each request of a batch", async () => {
    const log = recorder();
    const server = serverWith(() => done, { interceptors: [log] });
    const wire = await openWire(server, batching);
    const other = request(2, "tools/call", { name: "b" });
    await wire.ask([call, notification("notifications/initialized"), other]);
    expect(log.seen.map(({ call }) => call.name)).toEqual([
      undefined,
      "a",
      "b",
    ]);
  });

  test("sees how long a call took", async () => {
    const log = recorder();
    const slow = (): Promise<unknown> =>
      new Promise((resolve) => setTimeout(resolve, 30, done));
    const server = serverWith(slow, { interceptors: [log] });
    const began = performance.now();
    await wireTo(server).ask(modernCall);
    const whole = performance.now() - began;
    expect(log.seen[0]?.outcome.durationMs).toBeGreaterThan(25);
    expect(log.seen[0]?.outcome.durationMs).toBeLessThanOrEqual(whole);
  });
});

test("notifications are no calls", async () => {
  const before = vi.fn();
  const after = vi.fn();
  const server = serverOf(all, { interceptors: [{ before, after }] });
  const wire = await openWire(server);
  wire.send(notification("notifications/roots/list_changed"));
  await settle();
  expect(before.mock.calls.map(([{ method }]) => method)).toEqual([
    "initialize",
  ]);
  expect(after).toHaveBeenCalledOnce();
});

function failed(code: number): unknown {
  return {
    kind: "error",
    error: expect.objectContaining({ code }),
    durationMs: expect.any(Number),
  };
}
