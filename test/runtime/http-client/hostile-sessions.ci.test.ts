import { describe, expect, test } from "vitest";
import {
  call,
  expectGood,
  failureOf,
  handshakeOnly,
  open,
  pause,
  soon,
  visit,
  watchRejections,
} from "./hostile-client.ts";
import {
  goodAnswer,
  handshakeServer,
  head,
  jsonAnswer,
  session,
  stepOf,
  streamHead,
  type RawAnswer,
  type RawRequest,
  type RawServer,
} from "./raw-server.ts";

const gone: RawAnswer = (_, socket) => void socket.write(`${head(404)}\r\n`);

/** Numbers the sessions, of which each ends where `isOver` says so. */
function changing(
  isOver: (request: RawRequest, session: number) => boolean,
): RawAnswer {
  let count = 0;
  return handshakeServer({
    initialize: (asked, socket) =>
      void socket.write(
        goodAnswer(asked).replace(session, `session-${++count}`),
      ),
    ...Object.fromEntries(
      ["notifications/initialized", "tools/call", "logging/setLevel"].map(
        (step) => [
          step,
          ((asked, socket) => {
            if (isOver(asked, count)) return gone(asked, socket);
            const isLevel = step === "logging/setLevel";
            socket.write(isLevel ? jsonAnswer(asked, {}) : goodAnswer(asked));
          }) satisfies RawAnswer,
        ],
      ),
    ),
    GET: (asked, socket) => {
      if (isOver(asked, count)) return gone(asked, socket);
      socket.write(streamHead());
    },
  });
}

function sessions({ requests }: RawServer): (string | undefined)[] {
  return requests.map(({ headers }) => headers.get("mcp-session-id"));
}

describe("a session that vanishes", () => {
  test.each(["tools/call", "GET", "notifications/initialized"])(
    "at every %s ends each call in time",
    async (step) => {
      const unhandled = watchRejections();
      const visited = await open(
        changing((asked) => stepOf(asked) === step),
        handshakeOnly,
      );
      const work = call(visited, soon);
      if (step === "tools/call") await failureOf(work);
      else await work.catch(() => failureOf(work));
      await pause(300);
      expect(visited.server.called("initialize").length).toBeLessThan(10);
      await visited.client.close();
      expect(unhandled).toEqual([]);
    },
  );

  test("at a call is replaced, and the call repeated", async () => {
    const visited = await open(
      changing((asked, count) => count === 1 && stepOf(asked) === "tools/call"),
      handshakeOnly,
    );
    await expectGood(visited);
    expect(visited.server.called("initialize")).toHaveLength(2);
    const [last] = visited.server.called("tools/call").slice(-1);
    expect(last?.headers.get("mcp-session-id")).toBe("session-2");
  });

  test("while nobody calls is replaced", async () => {
    let gets = 0;
    const visited = await open(
      changing(
        (asked, count) => asked.method === "GET" && gets++ > 0 && count === 1,
      ),
      handshakeOnly,
    );
    await expect.poll(() => gets, { timeout: soon }).toBe(1);
    for (const socket of visited.server.sockets) socket.destroy();
    await expect
      .poll(() => visited.server.called("initialize"), { timeout: soon })
      .toHaveLength(2);
    await expectGood(visited);
  });

  test("whenever it is told a log level is not opened again for ever", async () => {
    let count = 0;
    const visited = await open(
      changing((asked) => stepOf(asked) === "logging/setLevel" && count++ > 0),
      { ...handshakeOnly, settings: { logLevel: "info" } },
    );
    await visited.client.setLogLevel("debug").catch(() => {});
    await pause(700);
    const opened = visited.server.called("initialize").length;
    expect(opened).toBeLessThan(15);
    await pause(700);
    expect(visited.server.called("initialize").length).toBeLessThan(15);
  });

  test("under many calls at once is replaced once", async () => {
    const visited = await open(
      changing((asked, count) => count === 1 && stepOf(asked) === "tools/call"),
      handshakeOnly,
    );
    await Promise.all(Array.from({ length: 50 }, () => expectGood(visited)));
    expect(visited.server.called("initialize")).toHaveLength(2);
  });

  test("for another revision ends the connection", async () => {
    let count = 0;
    const visited = await open(
      handshakeServer({
        initialize: (asked, socket) =>
          void socket.write(
            count++ === 0
              ? goodAnswer(asked)
              : jsonAnswer(asked, {
                  protocolVersion: "2024-11-05",
                  capabilities: {},
                  serverInfo: { name: "raw", version: "2" },
                }),
          ),
        "tools/call": gone,
      }),
      handshakeOnly,
    );
    await failureOf(call(visited, soon));
    const failure = await failureOf(call(visited, soon));
    expect(failure.message).toMatch(/2024-11-05/);
    // It is not asked again.
    expect(visited.server.called("initialize")).toHaveLength(2);
  });
});

describe("a session's id", () => {
  const withId = (id: string, body?: RawAnswer): RawAnswer =>
    handshakeServer({
      initialize: (asked, socket) => {
        if (body) return body(asked, socket);
        const answer = goodAnswer(asked).replace(session, id);
        socket.write(Buffer.from(answer, "latin1"));
      },
    });

  test.each([
    ["with a space", "a b"],
    ["with a tab", "a\tb"],
    ["that is not ASCII", "caf\u00e9"],
    ["that is too long for HTTP", "x".repeat(100_000)],
    ["with a delete sign", "a\u007fb"],
    ["that is empty", ""],
  ])("%s is refused", async (_, id) => {
    const visited = await visit(withId(id), handshakeOnly, soon);
    await failureOf(visited.connected);
    expect(visited.server.called("notifications/initialized")).toEqual([]);
    expect(visited.server.requests.length).toBeLessThan(4);
  });

  test("that is refused leaves no stream open", async () => {
    let isOpen = false;
    const visited = await visit(
      withId("", (_, socket) => {
        isOpen = true;
        socket.on("close", () => (isOpen = false));
        socket.write(streamHead({ "mcp-session-id": "a b" }));
      }),
      handshakeOnly,
      soon,
    );
    await failureOf(visited.connected);
    await expect.poll(() => isOpen, { timeout: soon }).toBe(false);
  });

  test("of any visible signs comes back as it was", async () => {
    const id = Array.from({ length: 94 }, (_, at) =>
      String.fromCharCode(33 + at),
    ).join("");
    const visited = await open(
      withId("", (asked, socket) => {
        const [before, after] = goodAnswer(asked).split(session);
        socket.write(`${before}${id}${after}`);
      }),
      handshakeOnly,
    );
    await expectGood(visited);
    expect(sessions(visited.server).at(-1)).toBe(id);
  });

  test("of any other answer is none", async () => {
    const other: RawAnswer = (asked, socket) =>
      void socket.write(
        goodAnswer(asked).replace("\r\n", "\r\nmcp-session-id: other\r\n"),
      );
    const visited = await open(
      handshakeServer({
        "notifications/initialized": other,
        "tools/call": other,
        GET: other,
      }),
      handshakeOnly,
    );
    for (let count = 0; count < 3; count++) await expectGood(visited);
    expect(sessions(visited.server)).not.toContain("other");
  });

  test("that comes twice is no two", async () => {
    const visited = await visit(
      withId("", (asked, socket) => {
        const twice = `mcp-session-id: ${session}\r\nmcp-session-id: evil`;
        socket.write(
          goodAnswer(asked).replace(`mcp-session-id: ${session}`, twice),
        );
      }),
      handshakeOnly,
      soon,
    );
    await failureOf(visited.connected);
  });
});
