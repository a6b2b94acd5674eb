import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
  TransportError,
} from "../../src/runtime/protocol/errors.ts";
import { legacy, modern } from "./client-tables.ts";
import {
  createScript,
  legacyServer,
  settle,
  welcome,
  type Script,
} from "./script.ts";
import {
  createClient,
  openLegacy,
  openModern,
  type Opened,
} from "./test-client.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A client of a server that declares nothing. */
async function openBare(): Promise<Opened> {
  const client = createClient([legacy("1")]);
  const script = createScript((message, { answer }) => {
    if (message.method === "initialize") answer(message, welcome("1", {}));
  });
  await client.connect(script);
  return { client, script };
}

const content: unknown[] = [];
const params = { name: "a" };

/** Hears what is told to `onError`. */
function createTold(): {
  told: InvalidMessageError[];
  onError(error: Error): void;
} {
  const told: InvalidMessageError[] = [];
  return {
    told,
    onError: (error) => told.push(error as InvalidMessageError),
  };
}

describe("an answer", () => {
  test("goes to its own call, whatever the order", async () => {
    const { client, script } = await openLegacy();
    const first = client.request("tools/call", { name: "a" });
    const second = client.request("tools/call", { name: "b" });
    const [a, b] = [await script.next(), await script.next()];
    script.answer(b, { content: ["b"] });
    script.answer(a, { content: ["a"] });
    expect(await first).toEqual({ content: ["a"] });
    expect(await second).toEqual({ content: ["b"] });
  });

  test("of an error rejects with its code and data", async () => {
    const { client, script } = await openLegacy();
    const call = client.request("tools/call", params);
    script.refuse(await script.next(), { code: -1, message: "no", data: 5 });
    await expect(call).rejects.toMatchObject({
      kind: "protocol",
      code: -1,
      message: "no",
      data: 5,
    });
    await expect(call).rejects.toBeInstanceOf(ProtocolError);
  });

  test("is chosen by the request and its resultType; absent is complete", async () => {
    const { client, script } = await openModern();
    const answer = async (result: object): Promise<unknown> => {
      const call = client.request("tools/list", {});
      script.answer(await script.next(), result);
      return call;
    };
    const tools: unknown[] = [];
    expect(await answer({ resultType: "complete", tools })).toBeTruthy();
    expect(await answer({ tools })).toEqual({ resultType: "complete", tools });
    await expect(answer({ resultType: "later", tools })).rejects.toMatchObject({
      kind: "invalid",
      path: ["resultType"],
    });
    // A list cannot ask for input.
    await expect(
      answer({ resultType: "input_required", requestState: "s", tools }),
    ).rejects.toMatchObject({ kind: "invalid" });
    await expect(answer({})).rejects.toMatchObject({
      kind: "invalid",
      path: ["tools"],
    });
  });

  test("of a handshake revision may have any resultType", async () => {
    const { client, script } = await openLegacy();
    const call = client.request("tools/call", params);
    const result = { content, resultType: "input_required" };
    script.answer(await script.next(), result);
    expect(await call).toEqual(result);
    expect(script.sent).toHaveLength(3);
  });

  test("with both a result and an error rejects its call, unanswered", async () => {
    const onError = vi.fn();
    const { client, script } = await openLegacy({ onError });
    const call = client.request("tools/call", params);
    const { id } = await script.next();
    const error = { code: 1, message: "" };
    script.receive({ jsonrpc: "2.0", id, result: {}, error });
    await expect(call).rejects.toBeInstanceOf(InvalidMessageError);
    await settle();
    expect(script.sent).toHaveLength(3);
    expect(onError).toHaveBeenCalledOnce();
  });

  test("with an id of another type, an unknown one or a used one is dropped, and told", async () => {
    const { told, onError } = createTold();
    const { client, script } = await openLegacy({ onError });
    const call = client.request("tools/call", params);
    const { id } = await script.next();
    const wrongs = [`0${id}`, "__proto__", Number(id) + 7];
    const late = { jsonrpc: "2.0", id, result: { content: [2] } };
    const strays = [
      ...wrongs.map((wrong) => ({ ...late, id: wrong })),
      { jsonrpc: "2.0", id: 77, error: { code: 1, message: "" } },
    ];
    for (const stray of strays) script.receive(stray);
    script.receive({ jsonrpc: "2.0", id, result: { content } });
    script.receive(late);
    expect(await call).toEqual({ content });
    expect(told.map(({ value }) => value)).toEqual([...strays, late]);
    for (const error of told)
      expect(error).toMatchObject({ kind: "invalid", path: ["id"] });
    expect(told[1]?.message).toBe(
      'an answer belongs to no call that waits for it: its id is "__proto__"',
    );
  });

  test.each(["null", "{}"])(
    "with the id %s is dropped, and told",
    async (text) => {
      const { told, onError } = createTold();
      const { client, script } = await openLegacy({ onError });
      const call = client.request("tools/call", params);
      const request = await script.next();
      const stray = {
        jsonrpc: "2.0",
        id: JSON.parse(text) as null,
        result: {},
      };
      script.receive(stray);
      script.answer(request, { content });
      expect(await call).toEqual({ content });
      expect(told.at(-1)?.value).toEqual(stray);
    },
  );

  test("whose id is the call's as text is its answer, which is told once", async () => {
    const { told, onError } = createTold();
    const { client, script } = await openLegacy({ onError });
    for (const answer of [
      { result: { content } },
      { error: { code: 7, message: "no" } },
      { result: { content } },
    ]) {
      const call = client.request("tools/call", params);
      const { id } = await script.next();
      script.receive({ jsonrpc: "2.0", id: String(id), ...answer });
      if (answer.error) await expect(call).rejects.toMatchObject({ code: 7 });
      else expect(await call).toEqual({ content });
    }
    const call = client.request("tools/call", params);
    const { id } = await script.next();
    script.receive({ jsonrpc: "2.0", id: String(id), result: 5 });
    await expect(call).rejects.toMatchObject({ kind: "invalid" });
    expect(told).toHaveLength(2);
    expect(told[0]?.message).toMatch(
      /^the server answers with the id "\d+", which is text$/,
    );
  });

  test("to a call that was given up is no matter, once", async () => {
    const { told, onError } = createTold();
    const { client, script } = await openLegacy({ onError });
    const abort = new AbortController();
    const call = client.request("tools/call", params, { signal: abort.signal });
    const request = await script.next();
    abort.abort();
    await expect(call).rejects.toMatchObject({ kind: "cancelled" });
    script.answer(request, { content });
    expect(told).toHaveLength(0);
    script.answer(request, { content });
    expect(told).toHaveLength(1);
  });

  test("that comes after the time is over is dropped", async () => {
    const { client, script } = await openLegacy();
    const call = client.request("tools/call", params, { timeout: 5 });
    const request = await script.next();
    await expect(call).rejects.toBeInstanceOf(TimeoutError);
    const { method, params: told } = await script.next();
    expect([method, told?.["requestId"]]).toEqual([
      "notifications/cancelled",
      request.id,
    ]);
    script.answer(request, { content });
    await settle();
    expect(script.sent).toHaveLength(4);
  });
});

describe("what cannot be sent", () => {
  test("is a call of what the server does not declare", async () => {
    const { client, script } = await openBare();
    const call = client.request("tools/call", params);
    await expect(call).rejects.toMatchObject({
      kind: "protocol",
      message: 'tools/call: the server does not declare "tools"',
    });
    expect(script.sent).toHaveLength(2);
  });

  test("is a method that the revision lacks, or that only servers call", async () => {
    // Other revisions have the one method, and an option leaves them out.
    const newer = modern("2");
    const tables = [
      { ...newer, requests: { ...newer.requests, "acme/new": {} as never } },
      legacy("1"),
    ];
    const client = createClient(tables, { revisions: ["1"] });
    const script = createScript(legacyServer("1"));
    await client.connect(script);
    for (const method of ["acme/new", "roots/list"])
      await expect(client.request(method, {})).rejects.toMatchObject({
        kind: "protocol",
        code: -32601,
        message: `${method} is no request to a server in 1`,
      });
    await expect(
      client.notify("notifications/message", {}),
    ).rejects.toMatchObject({ kind: "protocol" });
    expect(script.sent).toHaveLength(2);
  });

  test("is a notification of what the client does not declare", async () => {
    const { client, script } = await openLegacy();
    await expect(
      client.notify("notifications/roots/list_changed", undefined),
    ).rejects.toThrow('this client does not declare "roots.listChanged"');
    expect(script.sent).toHaveLength(2);
  });

  test("is what is no object, or has no JSON form", async () => {
    const { client, script } = await openLegacy();
    vi.useFakeTimers();
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    for (const wrong of [5, "a", [], null, cycle, { name: 5n }])
      await expect(client.request("tools/call", wrong)).rejects.toMatchObject({
        kind: "invalid",
        path: ["params"],
      });
    for (const wrong of [5, cycle])
      await expect(
        client.notify("notifications/cancelled", wrong),
      ).rejects.toMatchObject({ kind: "invalid", path: ["params"] });
    expect(script.sent).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a connection that closes", () => {
  test("rejects what waits, and what comes after", async () => {
    const { client, script } = await openLegacy();
    vi.useFakeTimers();
    const call = client.request("tools/call", params);
    await script.next();
    script.die("killed");
    await expect(call).rejects.toBeInstanceOf(TransportError);
    await expect(call).rejects.toMatchObject({
      kind: "transport",
      message: "the connection broke: killed",
    });
    await expect(client.request("ping", undefined)).rejects.toMatchObject({
      kind: "transport",
      message: "killed",
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is one whose server will say no more", async () => {
    const { client, script } = await openLegacy();
    const call = client.request("tools/call", params);
    await script.next();
    script.end();
    await expect(call).rejects.toMatchObject({ kind: "transport" });
    expect(script.open).toBe(false);
    expect(client.protocolVersion).toBeUndefined();
  });

  test("does not wait for what the client was still to answer", async () => {
    const listRoots = vi.fn(() => new Promise(() => {}));
    const { script } = await openLegacy({ handlers: { listRoots } });
    script.receive({ jsonrpc: "2.0", id: "s", method: "roots/list" });
    expect(listRoots).toHaveBeenCalledOnce();
    script.end();
    await settle();
    expect(script.open).toBe(false);
  });
});

describe("ids", () => {
  test("are never used again, also on the next connection", async () => {
    const { client, script } = await openLegacy();
    script.die();
    await settle();
    const second = createScript(legacyServer("1"));
    await client.connect(second);
    void client.request("ping", undefined).catch(() => {});
    await settle();
    const idsOf = (sent: readonly { id?: number | string }[]): unknown[] =>
      sent.map(({ id }) => id).filter((id) => id !== undefined);
    const ids = [...idsOf(script.sent), ...idsOf(second.sent)];
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
  });
});

describe("an invalid message", () => {
  const line = `{"text": "secret ${"x".repeat(200)}`;

  test.each<[string, unknown, (script: Script) => void]>([
    [
      "of a broken form",
      { jsonrpc: "2.0", id: 7 },
      (script) => script.receive({ jsonrpc: "2.0", id: 7 }),
    ],
    ["in a batch", [1, 2], (script) => script.receive([1, 2])],
  ])("%s is told with what came", async (_, value, send) => {
    const { told, onError } = createTold();
    const { script } = await openLegacy({ onError });
    send(script);
    expect(told).toMatchObject([{ kind: "invalid" }]);
    expect(told[0]?.value).toEqual(value);
  });

  test("that is a line of no JSON is told with its text, which is not printed", async () => {
    const { told, onError } = createTold();
    const script = createScript(legacyServer("1"));
    const client = createClient([legacy("1")], { onError });
    let hear: ((reason: string, text: string) => void) | undefined;
    await client.connect({
      ...script,
      start(receiver) {
        hear = (reason, text) => receiver.unreadable(reason, text);
        script.start(receiver);
      },
    });
    hear?.("a line is not JSON", line);
    expect(told[0]?.value).toBe(line);
    expect(inspect(told[0])).not.toContain("secret");
    expect(JSON.stringify(told[0])).not.toContain("secret");
  });

  test("that answers a call rejects it with what came", async () => {
    const { client, script } = await openLegacy();
    const call = client.request("tools/call", params);
    const result = { resultType: "what", other: 1 };
    script.answer(await script.next(), result);
    await expect(call).rejects.toMatchObject({
      kind: "invalid",
      value: result,
    });
  });

  test("of the client's own is refused with it", async () => {
    const { client } = await openLegacy();
    const own = { name: "a", arguments: { big: 1n } };
    await expect(client.request("tools/call", own)).rejects.toMatchObject({
      kind: "invalid",
      value: { params: own },
    });
  });
});
