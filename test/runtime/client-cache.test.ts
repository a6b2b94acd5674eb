import { afterEach, describe, expect, test, vi } from "vitest";
import * as d2025nov from "../../generated/2025-11-25/dispatch.ts";
import * as d2026 from "../../generated/2026-07-28/dispatch.ts";
import type { ClientSettings } from "../../src/runtime/client/create-client.ts";
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

interface Served {
  readonly client: Client;
  readonly script: Script;
  /** How often the server was asked for a list or a resource. */
  asked(): number;
}

interface Hints {
  readonly ttlMs?: number;
  readonly cacheScope?: string;
  /** What else the server says. */
  readonly more?: object;
}

/** A client of a server that numbers its answers. */
async function serve(
  cache: ClientSettings["cache"],
  hints: Hints | ((request: Sent) => Hints) = {},
  settings: Partial<ClientSettings> = {},
): Promise<Served> {
  const { clientProtocol: table, revision } = d2026;
  let asked = 0;
  const answer = (request: Sent, script: Script): void => {
    if (request.id === undefined) return;
    asked++;
    const told = typeof hints === "function" ? hints(request) : hints;
    const { ttlMs = 60_000, cacheScope = "private", more } = told;
    script.answer(request, {
      resultType: "complete",
      ttlMs,
      cacheScope,
      tools: [],
      resources: [],
      contents: [],
      content: [],
      asked,
      ...more,
    });
  };
  const client = createClient([table], {
    ...(cache !== undefined && { cache }),
    ...settings,
  });
  const script = createScript(modernServer([revision], answer));
  await client.connect(script);
  return { client, script, asked: () => asked };
}

const list = (client: Client, params?: object, options?: object) =>
  client.request("tools/list", params, options) as Promise<{ asked: number }>;
const read = (client: Client, uri: string) =>
  client.request("resources/read", { uri }) as Promise<{ asked: number }>;

describe("a client with a cache", () => {
  test("asks once, for each method and its params", async () => {
    const { client, asked } = await serve(true);
    const first = await list(client);
    expect(await list(client)).toEqual(first);
    expect(await list(client, {})).toEqual(first);
    expect(asked()).toBe(1);
    await list(client, { cursor: "2" });
    await client.request("resources/list", undefined);
    await read(client, "a:1");
    await read(client, "a:2");
    expect(asked()).toBe(5);
    await read(client, "a:1");
    expect(asked()).toBe(5);
  });

  test("is not the default", async () => {
    const { client, asked } = await serve(undefined);
    await list(client);
    await list(client);
    expect(asked()).toBe(2);
  });

  test("asks again when the time is over, and not before", async () => {
    vi.useFakeTimers();
    const { client, asked } = await serve(true, { ttlMs: 1_000 });
    await list(client);
    vi.advanceTimersByTime(999);
    await list(client);
    expect(asked()).toBe(1);
    vi.advanceTimersByTime(1);
    await list(client);
    expect(asked()).toBe(2);
  });

  test("keeps nothing that is stale at once", async () => {
    const { client, asked } = await serve(true, { ttlMs: 0 });
    await list(client);
    await list(client);
    expect(asked()).toBe(2);
  });

  test("gives everybody a result of their own", async () => {
    const { client } = await serve(true);
    const first = await list(client);
    first.asked = 99;
    const second = await list(client);
    expect(second.asked).toBe(1);
    second.asked = 98;
    expect((await list(client)).asked).toBe(1);
  });

  test("asks when told to, and keeps what it gets", async () => {
    const { client, asked } = await serve(true);
    await list(client);
    expect(await list(client, {}, { cache: "reload" })).toMatchObject({
      asked: 2,
    });
    expect(await list(client)).toMatchObject({ asked: 2 });
    expect(asked()).toBe(2);
  });

  test("still rejects a call that is cancelled", async () => {
    const { client } = await serve(true);
    await list(client);
    const options = { signal: AbortSignal.abort() };
    await expect(list(client, {}, options)).rejects.toMatchObject({
      kind: "cancelled",
    });
  });

  test("drops lists of a kind, and no other, when the server tells of a change", async () => {
    const { client, script, asked } = await serve(true);
    await list(client);
    await client.request("resources/list", undefined);
    script.notify("notifications/tools/list_changed");
    await settle();
    await list(client);
    expect(asked()).toBe(3);
    await client.request("resources/list", undefined);
    expect(asked()).toBe(3);
  });

  test("drops a resource when it or a part of it was updated", async () => {
    const { client, script, asked } = await serve(true);
    await read(client, "a:dir/");
    await read(client, "a:other");
    await read(client, "a:dir/fil");
    const uri = "a:dir/file";
    script.notify("notifications/resources/updated", { uri });
    await settle();
    await read(client, "a:other");
    await read(client, "a:dir/fil");
    expect(asked()).toBe(3);
    await read(client, "a:dir/");
    expect(asked()).toBe(4);
  });

  test("keeps nothing that was on its way when the server told of a change", async () => {
    const { client, script } = await serve(true, ({ params }) => {
      if (params?.["cursor"] === "slow")
        script.notify("notifications/tools/list_changed");
      return {};
    });
    const first = await list(client, { cursor: "slow" });
    const second = await list(client, { cursor: "slow" });
    expect([first.asked, second.asked]).toEqual([1, 2]);
  });

  test("drops all pages when a cursor is not valid any more", async () => {
    const { client, script, asked } = await serve(true);
    await list(client);
    await list(client, { cursor: "2" });
    const late = list(client, { cursor: "3" }).catch(() => {});
    script.refuse(script.sent.at(-1) ?? {}, { code: -32602, message: "gone" });
    await late;
    await list(client);
    expect(asked()).toBe(4);
  });

  test("keeps no answer to input", async () => {
    const inputRequests = { r: { method: "roots/list" } };
    const { client, asked } = await serve(
      true,
      ({ params }) =>
        params?.["inputResponses"]
          ? {}
          : { more: { resultType: "input_required", inputRequests } },
      { handlers: { listRoots: () => ({ roots: [] }) } },
    );
    await read(client, "a:1");
    await read(client, "a:1");
    expect(asked()).toBe(4);
  });

  test("keeps no result of a call", async () => {
    const { client, asked } = await serve(true);
    await client.request("tools/call", { name: "a" });
    await client.request("tools/call", { name: "a" });
    expect(asked()).toBe(2);
  });

  test.each([
    ["private", 2],
    ["public", 1],
    ["unheard of", undefined],
  ])("gives what is %s to whom it may", async (cacheScope, times) => {
    let user = "ann";
    const principal = (): string => user;
    const { client, asked } = await serve({ principal }, { cacheScope });
    const first = list(client);
    if (times === undefined)
      return expect(first).rejects.toMatchObject({ kind: "invalid" });
    await first;
    await list(client);
    expect(asked()).toBe(1);
    user = "bob";
    await list(client);
    expect(asked()).toBe(times);
  });

  test("forgets what nobody has asked for longest", async () => {
    const { client, asked } = await serve({ maxEntries: 2 });
    await read(client, "a:1");
    await read(client, "a:2");
    await read(client, "a:1");
    await read(client, "a:3");
    expect(asked()).toBe(3);
    await read(client, "a:1");
    expect(asked()).toBe(3);
    await read(client, "a:2");
    expect(asked()).toBe(4);
  });

  test("is bounded by the length of what it keeps", async () => {
    const { client, asked } = await serve({ maxLength: 1_000 }, ({ params }) =>
      params?.["uri"] === "a:big" ? { more: { x: "x".repeat(1_000) } } : {},
    );
    await read(client, "a:1");
    await read(client, "a:2");
    await read(client, "a:1");
    expect(asked()).toBe(2);
    await read(client, "a:big");
    await read(client, "a:big");
    expect(asked()).toBe(4);
    await read(client, "a:1");
    expect(asked()).toBe(4);
  });

  test("has room again for what it has dropped", async () => {
    const { client, asked } = await serve({ maxLength: 1_000 });
    const reload = { cache: "reload" };
    for (let time = 0; time < 20; time++) await list(client, {}, reload);
    await list(client);
    expect(asked()).toBe(20);
  });

  test("drops nothing for what is stale at once", async () => {
    const { client, asked } = await serve({ maxEntries: 1 }, ({ params }) =>
      params?.["uri"] === "a:stale" ? { ttlMs: 0 } : {},
    );
    await read(client, "a:1");
    await read(client, "a:stale");
    await read(client, "a:1");
    expect(asked()).toBe(2);
  });

  test("forgets everything with the connection", async () => {
    const { client, asked } = await serve(true);
    await list(client);
    await client.close();
    const other = createScript(
      modernServer([d2026.revision], (request, script) => {
        const hints = { ttlMs: 1, cacheScope: "public" };
        const resultType = "complete";
        script.answer(request, { resultType, tools: [], asked: 9, ...hints });
      }),
    );
    await client.connect(other);
    expect(await list(client)).toMatchObject({ asked: 9 });
    expect(asked()).toBe(1);
  });
});

test("where a revision has no hints, nothing is kept", async () => {
  const { clientProtocol: table, revision } = d2025nov;
  let asked = 0;
  const client = createClient([table], { cache: true });
  const script = createScript(
    legacyServer(revision, (request, one) => {
      if (request.id === undefined) return;
      asked++;
      const hints = { ttlMs: 60_000, cacheScope: "public" };
      one.answer(request, { tools: [], ...hints });
    }),
  );
  await client.connect(script);
  await list(client);
  await list(client);
  expect(asked).toBe(2);
});
