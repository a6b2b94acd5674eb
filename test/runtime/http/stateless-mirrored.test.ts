import { describe, expect, test } from "vitest";
import { jsonSchema } from "../../../src/runtime/features/schema/json-schema.ts";
import { defineTool } from "../../../src/runtime/features/tool.ts";
import { all, modernRequest, serverOf } from "../revisions.ts";
import { clientOf, type Headers } from "./stateless-client.ts";

const schema = {
  type: "object",
  properties: {
    region: { type: "string", "x-mcp-header": "Region" },
    size: { type: "integer", "x-mcp-header": "Size" },
    dry: { type: "boolean", "x-mcp-header": "Dry" },
    free: { type: "string" },
    place: {
      type: "object",
      properties: { city: { type: "string", "x-mcp-header": "City" } },
    },
  },
};

const handlers = { callTool: () => ({ content: [] }) };
const server = serverOf(all, { handlers });

/** The status of a call with these arguments and headers. */
async function statusOf(
  args: unknown,
  headers: Headers,
  inputSchema: unknown = schema,
): Promise<number> {
  const client = clientOf(server, { inputSchema: () => inputSchema });
  const params = { name: "a", ...(args !== undefined && { arguments: args }) };
  const message = modernRequest(1, "tools/call", params);
  const { status, messages } = await client.ask(message, headers);
  const [answer] = messages;
  if (status === 200) expect(answer).toHaveProperty("result");
  else expect(answer).toMatchObject({ id: 1, error: { code: -32020 } });
  return status;
}

describe("an argument that is mirrored", () => {
  test.each<[string, unknown, Headers, number]>([
    ["with its header", { region: "us" }, { "mcp-param-region": "us" }, 200],
    [
      "with its header in base64",
      { region: "ü" },
      { "mcp-param-region": "=?base64?w7w=?=" },
      200,
    ],
    ["empty", { region: "" }, { "mcp-param-region": "" }, 200],
    ["without its header", { region: "us" }, {}, 400],
    ["empty without its header", { region: "" }, {}, 400],
    [
      "other than its header",
      { region: "us" },
      { "mcp-param-region": "eu" },
      400,
    ],
    ["in other letters", { region: "us" }, { "mcp-param-region": "US" }, 400],
    [
      "with a header of broken base64",
      { region: "a" },
      { "mcp-param-region": "=?base64?YQ?=" },
      400,
    ],
    [
      "with a header of base64 that it is to the letter",
      { region: "=?base64?YQ==?=" },
      { "mcp-param-region": "=?base64?YQ==?=" },
      400,
    ],
    [
      "with a header of characters that none has",
      { region: "\u00e4" },
      { "mcp-param-region": "\u00e4" },
      400,
    ],
    ["absent", {}, {}, 200],
    ["absent with all others", undefined, {}, 200],
    ["null", { region: null }, {}, 200],
    ["absent with a header", {}, { "mcp-param-region": "us" }, 400],
    ["absent with an empty header", {}, { "mcp-param-region": "" }, 400],
    [
      "null with a header",
      { region: null },
      { "mcp-param-region": "null" },
      400,
    ],
    ["in an object", { place: { city: "x" } }, { "mcp-param-city": "x" }, 200],
    ["in an object without its header", { place: { city: "x" } }, {}, 400],
    ["in an object that is absent", {}, { "mcp-param-city": "x" }, 400],
    ["that is an object", { region: {} }, { "mcp-param-region": "{}" }, 400],
    ["true", { dry: true }, { "mcp-param-dry": "true" }, 200],
    ["false", { dry: false }, { "mcp-param-dry": "false" }, 200],
    [
      "false in other letters",
      { dry: false },
      { "mcp-param-dry": "False" },
      400,
    ],
    ["false as a number", { dry: false }, { "mcp-param-dry": "0" }, 400],
    ["false without its header", { dry: false }, {}, 400],
    ["that is not annotated", { free: "a" }, { "mcp-param-free": "b" }, 200],
    ["that is not known", {}, { "mcp-param-other": "b" }, 200],
  ])("%s", async (_, args, headers, status) => {
    expect(await statusOf(args, headers)).toBe(status);
  });

  test("is never one that all objects have", async () => {
    const properties = {
      constructor: { type: "string", "x-mcp-header": "Region" },
    };
    const inherited = { type: "object", properties };
    expect(await statusOf({}, {}, inherited)).toBe(200);
  });
});

describe("an integer equals its header as a number:", () => {
  test.each<[number, string, number]>([
    [42, "42", 200],
    [42, "42.0", 200],
    [42, " 42 ", 200],
    [42, "=?base64?NDI=?=", 200],
    [-7, "-7", 200],
    [0, "0", 200],
    [0, "-0", 200],
    [Number.MAX_SAFE_INTEGER, "9007199254740991", 200],
    [42, "0x2A", 400],
    [42, "42x", 400],
    [42, "42.5", 400],
    [42, "42.00000000000000000001", 400],
    [42, "+42", 400],
    [42, "042", 400],
    [42, "42.", 400],
    [42, "4.2e1", 400],
    [42, "4 2", 400],
    [42, "43", 400],
    [0, "", 400],
    [0, "false", 400],
    [2 ** 53, "9007199254740992", 400],
    [1.5, "1.5", 400],
  ])("%d and %s: %d", async (size, header, status) => {
    expect(await statusOf({ size }, { "mcp-param-size": header })).toBe(status);
  });
});

test("a schema whose annotations are not sound is reported once, and mirrors nothing", async () => {
  const errors: Error[] = [];
  const unsound = {
    type: "object",
    properties: { size: { type: "number", "x-mcp-header": "Size" } },
  };
  const client = clientOf(server, {
    inputSchema: () => unsound,
    onError: (error) => errors.push(error),
  });
  const params = { name: "a", arguments: { size: 1 } };
  const message = modernRequest(1, "tools/call", params);
  for (const _ of [1, 2])
    expect(await client.ask(message)).toMatchObject({ status: 200 });
  expect(errors).toHaveLength(1);
  expect(errors[0]?.message).toContain("x-mcp-header");
});

test("a tool of the registry tells its schema itself", async () => {
  const input = jsonSchema(schema, { compile: () => () => undefined });
  const echo = defineTool("a", { input }, () => "done");
  const client = clientOf(serverOf(all, { features: [echo] }), {
    inputSchema: () => ({}),
  });
  const params = { name: "a", arguments: { region: "us" } };
  const message = modernRequest(1, "tools/call", params);
  expect(await client.ask(message)).toMatchObject({ status: 400 });
  expect(await client.ask(message, { "mcp-param-region": "us" })).toMatchObject(
    { status: 200 },
  );
});

test.each<[string, () => unknown]>([
  [
    "that cannot be had",
    () => {
      throw new Error("secret");
    },
  ],
  ["that comes later", () => Promise.reject(new Error("secret"))],
])(
  "a schema %s is the server's fault, and not told",
  async (_, inputSchema) => {
    const errors: Error[] = [];
    const onError = (error: Error): unknown => errors.push(error);
    const client = clientOf(server, { inputSchema, onError });
    const message = modernRequest(1, "tools/call", { name: "a" });
    const { status, messages } = await client.ask(message);
    expect(status).toBe(500);
    expect(messages).toMatchObject([{ error: { code: -32603 } }]);
    expect(JSON.stringify(messages)).not.toContain("secret");
    expect(errors).toHaveLength(1);
  },
);
