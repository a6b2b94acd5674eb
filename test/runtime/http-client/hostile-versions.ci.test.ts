import { describe, expect, test } from "vitest";
import { modern, newestHandshake } from "../revisions.ts";
import {
  call,
  expectGood,
  failureOf,
  handshakeOnly,
  modernOnly,
  open,
  patience,
  soon,
  visit,
} from "./hostile-client.ts";
import {
  errorOf,
  goodAnswer,
  handshakeServer,
  jsonAnswer,
  modernServer,
  resultOf,
  whole,
  type RawAnswer,
  type RawRequest,
} from "./raw-server.ts";

/** No lie makes a client ask more often than this. */
const enough = 12;

const discovered = (supportedVersions: unknown): RawAnswer => {
  const told = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  return (request, socket) =>
    void socket.write(
      jsonAnswer(request, { ...told, supportedVersions, capabilities: {} }),
    );
};

const agreed =
  (protocolVersion: unknown): RawAnswer =>
  (request, socket) =>
    void socket.write(
      jsonAnswer(request, {
        protocolVersion,
        capabilities: {},
        serverInfo: { name: "raw", version: "1" },
      }),
    );

const unsupported =
  (supported: unknown): RawAnswer =>
  (request, socket) => {
    const data = { supported, requested: modern };
    const error = { code: -32_022, message: "another revision", data };
    const body = JSON.stringify(errorOf(request, error));
    socket.write(whole(body, "application/json", 400));
  };

const lists: readonly (readonly [string, unknown])[] = [
  ["none", []],
  ["unknown ones", ["1999-01-01", "latest"]],
  ["no texts", [1, null, {}, [modern]]],
  ["no list", modern],
  ["nothing", undefined],
  ["the names of members of objects", ["__proto__", "constructor", "length"]],
  ["100,000 unknown ones", Array.from({ length: 100_000 }, String)],
];

describe.each(lists)("a list of revisions that names %s", (_, list) => {
  test("in a discovery is an error", async () => {
    const trick = { "server/discover": discovered(list) };
    const visited = await visit(modernServer(trick), modernOnly, soon);
    await failureOf(visited.connected);
    expect(visited.server.requests.length).toBeLessThan(enough);
  });

  test("in a discovery leaves the handshake", async () => {
    const trick = { "server/discover": discovered(list) };
    const visited = await open(modernServer(trick));
    expect(visited.client.protocolVersion).toBe(newestHandshake);
    expect(visited.server.requests.length).toBeLessThan(enough);
  });

  test("in a refusal is an error", async () => {
    for (const options of [{}, modernOnly]) {
      const trick = { "server/discover": unsupported(list) };
      const visited = await visit(modernServer(trick), options, soon);
      const failure = await failureOf(visited.connected);
      expect(["invalid", "protocol"]).toContain(Reflect.get(failure, "kind"));
      expect(visited.server.requests.length).toBeLessThan(enough);
      expect(visited.server.called("tools/call")).toEqual([]);
    }
  });

  test("in a refusal of initialize is an error", async () => {
    const trick = { initialize: unsupported(list) };
    const visited = await visit(handshakeServer(trick), {}, soon);
    await failureOf(visited.connected);
    expect(visited.server.requests.length).toBeLessThan(enough);
  });
});

describe("a server that refuses what it says it speaks", () => {
  test.each<[string, readonly string[]]>([
    ["what was refused", [modern]],
    ["what was refused, and more", [modern, newestHandshake]],
    ["what it refuses next", [newestHandshake]],
  ])("is asked no more than a few times: %s", async (_, list) => {
    const trick = unsupported(list);
    const visited = await visit(
      modernServer({ "server/discover": trick, initialize: trick }),
      {},
      soon,
    );
    await failureOf(visited.connected);
    expect(visited.server.requests.length).toBeLessThan(enough);
  });

  test.each<[string, readonly string[]]>([
    ["what was refused", [modern]],
    ["what was refused, and more", [modern, newestHandshake]],
    ["nothing known", ["1999-01-01"]],
  ])("at a call is left after a few attempts: %s", async (_, list) => {
    const visited = await open(
      modernServer({ "tools/call": unsupported(list) }),
      modernOnly,
    );
    await failureOf(call(visited, soon));
    await failureOf(call(visited, soon));
    expect(visited.server.requests.length).toBeLessThan(enough);
  });

  test("at a call, and then says nothing, is waited for as long as the call may take", async () => {
    let isOpen = false;
    const visited = await open(
      modernServer({
        "server/discover": (request, socket) => {
          if (!isOpen) socket.write(goodAnswer(request));
          isOpen = true;
        },
        "tools/call": unsupported([modern]),
      }),
      modernOnly,
    );
    // Both wait for the same discovery, each in its own time.
    const failures = await Promise.all(
      [patience, 2 * patience].map((time) => failureOf(call(visited, time))),
    );
    expect(failures.map(({ message }) => message)).toEqual(
      [patience, 2 * patience].map(
        (time) => `no other revision agreed on within ${time} ms`,
      ),
    );
    expect(visited.server.called("server/discover")).toHaveLength(2);
    const closing = performance.now();
    await visited.client.close();
    expect(performance.now() - closing).toBeLessThan(soon);
  });

  test("at every other call is spoken to still", async () => {
    let count = 0;
    const visited = await open(
      modernServer({
        "tools/call": (request, socket) =>
          count++ % 2 === 0
            ? unsupported([modern])(request, socket)
            : void socket.write(goodAnswer(request)),
      }),
      modernOnly,
    );
    await expectGood(visited);
    await expectGood(visited);
  });

  test("one in the discovery, and another at each call", async () => {
    const visited = await open(
      modernServer({
        "tools/call": unsupported([newestHandshake]),
        initialize: unsupported([modern]),
      }),
    );
    await failureOf(call(visited, soon));
    await failureOf(call(visited, soon));
    expect(visited.server.requests.length).toBeLessThan(enough);
  });
});

describe("initialize", () => {
  test.each<[string, unknown]>([
    ["unknown", "1999-01-01"],
    ["without a handshake", modern],
    ["none", undefined],
    ["a number", 1],
    ["an object without a text", { toString: 1, valueOf: 1 }],
    ["of many lines", "1\r\n2"],
  ])("with a revision that is %s is an error", async (_, revision) => {
    const visited = await visit(
      handshakeServer({ initialize: agreed(revision) }),
      handshakeOnly,
      soon,
    );
    const failure = await failureOf(visited.connected);
    expect(failure).toMatchObject({ kind: "invalid" });
    expect(visited.server.called("notifications/initialized")).toEqual([]);
  });

  test("decides, whatever headers say", async () => {
    const lie = { "mcp-protocol-version": "2024-11-05", "mcp-method": "ping" };
    const lying: RawAnswer = (request, socket) =>
      void socket.write(
        goodAnswer(request).replace(
          "\r\n",
          `\r\n${Object.entries(lie)
            .map(([name, value]) => `${name}: ${value}\r\n`)
            .join("")}`,
        ),
      );
    for (const [server, options, expected] of [
      [modernServer, modernOnly, modern],
      [handshakeServer, handshakeOnly, newestHandshake],
    ] as const) {
      const visited = await open(
        server({ initialize: lying, "tools/call": lying }),
        options,
      );
      await expectGood(visited);
      await expectGood(visited);
      for (const { headers } of visited.server.called("tools/call"))
        expect(headers.get("mcp-protocol-version")).toBe(expected);
    }
  });
});

test("a discovery that is the answer to a handshake is none", async () => {
  const trick: RawAnswer = (request, socket) =>
    void socket.write(
      whole(
        JSON.stringify(resultOf(request, { protocolVersion: newestHandshake })),
      ),
    );
  const visited = await visit(
    modernServer({ "server/discover": trick }),
    modernOnly,
    soon,
  );
  const failure = await failureOf(visited.connected);
  expect(failure).toMatchObject({ kind: "invalid" });
});

test("a header mismatch at every call lists the tools once for each", async () => {
  const mismatch = (request: RawRequest): object =>
    errorOf(request, { code: -32_020, message: "mismatch" });
  const visited = await open(
    modernServer({
      "tools/call": (request, socket) =>
        void socket.write(
          whole(JSON.stringify(mismatch(request)), undefined, 400),
        ),
    }),
    modernOnly,
  );
  expect(await failureOf(call(visited, soon))).toMatchObject({ code: -32_020 });
  expect(visited.server.called("tools/list")).toHaveLength(1);
  expect(visited.server.called("tools/call")).toHaveLength(2);
});

test("lists of tools without an end are left", async () => {
  let page = 0;
  const visited = await open(
    modernServer({
      "tools/call": (request, socket) => {
        const error = { code: -32_020, message: "mismatch" };
        const body = JSON.stringify(errorOf(request, error));
        socket.write(whole(body, "application/json", 400));
      },
      "tools/list": (request, socket) => {
        const told = {
          resultType: "complete",
          ttlMs: 0,
          cacheScope: "private",
        };
        const nextCursor = String(page++);
        socket.write(jsonAnswer(request, { ...told, tools: [], nextCursor }));
      },
    }),
    modernOnly,
  );
  await failureOf(call(visited, soon));
  expect(visited.server.called("tools/list").length).toBeLessThan(200);
});
