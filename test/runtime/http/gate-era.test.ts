import { describe, expect, test } from "vitest";
import { createLifecycleOf } from "../../../src/runtime/http/server/gate/routing.ts";
import { readPosted } from "../../../src/runtime/http/server/posted.ts";
import {
  batching,
  handshakes,
  initializeAs,
  modern,
  modernRequest,
  newestHandshake,
  request,
  tables,
} from "../revisions.ts";

const eraOf = (
  value: unknown,
  headers: Record<string, string> = {},
  revisions = tables,
): string =>
  createLifecycleOf(revisions)(
    { header: (name) => headers[name] },
    readPosted(value),
  );

const named = (version: string): Record<string, string> => ({
  "mcp-protocol-version": version,
});
const list = request(1, "tools/list");

describe("a request has no session", () => {
  test.each<[string, unknown, Record<string, string>]>([
    ["its _meta names a revision", modernRequest(1, "ping"), {}],
    [
      "its _meta names a revision, whatever the header does",
      modernRequest(1, "ping"),
      named(newestHandshake),
    ],
    [
      "its _meta names what is no revision",
      request(1, "ping", {
        _meta: { "io.modelcontextprotocol/protocolVersion": 5 },
      }),
      {},
    ],
    ["the header names a revision without", list, named(modern)],
    ["the header names an unknown revision", list, named("2030-01-01")],
    ["the header names nothing", list, named("")],
    [
      "only a revision without has the method",
      request(1, "server/discover"),
      {},
    ],
    [
      "only a revision without has the method, whatever the header names",
      request(1, "server/discover"),
      named(newestHandshake),
    ],
    ["the header does, of an answer", { jsonrpc: "2.0", id: 1 }, named(modern)],
  ])("when %s", (_, value, headers) => {
    expect(eraOf(value, headers)).toBe("stateless");
  });

  test("when the server has no other revisions", () => {
    const [newest] = tables;
    for (const value of [list, initializeAs(newestHandshake), [], null])
      expect(eraOf(value, named(newestHandshake), newest && [newest])).toBe(
        "stateless",
      );
  });
});

describe("a request has a session", () => {
  test.each<[string, unknown, Record<string, string>]>([
    ["nothing names a revision", list, {}],
    ["it opens one", initializeAs(newestHandshake), {}],
    [
      "it opens one, with the header of a method",
      initializeAs(modern),
      { "mcp-method": "initialize" },
    ],
    ["the header names a revision with one", list, named(batching)],
    ["the method is of no revision", request(1, "constructor"), {}],
    ["its _meta is none", request(1, "ping", { _meta: null }), {}],
    ["it is a batch", [list], {}],
    ["it is nothing", null, {}],
  ])("when %s", (_, value, headers) => {
    expect(eraOf(value, headers)).toBe("handshake");
  });

  test("when the server has no other revisions", () => {
    const old = tables.filter(({ revision }) => handshakes.includes(revision));
    const value = modernRequest(1, "server/discover");
    expect(eraOf(value, named(modern), old)).toBe("handshake");
  });
});
