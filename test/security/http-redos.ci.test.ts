import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, connectRaw, send } from "../runtime/http/raw.ts";
import {
  headersOf,
  modernCall,
  serve,
  startSession,
  withHeaders,
  type Headers,
  type RawServer,
  type RawSession,
} from "../runtime/http/raw-server.ts";
import { modernRequest, request } from "../runtime/revisions.ts";
import { costOf } from "../support/cost.ts";

/** A text must not cost more than its length, whatever it is. */
let server: RawServer;
let session: RawSession;

beforeAll(async () => {
  server = await serve({ cors: true });
  session = await startSession(server.port);
});
afterAll(async () => {
  await session.delete();
  await server.close();
});

/** What some requests cost this process, in milliseconds, one after the other. */
function costOfSending(bytes: Buffer, count = 20): Promise<number> {
  return costOf(async () => {
    for (let sent = 0; sent < count; sent++) await send(server.port, bytes);
  });
}

/** On a slow machine more is little: so many times what harmless texts of that length cost. */
const times = 25;

const almost = 8_000;
const repeat = (text: string): string =>
  text.repeat(Math.floor(almost / text.length));

describe("a long header costs little:", () => {
  let little = 1_000;
  beforeAll(async () => {
    const { headers, body } = modernCall(server.port, "mirror");
    const harmless = withHeaders(headers, [["X-Harmless", repeat("a")]]);
    const usual = await costOfSending(bytesOf({ headers: harmless, body }));
    little = Math.max(little, times * usual);
  });

  test.each([
    ["Accept", repeat(",")],
    ["Accept", repeat(", ")],
    ["Accept", repeat(";")],
    ["Accept", repeat("a/b;q=0.1,")],
    ["Accept", `${repeat(" ")}application/json`],
    ["Accept", `application/json;${repeat('a="')}`],
    ["Accept", `a/${repeat("\t ")}b`],
    ["Content-Type", `application/json${repeat(" ")}x`],
    ["Content-Type", `application/json;${repeat(" ;")}`],
    ["Content-Type", `application/json;charset=${repeat('"\\')}`],
    ["Content-Encoding", `${repeat(" ,")}x`],
    ["Host", repeat("a.")],
    ["Host", `${repeat("a")}!`],
    ["Origin", `http://${repeat("a")}!`],
    ["Mcp-Param-Region", `${repeat("0")}!`],
    ["Host", `[${repeat(":")}]`],
    ["Host", `localhost:${repeat("1")}`],
    ["Origin", `http://${repeat("a:")}`],
    ["Origin", repeat("http://")],
    ["MCP-Protocol-Version", repeat("2026-07-28 ")],
    ["Mcp-Method", `${repeat(" \t")}a`],
    ["Mcp-Method", `a${repeat(" ")}b`],
    ["Mcp-Name", `=?base64?${repeat("=")}?=`],
    ["Mcp-Name", `=?base64?${repeat("ZWNo")}`],
    ["Mcp-Name", repeat("=?base64?")],
    ["Mcp-Name", `${repeat(" \t")}a`],
    ["Mcp-Param-Region", `=?base64?${repeat("/+")}?=`],
    ["Mcp-Session-Id", repeat("a")],
    ["Last-Event-ID", repeat(".")],
    ["Last-Event-ID", repeat("1.")],
    ["Access-Control-Request-Headers", repeat("mcp-param-a,")],
    ["Access-Control-Request-Headers", repeat(" ,")],
    ["Access-Control-Request-Headers", `mcp-param-${repeat("a-")}!`],
  ])("%s: %.20s…", async (name, value) => {
    const more: Headers = [[name, value]];
    const { headers, body } = modernCall(server.port, "mirror", {
      region: "a",
    });
    const ways = [
      bytesOf({ headers: withHeaders(headers, more), body }),
      bytesOf({
        method: "GET",
        headers: withHeaders(headersOf(server.port, session.headers), more),
      }),
      bytesOf({
        method: "OPTIONS",
        headers: withHeaders(headersOf(server.port), [
          ["Origin", "http://localhost"],
          ["Access-Control-Request-Method", "POST"],
          ...more,
        ]),
      }),
    ];
    for (const [at, bytes] of ways.entries()) {
      // A stream has no end to wait for.
      if (at === 1) {
        const stream = connectRaw(server.port);
        const cost = await costOf(() => {
          stream.write(bytes);
          return stream.head();
        });
        expect(cost).toBeLessThan(little / 2);
        stream.destroy();
      } else expect(await costOfSending(bytes)).toBeLessThan(little);
    }
  });
});

describe("a long text in a body costs little:", () => {
  const long = (text: string): string => text.repeat(300_000 / text.length);

  let little = 1_000;
  beforeAll(async () => {
    const harmless = modernCall(server.port, "echo", { a: long("a") });
    const usual = await costOfSending(bytesOf(harmless), 5);
    little = Math.max(little, times * usual);
  });

  test.each([
    ["slashes", `a://${long("/")}`],
    ["parts", `a://${long("a/")}`],
    ["dots", `a://${long("../")}`],
    ["percent signs", `a://${long("%")}`],
    ["encoded slashes", `a://${long("%2f")}`],
    ["one part", `a://${long("a")}/`],
  ])("a URI of %s", async (_, uri) => {
    const { headers } = modernCall(server.port, "echo");
    const given = withHeaders(headers, [
      ["Mcp-Method", "resources/read"],
      ["Mcp-Name", uri.slice(0, 100)],
    ]);
    const stateless = JSON.stringify(
      modernRequest(1, "resources/read", { uri }),
    );
    expect(
      await costOfSending(bytesOf({ headers: given, body: stateless }), 5),
    ).toBeLessThan(little);
    const inSession = bytesOf({
      headers: withHeaders(headersOf(server.port), session.headers),
      body: JSON.stringify(request(1, "resources/read", { uri })),
    });
    expect(await costOfSending(inSession, 5)).toBeLessThan(little);
  });

  test.each([
    ["brackets in a text", `{"a":"${long("[")}"}`],
    ["quotes", `{"a":"${long('\\"')}"}`],
    ["backslashes", `{"a":"${long("\\\\")}"}`],
    ["an open text of backslashes", `{"a":"${long("\\")}`],
    ["brackets that are closed", `{"a":[${long("[],")}1]}`],
    ["blanks", `{"a":${long(" ")}1}`],
    ["keys that are all the same", `{${long('"aaaa":1,')}"a":1}`],
    ["digits", `{"a":${long("9")}}`],
    ["zeros behind a point", `{"a":0.${long("0")}1}`],
  ])("%s", async (_, args) => {
    const { headers, body } = modernCall(server.port, "echo", { here: 0 });
    const changed = body.replace('{"here":0}', () => args);
    expect(
      await costOfSending(bytesOf({ headers, body: changed }), 5),
    ).toBeLessThan(1.5 * little);
  });
});
