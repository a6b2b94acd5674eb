import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, connectRaw } from "../runtime/http/raw.ts";
import {
  headersOf,
  post,
  serve,
  startSession,
  type RawServer,
  type RawSession,
} from "../runtime/http/raw-server.ts";
import { request } from "../runtime/revisions.ts";

let server: RawServer;
let sessions: RawSession[];
beforeAll(async () => {
  server = await serve({ sse: {} });
  sessions = [];
  for (let count = 0; count < 200; count++)
    sessions.push(await startSession(server.port));
});
afterAll(() => server.close());

/** How many of the bits of two texts of one length differ, as a share. */
function distance(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => Buffer.from(text, "base64url"));
  let differing = 0;
  left?.forEach((byte, at) => {
    for (let bits = byte ^ (right?.[at] ?? 0); bits > 0; bits >>= 1)
      differing += bits & 1;
  });
  return differing / ((left?.length ?? 1) * 8);
}

function expectUnguessable(ids: readonly string[]): void {
  expect(new Set(ids).size).toBe(ids.length);
  let sum = 0;
  ids.forEach((id, at) => {
    expect(id).toMatch(/^[\w-]{43,64}$/);
    const next = ids[(at + 1) % ids.length] ?? "";
    sum += distance(id, next);
  });
  // A clock, a counter or a weak source would leave them alike.
  expect(sum / ids.length).toBeGreaterThan(0.48);
  expect(sum / ids.length).toBeLessThan(0.52);
  // Each place takes most of the values that it can.
  for (let place = 0; place < 42; place++)
    expect(new Set(ids.map((id) => id[place])).size).toBeGreaterThan(40);
}

test("ids of sessions are random, all of them", () => {
  expectUnguessable(sessions.map(({ id }) => id));
});

test("ids of sessions over SSE are too", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 200; count++) {
    const stream = connectRaw(server.port);
    const headers = headersOf(server.port);
    stream.write(bytesOf({ method: "GET", target: "/sse", headers }));
    await stream.head();
    const { data } = await stream.event();
    const query = new URL(data, "http://localhost").searchParams;
    ids.push([...query.values()][0] ?? "");
    stream.destroy();
  }
  expectUnguessable(ids);
});

describe("an id that is nearly a session's", () => {
  test.each([
    ["shorter", (id: string) => id.slice(0, -1)],
    ["longer", (id: string) => `${id}A`],
    [
      "of other bits",
      (id: string) => `${id.slice(0, -1)}${id.endsWith("A") ? "B" : "A"}`,
    ],
    ["in capitals", (id: string) => id.toUpperCase()],
    ["in quotes", (id: string) => `"${id}"`],
    ["padded", (id: string) => `${id}=`],
    ["in another alphabet", (id: string) => `${id}`.replace(/./, "+")],
    [
      "encoded",
      (id: string) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
    ],
  ])("but %s is not found", async (_, change) => {
    const [session] = sessions;
    const id = session?.id ?? "";
    const answer = await session?.post(request(1, "ping"), [
      ["Mcp-Session-Id", change(id)],
    ]);
    expect(answer?.status).toBe(404);
  });
});

describe("an id of an event", () => {
  test("of another session's stream opens nothing", async () => {
    const [ada, eve] = sessions;
    if (!ada || !eve) throw new Error("no sessions");
    const message = request(1, "tools/call", {
      name: "tell",
      arguments: {},
      _meta: { progressToken: 1 },
    });
    const answer = ada.open(post(server.port, message, ada.headers));
    await answer.head();
    const ids: string[] = [];
    while (ids.length < 3) {
      const { id } = await answer.event();
      if (id !== undefined) ids.push(id);
    }
    answer.destroy();
    for (const id of ids) {
      const stolen = eve.get(id);
      const { status } = await stolen.head();
      expect(status).toBe(400);
      expect(stolen.received).not.toContain("progressToken");
      stolen.destroy();
      const own = ada.get(id);
      expect((await own.head()).status).toBe(200);
      own.destroy();
    }
  });

  test("that never was opens no call's stream", async () => {
    const [ada] = sessions;
    if (!ada) throw new Error("no session");
    const message = request(2, "tools/call", {
      name: "tell",
      arguments: {},
      _meta: { progressToken: 2 },
    });
    const answer = ada.open(post(server.port, message, ada.headers));
    await answer.head();
    const { id = "" } = await answer.event();
    answer.destroy();
    const at = id.lastIndexOf(".");
    const stream = id.slice(0, at);
    for (const odd of [
      `${stream}.999999`,
      `${stream}.-1`,
      `${stream}.1e1`,
      `${stream}.`,
      `${stream}.NaN`,
      `${stream}.0x1`,
      `${stream}. 1`,
      `${stream}.1.1`,
      `${stream}.99999999999999999999`,
      stream,
      `.${id}`,
      "1",
      ".",
      "a".repeat(5_000),
      `${stream}é.1`,
    ]) {
      const opened = ada.get(Buffer.from(odd).toString("latin1"));
      const { status } = await opened.head();
      expect([200, 400]).toContain(status);
      // Nothing of the call is on what opened, if anything did.
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(opened.received).not.toContain("progressToken");
      opened.destroy();
    }
  });
});
