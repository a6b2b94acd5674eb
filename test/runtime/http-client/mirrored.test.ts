import { describe, expect, test } from "vitest";
import { ProtocolError } from "../../../src/runtime/protocol/errors.ts";
import { connectTo, type Connected, type TestOptions } from "./http-client.ts";
import {
  discovered,
  failure,
  json,
  result,
  serve,
  type Answer,
  type HttpServer,
  type Received,
} from "./http-server.ts";

const properties = {
  region: { type: "string", "x-mcp-header": "Region" },
  size: { type: "integer", "x-mcp-header": "Size" },
  dry: { type: "boolean", "x-mcp-header": "Dry" },
  free: { type: "string" },
  place: {
    type: "object",
    properties: { city: { type: "string", "x-mcp-header": "City" } },
  },
};

function toolOf(name: string, of: object = properties): object {
  return { name, inputSchema: { type: "object", properties: of } };
}

/** A server that lists these tools, page by page, and takes any call. */
function listing(pages: readonly (readonly object[])[]): Answer {
  return discovered((request, response) => {
    if (request.message["method"] === "tools/call")
      return json(response, result(request, { content: [] }));
    const page = pageOf(request);
    const nextCursor = page + 1 < pages.length ? String(page + 1) : undefined;
    json(response, result(request, { tools: pages[page], nextCursor }));
  });
}

function pageOf({ message }: Received): number {
  const { cursor = "0" } = message["params"] as { readonly cursor?: string };
  return Number(cursor);
}

interface Opened extends Connected {
  readonly server: HttpServer;
}

async function open(answer: Answer, options?: TestOptions): Promise<Opened> {
  const server = await serve(answer);
  return { server, ...(await connectTo(server.url, options)) };
}

function mirroredIn({ headers }: Received): object {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith("mcp-param-")),
  );
}

describe("an argument that a listed tool annotates has a header", () => {
  test.each<[object, object]>([
    [
      {
        region: "us",
        size: 42,
        dry: false,
        free: "x",
        place: { city: "Bern" },
      },
      {
        "mcp-param-region": "us",
        "mcp-param-size": "42",
        "mcp-param-dry": "false",
        "mcp-param-city": "Bern",
      },
    ],
    [{ region: "" }, { "mcp-param-region": "" }],
    [
      { region: "ü", size: -7 },
      { "mcp-param-region": "=?base64?w7w=?=", "mcp-param-size": "-7" },
    ],
    [
      { region: "a\r\nhost: evil" },
      { "mcp-param-region": `=?base64?${btoa("a\r\nhost: evil")}?=` },
    ],
    [{ region: null, size: {}, place: "Bern" }, {}],
    [{}, {}],
  ])("%j", async (args, headers) => {
    const { client, server } = await open(listing([[toolOf("a")]]));
    await client.request("tools/list", {});
    await client.request("tools/call", { name: "a", arguments: args });
    const [call] = server.called("tools/call");
    expect(call && mirroredIn(call)).toEqual(headers);
  });

  test("as the last list has it", async () => {
    const changed = { region: { type: "string", "x-mcp-header": "Zone" } };
    const lists = [toolOf("a"), toolOf("a", changed), toolOf("a", {})];
    const { client, server } = await open(
      discovered((request, response) => {
        const isCall = request.message["method"] === "tools/call";
        const fields = isCall ? { content: [] } : { tools: [lists.shift()] };
        json(response, result(request, fields));
      }),
    );
    for (let count = 0; count < 3; count++) {
      await client.request("tools/list", {});
      await client.request("tools/call", {
        name: "a",
        arguments: { region: "us" },
      });
    }
    expect(server.called("tools/call").map(mirroredIn)).toEqual([
      { "mcp-param-region": "us" },
      { "mcp-param-zone": "us" },
      {},
    ]);
  });
});

describe("a tool whose annotation is not sound", () => {
  const unsound: [string, object][] = [
    ["empty", { a: { type: "string", "x-mcp-header": "" } }],
    ["no name of a header", { a: { type: "string", "x-mcp-header": "a b" } }],
    ["a line break", { a: { type: "string", "x-mcp-header": "a\r\nHost" } }],
    ["of an object", { a: { type: "object", "x-mcp-header": "A" } }],
    ["of a fraction", { a: { type: "number", "x-mcp-header": "A" } }],
    [
      "twice",
      {
        a: { type: "string", "x-mcp-header": "A" },
        b: { type: "string", "x-mcp-header": "a" },
      },
    ],
    [
      "of very many",
      Object.fromEntries(
        Array.from({ length: 20_000 }, (_, index) => [
          `a${index}`,
          { type: "string", "x-mcp-header": `A${index}` },
        ]),
      ),
    ],
    [
      "in a list",
      { a: { type: "array", items: { type: "string", "x-mcp-header": "A" } } },
    ],
  ];
  test.each(unsound)("is left out of lists: %s", async (_, of) => {
    const warnings: Error[] = [];
    const tools = [toolOf("good"), toolOf("bad\n", of), toolOf("fine", {})];
    const { client, errors } = await open(listing([tools]), {
      onWarning: (warning) => warnings.push(warning),
    });
    const list = await client.request("tools/list", {});
    expect(list).toMatchObject({ tools: [{ name: "good" }, { name: "fine" }] });
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('the tool "bad\\n" is left out: '),
    ]);
    expect(errors).toEqual([]);
  });

  test("is told by number where there are many", async () => {
    const warnings: Error[] = [];
    const bad = { a: { type: "string", "x-mcp-header": "" } };
    const tools = Array.from({ length: 500 }, (_, index) =>
      toolOf(`bad ${index}`, bad),
    );
    const { client } = await open(listing([tools]), {
      onWarning: (warning) => warnings.push(warning),
    });
    await client.request("tools/list", {});
    expect(warnings).toHaveLength(5);
    await client.close();
    expect(warnings).toHaveLength(6);
    expect(warnings[5]?.message).toMatch(/^495 more /);
  });

  test("is reported to onError where nobody wants warnings", async () => {
    const bad = toolOf("bad", { a: { type: "string", "x-mcp-header": "" } });
    const { client, errors } = await open(listing([[bad]]));
    expect(await client.request("tools/list", {})).toMatchObject({ tools: [] });
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('the tool "bad" is left out'),
    ]);
  });
});

describe("a call that the server refuses for its headers", () => {
  /** Wants the header, and lists the tool on its second page. */
  function strict(isEverContent = true): Answer {
    const list = listing([
      [toolOf("other")],
      [toolOf("a")],
      [toolOf("never read")],
    ]);
    return (request, response) => {
      const isCall = request.message["method"] === "tools/call";
      const has = isEverContent && request.headers["mcp-param-region"] === "us";
      if (isCall && !has) json(response, failure(request, -32_020), 400);
      else return list(request, response);
    };
  }
  const params = { name: "a", arguments: { region: "us" } };

  test("is repeated once the tool is listed", async () => {
    const { client, server } = await open(strict());
    expect(await client.request("tools/call", params)).toMatchObject({
      content: [],
    });
    expect(server.called("tools/list").map(pageOf)).toEqual([0, 1]);
    const calls = server.called("tools/call");
    expect(calls.map(mirroredIn)).toEqual([{}, { "mcp-param-region": "us" }]);
    const ids = calls.map(({ message }) => message["id"]);
    expect(new Set(ids).size).toBe(2);
  });

  test("is repeated only once", async () => {
    const { client, server } = await open(strict(false));
    const calling = client.request("tools/call", params);
    await expect(calling).rejects.toMatchObject({ code: -32_020 });
    await expect(calling).rejects.toBeInstanceOf(ProtocolError);
    expect(server.called("tools/call")).toHaveLength(2);
  });

  test("has that error when the tools cannot be listed", async () => {
    const { client } = await open(
      discovered((request, response) => {
        const isCall = request.message["method"] === "tools/call";
        json(response, failure(request, isCall ? -32_020 : -32_603), 400);
      }),
    );
    const calling = client.request("tools/call", params);
    await expect(calling).rejects.toMatchObject({ code: -32_020 });
  });

  test("reads no list without an end", async () => {
    const { client, server } = await open(
      discovered((request, response) => {
        if (request.message["method"] === "tools/call")
          return json(response, failure(request, -32_020), 400);
        json(response, result(request, { tools: [], nextCursor: "more" }));
      }),
    );
    const calling = client.request("tools/call", params);
    await expect(calling).rejects.toMatchObject({ code: -32_020 });
    expect(server.called("tools/list")).toHaveLength(100);
  });
});

test("what is remembered of tools is bounded", async () => {
  const many = Array.from({ length: 1_001 }, (_, index) =>
    toolOf(`tool ${index}`),
  );
  const { client, server } = await open(listing([many]));
  await client.request("tools/list", {});
  const args = { arguments: { region: "us" } };
  await client.request("tools/call", { name: "tool 0", ...args });
  await client.request("tools/call", { name: "tool 1000", ...args });
  expect(server.called("tools/call").map(mirroredIn)).toEqual([
    {},
    { "mcp-param-region": "us" },
  ]);
});
