import { describe, expect, test } from "vitest";
import { all, initializeAs, metaOf, modern, serverOf } from "../revisions.ts";
import {
  ask,
  call,
  capabilitiesKey,
  client,
  versionKey,
  withHeaders,
} from "./stateless-call.ts";
import { clientOf, type Headers } from "./stateless-client.ts";

describe("of revisions", () => {
  test("a refusal names those that are spoken, but for the refused", async () => {
    const refused = await ask({
      ...call,
      meta: { ...call.meta, [versionKey]: "2025-11-25" },
      headers: { "mcp-protocol-version": "2025-11-25" },
    });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.messages).toMatchObject([
      {
        id: "x",
        error: {
          code: -32022,
          data: {
            requested: "2025-11-25",
            supported: all.filter((one) => one !== "2025-11-25"),
          },
        },
      },
    ]);
  });

  test.each([
    ["no _meta at all", undefined],
    ["a version that is no text", { [versionKey]: 5, [capabilitiesKey]: {} }],
    ["capabilities that are no object", metaOf([])],
    ["capabilities of null", { ...metaOf(), [capabilitiesKey]: null }],
  ])("with %s, params are not valid", async (_, meta) => {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "server/discover",
      params: { _meta: meta },
    };
    const refused = await client.ask(message);
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.messages).toMatchObject([
      { id: 1, error: { code: -32602 } },
    ]);
  });

  test.each<[string, Headers]>([
    ["without a header", { "mcp-protocol-version": undefined }],
    ["with the header of its own", { "mcp-protocol-version": "2025-11-25" }],
  ])(
    "who shakes hands with a server that does not sees what it speaks, %s",
    async (_, headers) => {
      const alone = clientOf(serverOf([modern]));
      const refused = await alone.ask(initializeAs("2025-11-25"), headers);
      expect(refused).toMatchObject({
        status: 400,
        messages: [
          { id: "init", error: { message: expect.stringContaining(modern) } },
        ],
      });
    },
  );

  test("a client need not say its name", async () => {
    const { [versionKey]: version, [capabilitiesKey]: can } = metaOf();
    const meta = { [versionKey]: version, [capabilitiesKey]: can };
    expect(await ask({ ...call, meta })).toMatchObject({ status: 200 });
  });
});

describe("of methods", () => {
  test.each([
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "sampling/createMessage",
    "constructor",
  ])("%s is not found", async (method) => {
    const refused = await ask({ ...call, method, params: {} });
    expect(refused).toMatchObject({ status: 404 });
    expect(refused.messages).toMatchObject([{ error: { code: -32601 } }]);
  });

  test("the header is compared to the letter, without white space around it", async () => {
    const other = await ask({
      ...call,
      headers: { ...call.headers, "mcp-method": "Tools/Call" },
    });
    expect(other.messages).toMatchObject([{ error: { code: -32020 } }]);
    const spaced = withHeaders({ "mcp-method": " \ttools/call \t" })(call);
    expect(await ask(spaced)).toMatchObject({ status: 200 });
  });
});

describe("of names", () => {
  test("the header may be encoded", async () => {
    const named = {
      ...call,
      params: { ...call.params, name: "wörk" },
      headers: { ...call.headers, "mcp-name": "=?base64?d8O2cms=?=" },
    };
    expect(await ask(named)).toMatchObject({ status: 200 });
  });

  test.each([
    ["another name", "b"],
    ["a name in other letters", "A"],
    ["broken base64", "=?base64?YQ?="],
    ["characters that no header has", "\u00e4"],
    ["the names of two headers", "a, a"],
  ])("%s is refused", async (_, name) => {
    const refused = await ask(withHeaders({ "mcp-name": name })(call));
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.messages).toMatchObject([
      { id: "x", error: { code: -32020 } },
    ]);
  });

  test("a resource is named by its URI", async () => {
    const read = {
      ...call,
      method: "resources/read",
      params: { uri: "a:b" },
    };
    const named = clientOf(
      serverOf(all, { handlers: { readResource: () => ({ contents: [] }) } }),
    );
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: read.method,
      params: { ...read.params, _meta: metaOf() },
    };
    expect(await named.ask(message)).toMatchObject({ status: 200 });
    const refused = await named.ask(message, { "mcp-name": "a:c" });
    expect(refused.messages).toMatchObject([{ error: { code: -32020 } }]);
  });

  test("a header of a method without a name is ignored", async () => {
    const discover = { ...call, method: "server/discover", params: {} };
    const named = withHeaders({ "mcp-name": "anything" })(discover);
    expect(await ask(named)).toMatchObject({ status: 200 });
  });
});

test("a refusal quotes the peer on one line, and not at length", async () => {
  const name = `\u2028${"long ".repeat(100)}`;
  const refused = await ask({
    ...call,
    params: { ...call.params, name },
    headers: { ...call.headers, "mcp-name": "a" },
  });
  const [message] = refused.messages;
  const { error } = message as { readonly error: { readonly message: string } };
  expect(error.message).toContain('params.name "\\u2028long long');
  expect(error.message).not.toMatch(/[\u2028\n]/);
  expect(error.message.length).toBeLessThan(200);
});
