import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { buildServer } from "../../src/runtime/server/create-server.ts";
import { legacy, modern } from "./client-tables.ts";
import { createScript, legacyServer, modernServer } from "./script.ts";
import { createClient } from "./test-client.ts";

beforeEach(() => {
  vi.useFakeTimers({
    toFake: [
      "setTimeout",
      "clearTimeout",
      "setInterval",
      "clearInterval",
      "performance",
    ],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const keepAlive = { intervalMs: 1_000, timeoutMs: 300 };
const dead = "the peer has not answered a ping for 300 ms";

test.each([
  [{ intervalMs: 0 }, "keepAlive.intervalMs"],
  [{ intervalMs: NaN }, "keepAlive.intervalMs"],
  [{ intervalMs: 1_000, timeoutMs: -1 }, "keepAlive.timeoutMs"],
])("%o is refused", (bad, name) => {
  const reason = `${name} is a number of milliseconds above 0`;
  const client = (): unknown => createClient([legacy("1")], { keepAlive: bad });
  const server = (): unknown =>
    buildServer(
      [{ table: legacy("1") }],
      { info: { name: "a", version: "1" }, keepAlive: bad },
      () => ({}),
    );
  expect(client).toThrow(reason);
  expect(server).toThrow(reason);
});

describe("a client that keeps its connection alive", () => {
  test("pings, and leaves alone a server that answers, were it with an error", async () => {
    const client = createClient([legacy("1")], { keepAlive });
    const script = createScript(
      legacyServer("1", (message, one) => {
        if (message.method !== "ping") return;
        if (one.sent.length % 2 === 0) one.answer(message, {});
        else one.refuse(message, { code: -32601, message: "what?" });
      }),
    );
    await client.connect(script);
    await vi.advanceTimersByTimeAsync(5_500);
    const pings = script.sent.filter(({ method }) => method === "ping");
    expect(pings).toHaveLength(5);
    expect(script.open).toBe(true);
    await client.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("closes when a ping is not answered in time", async () => {
    const onClose = vi.fn();
    const onError = vi.fn();
    const settings = { keepAlive, onClose, onError };
    const client = createClient([legacy("1")], settings);
    const script = createScript(legacyServer("1"));
    await client.connect(script);
    const lost = expect(
      client.request("tools/call", { name: "a" }),
    ).rejects.toMatchObject({
      kind: "transport",
      message: expect.stringContaining(dead) as string,
    });
    await vi.advanceTimersByTimeAsync(1_299);
    expect(script.open).toBe(true);
    await vi.advanceTimersByTimeAsync(2);
    await lost;
    expect(script.open).toBe(false);
    expect(client.protocolVersion).toBeUndefined();
    for (const heard of [onClose, onError]) {
      expect(heard).toHaveBeenCalledOnce();
      const [error] = heard.mock.calls[0] as [Error];
      expect(error).toMatchObject({ kind: "transport", message: dead });
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not ping where there are no pings, or where it was not asked to", async () => {
    const pinged = createScript(modernServer(["3"]));
    await createClient([modern("3")], { keepAlive }).connect(pinged);
    const silent = createScript(legacyServer("1"));
    await createClient([legacy("1")]).connect(silent);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(pinged.sent).toHaveLength(1);
    expect(silent.sent).toHaveLength(2);
  });
});

describe("a server that keeps its connections alive", () => {
  test("pings once the client is ready, and closes when it is silent", async () => {
    const onError = vi.fn();
    const server = buildServer(
      [{ table: legacy("1") }],
      { info: { name: "s", version: "1" }, keepAlive, onError },
      () => ({}),
    );
    const script = createScript();
    const { closed } = server.connect(script);
    script.receive({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "1", capabilities: {}, clientInfo: {} },
    });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(script.sent).toHaveLength(1);
    script.notify("notifications/initialized");
    await vi.advanceTimersByTimeAsync(1_001);
    const ping = script.sent[1];
    expect(ping).toMatchObject({ method: "ping" });
    if (ping) script.answer(ping, {});
    await vi.advanceTimersByTimeAsync(1_000);
    expect(script.open).toBe(true);
    await vi.advanceTimersByTimeAsync(301);
    expect(script.open).toBe(false);
    await closed;
    expect(onError).toHaveBeenCalledOnce();
    const [error] = onError.mock.calls[0] as [Error];
    expect(error).toMatchObject({ kind: "transport", message: dead });
    expect(vi.getTimerCount()).toBe(0);
  });
});
