import { describe, expect, test } from "vitest";
import {
  client,
  handshake,
  notification,
  request,
  result,
  server,
  stateless,
  toolResult,
  type Line,
} from "./traffic.ts";
import { said, watching } from "./watch.ts";

const watch = watching();
const extensions = { "io.modelcontextprotocol/tasks": {} };

/** Params that say what the client can. */
function able(capabilities: object, params: object = {}): object {
  const { _meta } = stateless("2026-07-28") as { _meta: object };
  const key = "io.modelcontextprotocol/clientCapabilities";
  return { ...params, _meta: { ..._meta, [key]: capabilities } };
}

/** A tool call, and what only an extension defines. */
function calling(capabilities: object): Line[] {
  return [
    client(request(1, "tools/call", able(capabilities, { name: "a" }))),
    server(result(1, { resultType: "task", taskId: "1" })),
    client(request(2, "tasks/get", able(capabilities, { taskId: "1" }))),
  ];
}

describe("what no revision defines", () => {
  test("is wrong where no extension is declared", async () => {
    const found = await watch(...calling({}));
    expect(found.map(said)).toEqual([
      "2 server tools/call unknown-result result.resultType",
      "3 client tasks/get unknown-method method",
    ]);
    expect(found[0]?.reason).toBe("this is no result of tools/call");
  });

  test.each([{ extensions }, { experimental: extensions }])(
    "is doubted where the client has declared %j",
    async (capabilities) => {
      const found = await watch(...calling(capabilities));
      expect(found.map(said)).toEqual([
        "2 server tools/call unknown-result result.resultType (warning)",
        "3 client tasks/get unknown-method method (warning)",
      ]);
    },
  );

  test("is wrong where the list of extensions is empty", async () => {
    const none = { extensions: {}, experimental: {} };
    const found = await watch(...calling(none));
    expect(found.map(({ severity }) => severity)).toEqual(["error", "error"]);
  });

  test("is doubted where the handshake has declared some, on either side", async () => {
    const info = { name: "demo", version: "1" };
    const plain = { protocolVersion: "2025-11-25", capabilities: {} };
    const more = { ...plain, capabilities: { experimental: { acme: {} } } };
    for (const [ofClient, ofServer] of [
      [more, plain],
      [plain, more],
    ]) {
      const found = await watch(
        client(request(1, "initialize", { ...ofClient, clientInfo: info })),
        server(result(1, { ...ofServer, serverInfo: info })),
        client(request(2, "acme/do")),
        server(notification("notifications/acme")),
      );
      expect(found.map(said)).toEqual([
        "3 client acme/do unknown-method method (warning)",
        "4 server notifications/acme unknown-method method (warning)",
      ]);
    }
  });

  test("is doubted where the server has declared some when it was discovered", async () => {
    const capabilities = { extensions };
    const found = await watch(
      client(request(1, "server/discover", able({}))),
      server(
        result(1, {
          resultType: "complete",
          supportedVersions: ["2026-07-28"],
          capabilities,
          serverInfo: { name: "demo", version: "1" },
          ttlMs: 0,
          cacheScope: "private",
        }),
      ),
      client(request(2, "tasks/get", able({}, { taskId: "1" }))),
    );
    expect(found.map(said)).toEqual([
      "3 client tasks/get unknown-method method (warning)",
    ]);
  });

  test("excuses nothing that a revision defines", async () => {
    const found = await watch(
      client(request(1, "tools/call", able({ extensions }, { name: 7 }))),
      server(result(1, { ...toolResult, content: 7, resultType: "complete" })),
    );
    expect(found.map(said)).toEqual([
      "1 client tools/call wrong-type params.name",
      "2 server tools/call wrong-type result.content",
    ]);
  });

  test("is forgotten with the next handshake", async () => {
    const found = await watch(
      ...calling({ extensions }),
      ...handshake("2025-11-25"),
      client(request(1, "acme/do")),
    );
    expect(found.at(-1)).toMatchObject({ line: 7, severity: "error" });
  });
});
