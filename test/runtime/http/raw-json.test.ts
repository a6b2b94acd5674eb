import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modernRequest } from "../revisions.ts";
import { bytesOf, messagesOf, send, type RawResponse } from "./raw.ts";
import {
  endUnharmed,
  headersOf,
  modernCall,
  serve,
  type RawServer,
} from "./raw-server.ts";

let server: RawServer;
beforeAll(async () => {
  server = await serve({ maxDepth: 50 });
});
afterAll(() => endUnharmed(server));

/** Sends a body with the headers of a good call of the stateless revision. */
function sendBody(body: string | Uint8Array): Promise<RawResponse> {
  const { headers } = modernCall(server.port, "echo");
  return send(server.port, bytesOf({ headers, body }));
}

/** The body of a good call, with text instead of its arguments. */
function withArguments(json: string): string {
  return modernCall(0, "echo", { here: 0 }).body.replace('{"here":0}', json);
}

function expectError(answer: RawResponse, status: number, code: number): void {
  expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(messagesOf(answer)).toEqual([
    { jsonrpc: "2.0", error: { code, message: expect.any(String) } },
  ]);
}

describe("a body that is no JSON is refused:", () => {
  test.each([
    ["nothing", ""],
    ["a blank", " "],
    ["a brace", "{"],
    ["a message that is cut off", modernCall(0, "echo").body.slice(0, -1)],
    ["a message and more", `${modernCall(0, "echo").body}}`],
    ["two messages", modernCall(0, "echo").body.repeat(2)],
    [
      "two lines",
      `${modernCall(0, "echo").body}\n${modernCall(0, "echo").body}`,
    ],
    ["two byte order marks", `\ufeff\ufeff${modernCall(0, "echo").body}`],
    ["a zero at the end", `${modernCall(0, "echo").body}\u0000`],
    ["a zero in a text", withArguments('{"a":"\u0000"}')],
    ["a line break in a text", withArguments('{"a":"\n"}')],
    ["a comma too many", withArguments('{"a":1,}')],
    ["a comment", withArguments("/**/{}")],
    ["a single quote", withArguments("{'a':1}")],
    ["NaN", withArguments('{"a":NaN}')],
    ["a leading zero", withArguments('{"a":01}')],
    ["a form", "jsonrpc=2.0&id=1&method=ping"],
    ["XML", '<?xml version="1.0"?><a/>'],
  ])("%s", async (_, body) => {
    expectError(await sendBody(body), 400, -32700);
  });
});

describe("a body that is no UTF-8 is refused:", () => {
  const at = (bytes: readonly number[]): Buffer => {
    const [before = "", after = ""] =
      withArguments('{"a":"HERE"}').split("HERE");
    return Buffer.concat([
      Buffer.from(before),
      Buffer.from(bytes),
      Buffer.from(after),
    ]);
  };

  test.each([
    ["a lone continuation", [0x80]],
    ["a sequence that is cut off", [0xe2, 0x82]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["an overlong zero", [0xc0, 0x80]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a pair of surrogates", [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80]],
    ["beyond the last code point", [0xf4, 0x90, 0x80, 0x80]],
    ["Latin 1", [0xe9]],
    ["all ones", [0xff]],
  ])("%s", async (_, bytes) => {
    const answer = await sendBody(at(bytes));
    expect(answer.status).toBe(400);
    expect(messagesOf(answer)).toMatchObject([{ error: { code: -32700 } }]);
  });

  test.each(["utf16le", "latin1"] as const)(
    "all of it is %s",
    async (encoding) => {
      const text = withArguments('{"a":"é"}');
      const answer = await sendBody(Buffer.from(text, encoding));
      expect(answer.status).toBe(400);
    },
  );

  test("but none of what is UTF-8", async () => {
    const text = "é€\u{10ffff}\u0001\ufffd";
    const body = modernCall(0, "echo", { text }).body;
    const answer = await sendBody(body);
    expect(messagesOf(answer)).toMatchObject([
      { result: { content: [{ text: JSON.stringify({ text }) }] } },
    ]);
  });
});

describe("JSON that is no message is refused:", () => {
  test.each([
    "null",
    "true",
    "0",
    "-0.5e-5",
    "1e400",
    '"ping"',
    "{}",
    "[]",
    "[[]]",
    "[null]",
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"method":5}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1e400,"method":"ping"}',
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":true,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":5}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{}}',
  ])("%s", async (body) => {
    const given = [
      headersOf(server.port),
      modernCall(server.port, "echo").headers,
      headersOf(server.port, [["Mcp-Session-Id", "a"]]),
    ];
    const statuses: number[] = [];
    for (const headers of given) {
      const answer = await send(server.port, bytesOf({ headers, body }));
      statuses.push(answer.status);
      for (const message of messagesOf(answer))
        expect(message).toMatchObject({ error: { code: expect.any(Number) } });
    }
    expect(statuses.slice(0, 2)).toEqual([400, 400]);
    // No such session, where that is looked at first.
    expect([400, 404]).toContain(statuses[2]);
  });

  test.each([1, 50])("a batch of %i in a revision without", async (length) => {
    const batch = Array<unknown>(length).fill(modernRequest(1, "tools/list"));
    const answer = await sendBody(JSON.stringify(batch));
    expect(answer.status).toBe(400);
    expect(messagesOf(answer)).toMatchObject([{ error: { code: -32600 } }]);
  });
});

describe("what is odd and JSON is served:", () => {
  test.each([
    ["a lone surrogate", '{"a":"\\ud800"}', '{"a":"\\ud800"}'],
    ["a zero", '{"a":"\\u0000"}', '{"a":"\\u0000"}'],
    ["a number that is too big", '{"a":1e400}', '{"a":null}'],
    ["a number of many digits", `{"a":${"9".repeat(1_000)}}`, '{"a":null}'],
    ["minus zero", '{"a":-0}', '{"a":0}'],
    ["a key twice", '{"a":1,"a":2}', '{"a":2}'],
    ["an empty key", '{"":1}', '{"":1}'],
    [
      "brackets in a text",
      `{"a":"${"[".repeat(200)}"}`,
      `{"a":"${"[".repeat(200)}"}`,
    ],
    [
      "quotes and brackets in a text",
      `{"a":"\\"${"[{".repeat(99)}\\\\"}`,
      `{"a":"\\"${"[{".repeat(99)}\\\\"}`,
    ],
    ["blanks everywhere", ' \t\r\n{ "a" :\n[ ] } ', '{"a":[]}'],
  ])("%s", async (_, json, echoed) => {
    const answer = await sendBody(withArguments(json));
    expect(answer.status).toBe(200);
    expect(messagesOf(answer)).toMatchObject([
      { result: { content: [{ text: echoed }] } },
    ]);
  });
});

describe("depth", () => {
  const nested = (depth: number): string =>
    `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;

  test("within the limit is served", async () => {
    // The message, its params and the arguments are three levels.
    const answer = await sendBody(withArguments(nested(47)));
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  });

  test("beyond the limit is refused, by however little", async () => {
    for (const depth of [48, 60, 9_000])
      expect((await sendBody(withArguments(nested(depth)))).status).toBe(400);
  });

  test("of any kind counts, closed or not", async () => {
    for (const body of ["[", "{", '[{"a":', '{"":[', '["\\"",{"[":'])
      expect((await sendBody(body.repeat(1_000))).status).toBe(400);
  });
});
