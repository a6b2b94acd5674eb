import { afterEach, describe, expect, test } from "vitest";
import * as all from "../../generated/index.ts";
import * as first from "../../generated/2024-11-05/index.ts";
import * as handshake from "../../generated/2025-11-25/index.ts";
import * as stateless from "../../generated/2026-07-28/index.ts";
import { httpTransport } from "../../src/runtime/http-client.ts";
import { createHttpHandler } from "../../src/runtime/http.ts";
import type { Server } from "../../src/runtime/index.ts";
import { createMemoryPair } from "../../src/runtime/memory.ts";
import type { Transport } from "../../src/runtime/peer/transport.ts";

const info = { name: "test", version: "1" };
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** How a client reaches a server, in memory and over HTTP. */
const ways: readonly (readonly [string, (server: Server) => Transport])[] = [
  [
    "in memory",
    (server) => {
      const [ours, theirs] = createMemoryPair();
      server.connect(ours);
      return theirs;
    },
  ],
  ["over HTTP", (server) => overHttp(server, {})],
  [
    "over HTTP without sessions",
    (server) => overHttp(server, { sessions: false }),
  ],
];

function overHttp(server: Server, options: { sessions?: false }): Transport {
  const handler = createHttpHandler(server, options);
  closing.push(() => handler.close());
  return httpTransport({
    url: "http://127.0.0.1/",
    fetch: (url, init) => handler(new Request(url, init)),
    eras: new Map(),
  });
}

const end = "as well, or import @mcp-gen/runtime, which speaks every revision";

describe.each(ways)("%s", (_, open) => {
  test.each(all.revisions)(
    "a client of all, pinned to %s by any option, speaks that",
    async (revision) => {
      const revisions = [revision];
      const ways = [
        [{ revisions }, {}, {}],
        [{}, { revisions }, {}],
        [{}, {}, { revisions }],
      ] as const;
      for (const [ofServer, ofClient, ofConnection] of ways) {
        const server = all.createServer({ info, ...ofServer });
        const client: all.Client = all.createClient({ info, ...ofClient });
        await client.connect(open(server), ofConnection);
        expect(client.protocolVersion).toBe(revision);
        await client.close();
      }
    },
  );

  test("the newest of those that are named is spoken, in any order", async () => {
    const server = all.createServer({ info });
    const client = all.createClient({
      info,
      revisions: ["2024-11-05", "2025-06-18"],
    });
    await client.connect(open(server));
    expect(client.protocolVersion).toBe("2025-06-18");
    await client.close();
    // What a connection was limited to does not last.
    await client.connect(open(server), { revisions: ["2024-11-05"] });
    expect(client.protocolVersion).toBe("2024-11-05");
    await client.close();
    await client.connect(open(server));
    expect(client.protocolVersion).toBe("2025-06-18");
    await client.close();
  });

  test.each([
    [
      "an older server, which is known by name",
      () => first.createServer({ info }),
      () => handshake.createClient({ info }),
      `if "npx mcp-gen list" names 2024-11-05, generate it ${end}`,
    ],
    [
      "an older server, whose revision nobody names",
      () => handshake.createServer({ info }),
      () => stateless.createClient({ info }),
      /generate (2025-11-25|older revisions) as well, or import @mcp-gen\/runtime/,
    ],
    [
      "a newer server",
      () => stateless.createServer({ info }),
      () => handshake.createClient({ info }),
      /(names 2026-07-28, generate it|generate newer revisions) as well, or import @mcp-gen\/runtime/,
    ],
    [
      "a revision that an option leaves out",
      () => first.createServer({ info }),
      () => all.createClient({ info, revisions: ["2025-11-25"] }),
      "the option revisions leaves out 2024-11-05",
    ],
    [
      "older revisions that an option leaves out",
      () => handshake.createServer({ info }),
      () => all.createClient({ info, revisions: ["2026-07-28"] }),
      /the option revisions leaves out 2025-11-25/,
    ],
    [
      "newer revisions that an option leaves out",
      () => stateless.createServer({ info }),
      () => all.createClient({ info, revisions: ["2025-11-25"] }),
      /the option revisions leaves out 2026-07-28/,
    ],
  ])("the error with %s tells the way out", async (_, serve, make, way) => {
    const failed = make().connect(open(serve() as Server));
    await expect(failed).rejects.toThrow(way);
  });
});

test("a server that is asked for what it does not speak tells the way out", async () => {
  const handler = createHttpHandler(stateless.createServer({ info }));
  closing.push(() => handler.close());
  for (const [method, version] of [
    ["initialize", "2025-06-18"],
    ["tools/list", "2027-01-01"],
  ] as const) {
    const response = await handler(
      new Request("http://127.0.0.1/", {
        method: "POST",
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "mcp-protocol-version": version,
          "mcp-method": method,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method,
          params: {
            protocolVersion: version,
            _meta: {
              "io.modelcontextprotocol/protocolVersion": version,
              "io.modelcontextprotocol/clientCapabilities": {},
            },
          },
        }),
      }),
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(
      `this server speaks 2026-07-28; for more, who runs it can generate ${version} ${end}`,
    );
  }
});

test("ids that are not there are errors that name those that are", async () => {
  const revisions = ["2025-11-26"] as unknown as ["2025-11-25"];
  const message =
    "revisions: 2025-11-26: expected of 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05";
  expect(() => all.createServer({ info, revisions })).toThrow(message);
  expect(() => all.createClient({ info, revisions })).toThrow(message);
  expect(() => all.createClient({ info, revisions: [] })).toThrow(
    "revisions: none: expected of 2026",
  );
  const client = all.createClient({ info });
  const server = all.createServer({ info });
  const [ours, theirs] = createMemoryPair();
  expect(() => server.connect(ours, { revisions })).toThrow(TypeError);
  await expect(client.connect(theirs, { revisions })).rejects.toThrow(message);
  await expect(all.connect(server, client, { revisions })).rejects.toThrow(
    message,
  );
  // @ts-expect-error: the compiler knows the ids
  void (() => all.createClient({ info, revisions: ["2025-11-26"] }));
  // @ts-expect-error: those of one revision are one
  void (() => first.createServer({ info, revisions: ["2025-11-25"] }));
  await all.connect(server, client, { revisions: ["2025-03-26"] });
  expect(client.protocolVersion).toBe("2025-03-26");
  await client.close();
});

test("what a hostile server says that it speaks is cut, and on one line", async () => {
  const [ours, theirs] = createMemoryPair();
  const protocolVersion = `x\n${"y".repeat(1_000_000)}`;
  ours.start({
    message: (value) =>
      ours.send({
        jsonrpc: "2.0",
        id: (value as { id: number }).id,
        result: { protocolVersion, capabilities: {}, serverInfo: info },
      }),
    closed: () => {},
    ended: () => {},
    gone: () => {},
    unreadable: () => {},
  });
  const failed = await handshake
    .createClient({ info })
    .connect(theirs)
    .catch((error: Error) => error.message);
  expect(failed).toMatch(
    /^no revision in common: the server speaks x\\u000ay+/,
  );
  expect(failed).toHaveLength(String(failed).replaceAll("\n", "").length);
  expect(String(failed).length).toBeLessThan(500);
});
