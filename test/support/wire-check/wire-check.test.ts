import { describe as group, expect, test } from "vitest";
import { findings, type Finding } from "../wire-check.ts";
import type { Author, Side } from "./recording.ts";

interface Line {
  readonly author: Author;
  readonly message: unknown;
}

const ours = (message: unknown): Line => ({ author: "ours", message });
const peer = (message: unknown): Line => ({ author: "peer", message });

/** What is wrong with a conversation of which one side is ours. */
function judge(side: Side, lines: readonly Line[]): Promise<Finding[]> {
  const entries = lines.map(({ author, message }) => ({
    author,
    text: message === undefined ? undefined : JSON.stringify(message),
  }));
  return findings([{ side, tables: [], take: () => entries.splice(0) }]);
}

const info = { name: "test", version: "1" };

function request(id: number, method: string, params?: object): object {
  return { jsonrpc: "2.0", id, method, ...(params && { params }) };
}

function result(id: number, value: object): object {
  return { jsonrpc: "2.0", id, result: value };
}

/** A client that is ours shakes hands. */
function handshake(revision: string): Line[] {
  const offer = { protocolVersion: revision, capabilities: {} };
  return [
    ours(request(0, "initialize", { ...offer, clientInfo: info })),
    peer(result(0, { ...offer, serverInfo: info })),
    ours({ jsonrpc: "2.0", method: "notifications/initialized" }),
  ];
}

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": info,
  "io.modelcontextprotocol/clientCapabilities": {},
};

group("a conversation that keeps to its revision has no findings", () => {
  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
    "%s",
    async (revision) => {
      const found = await judge("client", [
        ...handshake(revision),
        ours(request(1, "tools/list")),
        peer(result(1, { tools: [] })),
        ours(
          request(2, "tools/call", {
            name: "a",
            _meta: { progressToken: "t" },
          }),
        ),
        peer({
          jsonrpc: "2.0",
          method: "notifications/progress",
          params: { progressToken: "t", progress: 0.5 },
        }),
        peer(request(1, "ping")),
        ours(result(1, {})),
        peer(result(2, { content: [{ type: "text", text: "b" }] })),
      ]);
      expect(found).toEqual([]);
    },
  );

  test("2026-07-28", async () => {
    const found = await judge("client", [
      ours(request(1, "server/discover", { _meta: meta })),
      peer(
        result(1, {
          resultType: "complete",
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: {} },
          ttlMs: 0,
          cacheScope: "private",
        }),
      ),
      ours(request(2, "tools/call", { name: "a", _meta: meta })),
      peer(
        result(2, {
          resultType: "input_required",
          inputRequests: {
            name: {
              method: "elicitation/create",
              params: {
                message: "Your name?",
                requestedSchema: { type: "object", properties: {} },
              },
            },
          },
        }),
      ),
    ]);
    expect(found).toEqual([]);
  });

  test("what the published schema refuses by mistake", async () => {
    const content = { amount: 2.5 };
    const found = await judge("client", [
      ...handshake("2025-11-25"),
      peer(
        request(1, "elicitation/create", {
          message: "How much?",
          requestedSchema: {
            type: "object",
            properties: { amount: { type: "number" } },
          },
        }),
      ),
      ours(result(1, { action: "accept", content })),
    ]);
    expect(found).toEqual([]);
  });

  test("a batch where there are batches", async () => {
    const batch = [request(1, "tools/list"), request(2, "ping")];
    const [known, unknown] = await Promise.all(
      ["2025-03-26", "2025-06-18"].map((revision) =>
        judge("client", [...handshake(revision), ours(batch)]),
      ),
    );
    expect(known).toEqual([]);
    expect(unknown?.[0]?.reasons).toEqual(["table: 2025-06-18 has no batches"]);
  });

  test("an error without an id, in the form that the revision has", async () => {
    const error = { code: -32700, message: "Parse error" };
    const without = ours({ jsonrpc: "2.0", error });
    const withNull = ours({ jsonrpc: "2.0", id: null, error });
    const count = async (revision: string, line: Line): Promise<number> => {
      const shaken = handshake(revision).map(({ author, message }) =>
        author === "ours" ? peer(message) : ours(message),
      );
      const lines = [...shaken, peer(undefined), line];
      const found = await judge("server", lines);
      return found.filter(({ author }) => author === "ours").length;
    };
    expect(await count("2025-06-18", withNull)).toBe(0);
    expect(await count("2025-06-18", without)).toBe(1);
    expect(await count("2025-11-25", without)).toBe(0);
    expect(await count("2025-11-25", withNull)).toBe(1);
  });

  test.each([
    ["an id that is none", { jsonrpc: "2.0", id: {}, method: "ping" }],
    ["a batch where there are none", [request(1, "ping")]],
    ["an empty batch", []],
    ["another envelope", { jsonrpc: "1.0", method: "ping" }],
  ])("an error that answers %s", async (_, message) => {
    const error = { code: -32600, message: "Invalid request" };
    const found = await judge("server", [
      ...handshake("2025-11-25").map(({ author, message: given }) =>
        author === "ours" ? peer(given) : ours(given),
      ),
      peer(message),
      ours({ jsonrpc: "2.0", error }),
    ]);
    expect(found.filter(({ author }) => author === "ours")).toEqual([]);
  });
});

const revision = "2025-11-25";

group("a finding is made of", () => {
  test.each<[string, Line[], RegExp]>([
    [
      "params that the guard refuses",
      [ours(request(1, "tools/call", { name: 5 }))],
      /guard: CallToolRequest: params\.name expected a string/,
    ],
    [
      "params that are missing",
      [ours(request(1, "tools/call"))],
      /table: params are missing/,
    ],
    [
      "a method that the revision does not have",
      [ours(request(1, "server/discover"))],
      /table: server\/discover is not in this revision/,
    ],
    [
      "a request in the wrong direction",
      [ours(request(1, "roots/list"))],
      /table: roots\/list is not sent to a server/,
    ],
    [
      "an id that was used before",
      [ours(request(1, "ping")), peer(result(1, {})), ours(request(1, "ping"))],
      /table: the id was used before/,
    ],
    [
      "a result that nobody asked for",
      [ours(result(1, {}))],
      /table: no request waits for this result/,
    ],
    [
      "a second answer",
      [peer(request(1, "ping")), ours(result(1, {})), ours(result(1, {}))],
      /table: no request waits for this result/,
    ],
    [
      "a result that does not fit its request's method",
      [peer(request(1, "roots/list")), ours(result(1, { tools: [] }))],
      /guard: ListRootsResult: roots/,
    ],
    [
      "an error whose code is no integer",
      [
        peer(request(1, "ping")),
        ours({ jsonrpc: "2.0", id: 1, error: { code: 1.5, message: "" } }),
      ],
      /guard: JSONRPCErrorResponse: error\.code/,
    ],
    [
      "progress that nobody asked for",
      [
        ours({
          jsonrpc: "2.0",
          method: "notifications/progress",
          params: { progressToken: 1, progress: 1 },
        }),
      ],
      /table: no request in flight has this token/,
    ],
    [
      "progress that does not rise",
      [
        peer(request(1, "ping", { _meta: { progressToken: 1 } })),
        ...[2, 1].map((progress) =>
          ours({
            jsonrpc: "2.0",
            method: "notifications/progress",
            params: { progressToken: 1, progress },
          }),
        ),
      ],
      /table: progress does not rise/,
    ],
    [
      "an answer to a request that was cancelled",
      [
        peer(request(1, "ping")),
        peer({
          jsonrpc: "2.0",
          method: "notifications/cancelled",
          params: { requestId: 1 },
        }),
        ours(result(1, {})),
      ],
      /table: the request was cancelled/,
    ],
    [
      "an error that nothing has asked for",
      [ours({ jsonrpc: "2.0", error: { code: -32600, message: "no" } })],
      /table: nothing asked for this error/,
    ],
    ["what is no message", [ours({ hello: 1 })], /table: this is no message/],
  ])("%s", async (_, lines, reason) => {
    const found = await judge("client", [...handshake(revision), ...lines]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      author: "ours",
      side: "client",
      revision,
    });
    expect(found[0]?.reasons.join("\n")).toMatch(reason);
  });

  test("what the peer sends, as the peer's", async () => {
    const found = await judge("client", [
      ...handshake(revision),
      ours(request(1, "tools/list")),
      peer(result(1, { tools: [{ name: 1 }] })),
    ]);
    expect(found).toMatchObject([{ author: "peer", side: "server" }]);
    expect(found[0]?.reasons.map((reason) => reason.split(":")[0])).toContain(
      "schema.json",
    );
  });

  test("a change that nobody listens to, where one has to listen", async () => {
    const change = (id: number): Line =>
      ours({
        jsonrpc: "2.0",
        method: "notifications/tools/list_changed",
        params: { _meta: { "io.modelcontextprotocol/subscriptionId": id } },
      });
    const found = await judge("server", [
      peer(
        request(1, "subscriptions/listen", {
          notifications: { toolsListChanged: true },
          _meta: meta,
        }),
      ),
      change(1),
      change(2),
      peer({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: 1 },
      }),
      change(1),
    ]);
    expect(found.map(({ reasons }) => reasons)).toEqual([
      ["table: nobody listens under this id"],
      ["table: nobody listens under this id"],
    ]);
  });

  test("a request that lacks what the stateless lifecycle needs", async () => {
    const found = await judge("client", [
      ours(request(1, "server/discover", { _meta: meta })),
      ours(request(2, "tools/list", {})),
    ]);
    expect(found).toMatchObject([{ revision: "2026-07-28" }]);
  });
});
