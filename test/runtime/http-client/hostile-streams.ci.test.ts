import { describe, expect, test } from "vitest";
import { notification, request } from "../revisions.ts";
import {
  call,
  expectGood,
  failureOf,
  handshakeOnly,
  open,
  patience,
  pause,
  soon,
} from "./hostile-client.ts";
import {
  event,
  handshakeServer,
  head,
  resultOf,
  streamHead,
  type RawAnswer,
  type RawRequest,
  type RawServer,
} from "./raw-server.ts";

describe("a stream to come back to", () => {
  /** Calls are answered by an event with this text before it, and an end. */
  function broken(before: string, get: RawAnswer): RawAnswer {
    return handshakeServer({
      "tools/call": (_, socket) =>
        void socket.end(`${streamHead()}${before}data:\n\n`),
      GET: (asked, socket) =>
        asked.headers.has("last-event-id")
          ? get(asked, socket)
          : void socket.write(`${head(405)}\r\n`),
    });
  }

  const backs = ({ requests }: RawServer): RawRequest[] =>
    requests.filter(({ headers }) => headers.has("last-event-id"));

  const empty: RawAnswer = (_, socket) => void socket.end(streamHead());

  test("that never brings anything is left", async () => {
    const visited = await open(broken("id: 1\n", empty), handshakeOnly);
    const failure = await failureOf(call(visited, soon));
    expect(failure).toMatchObject({ kind: "transport" });
    expect(backs(visited.server)).toHaveLength(3);
  });

  test("that wants no pause gets one", async () => {
    let count = 1;
    const visited = await open(
      broken("id: 1\nretry: 0\n", (_, socket) => {
        socket.end(`${streamHead()}retry: 0\nid: ${++count}\ndata:\n\n`);
      }),
      { ...handshakeOnly, reconnect: {} },
    );
    const work = call(visited, 1_000);
    expect(await failureOf(work)).toMatchObject({ kind: "timeout" });
    expect(count).toBeGreaterThan(2);
    expect(count).toBeLessThan(15);
    const then = count;
    await pause(500);
    expect(count).toBeLessThan(then + 2);
  });

  test.each(["9".repeat(20), "9".repeat(400), "2147483648"])(
    "after %s milliseconds is waited for as long as its call",
    async (retry) => {
      const visited = await open(broken(`id: 1\nretry: ${retry}\n`, empty), {
        ...handshakeOnly,
        reconnect: { maxDelayMs: Number.MAX_SAFE_INTEGER },
      });
      const work = call(visited, patience);
      expect(await failureOf(work)).toMatchObject({ kind: "timeout" });
      expect(backs(visited.server)).toEqual([]);
      await visited.client.close();
    },
  );

  test.each([
    ["that is not ASCII", "\u20ac\u{1f600}"],
    ["that is Latin-1", "caf\u00e9"],
    ["that has a control sign", "a\u0001b"],
    ["that is huge", "x".repeat(9_000)],
  ])("by an id %s is none", async (_, id) => {
    const visited = await open(broken(`id: ${id}\n`, empty), handshakeOnly);
    const failure = await failureOf(call(visited, soon));
    expect(failure).toMatchObject({ kind: "transport" });
    expect(backs(visited.server)).toEqual([]);
  });

  test("by an id that looks like headers is asked for as it is", async () => {
    const id = "a: b, c\\r\\n%0d%0ad: e";
    const visited = await open(broken(`id: ${id}\n`, empty), handshakeOnly);
    await failureOf(call(visited, soon));
    const told = backs(visited.server).map(({ headers }) =>
      headers.get("last-event-id"),
    );
    expect(told).toEqual([id, id, id]);
  });

  test("that repeats what was heard, and answers other calls, ends", async () => {
    const visited = await open(
      broken("id: 1\n", (_, socket) => {
        const other = { jsonrpc: "2.0", id: 999, result: {} };
        socket.end(streamHead() + event(other, "1").repeat(50));
      }),
      handshakeOnly,
    );
    expect(await failureOf(call(visited, soon))).toMatchObject({
      kind: "transport",
    });
  });

  test.each([400, 401, 403, 404, 500, 302])(
    "that is refused with %i ends its call",
    async (status) => {
      const visited = await open(
        broken("id: 1\n", (_, socket) => {
          socket.write(`${head(status)}\r\n`);
        }),
        handshakeOnly,
      );
      expect(await failureOf(call(visited, soon))).toMatchObject({
        kind: "transport",
      });
    },
  );

  test("may answer a call that was taken back: nobody hears it", async () => {
    let answer = (): void => {};
    const visited = await open(
      handshakeServer({
        "tools/call": (asked, socket) => {
          socket.write(streamHead());
          answer = () => void socket.end(event(resultOf(asked)));
        },
      }),
      handshakeOnly,
    );
    await failureOf(call(visited));
    answer();
    await pause(50);
    expect(visited.errors).toEqual([]);
  });
});

describe("a standalone stream", () => {
  test("with answers of any kind ends no call and no connection", async () => {
    const visited = await open(
      handshakeServer({
        GET: (_, socket) => {
          socket.write(streamHead());
          const result = { content: [] };
          for (const id of [0, -1, 1e9, "x", null, 1.5, [], {}])
            socket.write(event({ jsonrpc: "2.0", id, result }));
          socket.write(event(request("x", "unknown/method")));
          socket.write(event(notification("notifications/cancelled")));
          socket.write(event([]));
          socket.write("data: {\n\n");
        },
      }),
      handshakeOnly,
    );
    await pause(50);
    await expectGood(visited);
  });

  test("that ends at once, again and again, is left after a while", async () => {
    const visited = await open(
      handshakeServer({
        GET: (_, socket) => void socket.end(streamHead()),
      }),
      handshakeOnly,
    );
    await expect.poll(() => visited.errors.length, { timeout: soon }).toBe(1);
    const gets = visited.server.requests.filter(
      ({ method }) => method === "GET",
    );
    expect(gets).toHaveLength(4);
    await expectGood(visited);
  });
});
