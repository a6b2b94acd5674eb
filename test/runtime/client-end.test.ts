import { afterEach, describe, expect, test, vi } from "vitest";
import { legacy } from "./client-tables.ts";
import { createScript } from "./script.ts";
import { createClient, openLegacy, openModern } from "./test-client.ts";

afterEach(() => {
  vi.useRealTimers();
});

const call = { name: "a" };

describe("a conversation that is over", () => {
  test("says why, once, and to every later call", async () => {
    const onClose = vi.fn();
    const { client, script } = await openLegacy({ onClose });
    script.die("the server exited with code 7");
    await expect(client.request("tools/call", call)).rejects.toMatchObject({
      kind: "transport",
      message: expect.stringContaining("the server exited with code 7"),
    });
    expect(onClose.mock.calls).toEqual([
      [expect.objectContaining({ message: "the server exited with code 7" })],
    ]);
    await expect(client.request("tools/call", call)).rejects.toMatchObject({
      message: "the server exited with code 7",
    });
  });

  test("has no reason when the user closed it", async () => {
    const onClose = vi.fn();
    const { client } = await openModern({ onClose });
    await client.close();
    expect(onClose.mock.calls).toEqual([[undefined]]);
    await expect(client.request("tools/call", call)).rejects.toMatchObject({
      message: "the client is closed",
    });
  });

  test("ends nothing else when the one who hears of it fails", async () => {
    const onError = vi.fn();
    const failure = new Error("a mistake");
    const onClose = (): void => {
      throw failure;
    };
    const { client } = await openModern({ onClose, onError });
    await client.close();
    expect(onError.mock.calls).toEqual([[failure]]);
  });

  test("is none before it has begun", async () => {
    const client = createClient([legacy("1")]);
    await expect(client.request("tools/call", call)).rejects.toMatchObject({
      message: "the client is not connected",
    });
  });
});

describe("connecting", () => {
  test("takes no longer than it may", async () => {
    vi.useFakeTimers();
    const client = createClient([legacy("1")]);
    const script = createScript();
    const connected = client.connect(script, { timeout: 1_000 });
    const failure = expect(connected).rejects.toMatchObject({
      kind: "timeout",
    });
    await vi.advanceTimersByTimeAsync(1_000);
    await failure;
    expect(script.open).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends with its signal", async () => {
    const client = createClient([legacy("1")]);
    const script = createScript();
    const { signal, abort } = cancelling();
    const connected = client.connect(script, { signal });
    abort();
    await expect(connected).rejects.toMatchObject({ kind: "cancelled" });
    expect(script.open).toBe(false);
  });

  test("cannot be repeated with a transport that is used up", async () => {
    const client = createClient([legacy("1")]);
    const connected = client.connect(createScript(), { restart: {} });
    await expect(connected).rejects.toThrow(
      "restart needs a function that opens the transport",
    );
  });
});

function cancelling(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

test("a server that waits for the client is not silent", async () => {
  let answer = (): void => {};
  const elicit = (): Promise<object> =>
    new Promise((resolve) => (answer = () => resolve({ roots: [] })));
  const { client, script } = await openLegacy({
    handlers: { listRoots: elicit },
  });
  vi.useFakeTimers();
  const ended = vi.fn();
  const called = client.request("tools/call", call, { timeout: 100 });
  called.then(ended, ended);
  await script.next();
  script.receive({ jsonrpc: "2.0", id: "r", method: "roots/list" });
  await vi.advanceTimersByTimeAsync(950);
  expect(ended).not.toHaveBeenCalled();
  answer();
  await vi.advanceTimersByTimeAsync(100);
  expect(ended).toHaveBeenCalledWith(
    expect.objectContaining({ kind: "timeout" }),
  );
});

describe("the log level", () => {
  test("is set in a handshake session", async () => {
    const { client, script } = await openLegacy({}, (message, to) => {
      if (message.method === "logging/setLevel") to.answer(message, {});
    });
    await client.setLogLevel("error");
    expect(await script.next()).toMatchObject({
      method: "logging/setLevel",
      params: { level: "error" },
    });
  });

  test("goes with every later request where there is no session", async () => {
    const { client, script } = await openModern();
    await client.setLogLevel("error");
    const called = client.request("tools/call", call);
    const request = await script.next();
    expect(request.params?.["_meta"]).toMatchObject({
      "io.modelcontextprotocol/logLevel": "error",
    });
    script.answer(request, { content: [] });
    await called;
  });
});
