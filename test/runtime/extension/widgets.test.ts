import { PassThrough } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import * as all from "../../../generated/index.ts";
import { createHttpHandler } from "../../../src/runtime/http.ts";
import { httpTransport } from "../../../src/runtime/http-client.ts";
import {
  defineExtension,
  type ExtensionRows,
  type ExtensionTypes,
} from "../../../src/runtime/extension.ts";
import { createByteStreamTransport } from "../../../src/runtime/stdio/byte-stream.ts";
import type { Context } from "../../../src/runtime/index.ts";
import { modernRequest } from "../revisions.ts";
import { wireTo } from "../wire.ts";
import { allowInvalid } from "../../support/wire-check.ts";
import { id, widgets } from "./widgets.ts";
import { patient } from "../wait.ts";

const info = { name: "test", version: "1" };
const revisions = ["2026-07-28", "2025-11-25"] as const;
type Revision = (typeof revisions)[number];

/** A server and a client that name the extension, or do not. */
function createEnds(
  revision: Revision,
  { server: s = true, client: c = true },
) {
  const heard: unknown[] = [];
  const errors: string[] = [];
  const served = widgets.with({
    settings: { depth: 2 },
    handlers: {
      getWidget: ({ widgetId }) =>
        widgetId === "bad"
          ? { colour: "red" }
          : { widgetId, ttlMs: 5, resultType: "complete" },
      countWidgets: () => ({ count: 3 }),
      widgetTouched: (params) => void heard.push(params),
    },
  });
  const server = all.createServer({
    info,
    revisions: [revision],
    extensions: s ? [served] : [],
    handlers: {
      async callTool({ name }, context) {
        // A result that no type of the core has.
        if (/^(widget|gadget)$/.test(name))
          return { resultType: name, widgetId: "a" } as never;
        const text = JSON.stringify(await inCall(name, context));
        return { content: [{ type: "text", text }] };
      },
    },
    onError: (error) => errors.push(error.message),
  });
  const used = widgets.with({
    clientHandlers: {
      showWidget: ({ widgetId }) => ({ shown: widgetId === "a" }),
      countWidgets: () => ({ count: 7 }),
      widgetChanged: (params) => void heard.push(params),
    },
  });
  const client = all.createClient({
    info,
    revisions: [revision],
    extensions: c ? [used] : [],
    onError: (error) => errors.push(error.message),
  });
  return { server, client, heard, errors };
}

async function inCall(name: string, context: Context): Promise<unknown> {
  const peer = widgets.of(context);
  if (name === "shows") return peer.showWidget({ widgetId: "a" });
  if (name === "counts") return peer.countWidgets();
  await peer.notify.widgetChanged({ widgetId: name });
  return "told";
}

type Ends = ReturnType<typeof createEnds>;

/** How a server and a client come together; each gives what ends it beside the client. */
const ways = {
  async memory({ server, client }: Ends) {
    await all.connect(server, client);
    return () => {};
  },
  async stdio({ server, client }: Ends) {
    const [there, back] = [new PassThrough(), new PassThrough()];
    server.connect(createByteStreamTransport(there, back));
    await client.connect(createByteStreamTransport(back, there));
    return () => {};
  },
  async http({ server, client }: Ends, headers: (string | null)[] = []) {
    const handler = createHttpHandler(server);
    const url = "http://127.0.0.1/";
    const fetched = (url: string | URL, init?: RequestInit) => {
      const request = new Request(url, init);
      headers.push(request.headers.get("mcp-name"));
      return handler(request);
    };
    await client.connect(httpTransport({ url, fetch: fetched }));
    return () => handler.close();
  },
};

const cases = revisions.flatMap((revision) =>
  (["memory", "stdio", "http"] as const).map((way) => ({ revision, way })),
);

describe.each(cases)("in $revision, over $way", ({ revision, way }) => {
  const isStateless = revision === "2026-07-28";

  test("methods of an extension are typed, dispatched and checked like any other", async () => {
    if (isStateless) allowInvalid("nobody else sends such from a client");
    const ends = createEnds(revision, {});
    const { client, heard, errors } = ends;
    const end = await ways[way](ends);
    expect(client.serverCapabilities).toMatchObject({
      extensions: { [id]: { depth: 2 } },
    });
    await expect(
      client.widgets.getWidget({ widgetId: "x" }),
    ).resolves.toMatchObject({ widgetId: "x", ttlMs: 5 });
    await expect(client.widgets.countWidgets()).resolves.toMatchObject({
      count: 3,
    });
    await expect(
      client.request("widgets/get", { widgetId: 1 }),
    ).rejects.toMatchObject(
      // A header repeats it, and comes first.
      isStateless && way === "http"
        ? { code: -32020 }
        : {
            code: -32602,
            message: "Invalid params: widgetId: expected a string",
          },
    );
    await expect(
      client.widgets.getWidget({ widgetId: "bad" }),
    ).rejects.toMatchObject({ code: -32603 });
    expect(errors).toEqual(["widgets/get: result.widgetId: expected a string"]);
    await client.widgets.notify.widgetTouched({ widgetId: "y" });
    await vi.waitFor(
      () => expect(heard).toMatchObject([{ widgetId: "y" }]),
      patient,
    );
    await client.close();
    await end();
  });

  test("a server calls and tells its client by a handler's context", async () => {
    const ends = createEnds(revision, {});
    const { client, heard } = ends;
    const end = await ways[way](ends);
    const told = client.callTool({ name: "tells" });
    if (isStateless)
      // It is for those alone who subscribed.
      await expect(told).rejects.toMatchObject({ code: -32601 });
    else {
      await expect(told).resolves.toMatchObject({
        content: [{ text: '"told"' }],
      });
      expect(heard).toMatchObject([{ widgetId: "tells" }]);
    }
    for (const [name, text] of [
      ["shows", '{"shown":true}'],
      ["counts", '{"count":7}'],
    ] as const) {
      const called = client.callTool({ name });
      if (isStateless)
        await expect(called).rejects.toMatchObject({
          message: expect.stringMatching(/is no request to a client in/),
        });
      else await expect(called).resolves.toMatchObject({ content: [{ text }] });
    }
    await client.close();
    await end();
  });

  test("a result of the extension is valid, and of another it is not", async () => {
    if (!isStateless) allowInvalid("the result is an extension's");
    const ends = createEnds(revision, {});
    const { client, errors } = ends;
    const end = await ways[way](ends);
    await expect(client.callTool({ name: "widget" })).resolves.toMatchObject({
      resultType: "widget",
      widgetId: "a",
    });
    await expect(client.callTool({ name: "gadget" })).rejects.toMatchObject({
      code: -32603,
    });
    expect(errors).toEqual([
      "tools/call: result.resultType: no result type matches",
    ]);
    await client.close();
    await end();
  });

  test("who did not declare it is refused, each way", async () => {
    allowInvalid("the client does not know the methods");
    const undeclared = {
      code: -32021,
      data: { requiredCapabilities: { extensions: { [id]: {} } } },
    };
    const ends = createEnds(revision, { client: false });
    const { client } = ends;
    const end = await ways[way](ends);
    const get = client.request("widgets/get", { widgetId: "x" });
    const code = isStateless ? -32021 : -32600;
    await expect(get).rejects.toMatchObject({ ...undeclared, code });
    // What is not gated is for everybody.
    await expect(client.request("widgets/count")).resolves.toMatchObject({
      count: 3,
    });
    for (const name of ["tells", "widget", ...(isStateless ? [] : ["shows"])])
      await expect(client.callTool({ name }), name).rejects.toMatchObject({
        code,
      });
    await client.close();
    await end();

    const other = createEnds(revision, { server: false });
    const endOther = await ways[way](other);
    await expect(
      other.client.widgets.getWidget({ widgetId: "x" }),
    ).rejects.toMatchObject({ ...undeclared, code });
    await expect(
      other.client.widgets.notify.widgetTouched({ widgetId: "x" }),
    ).rejects.toMatchObject({ ...undeclared, code });
    await other.client.close();
    await endOther();
  });

  test("a server tells those who asked for it, by name", async () => {
    const ends = createEnds(revision, {});
    const { server, client, heard } = ends;
    const end = await ways[way](ends);
    const filter: object = { widgetIds: ["a", "b"] };
    const subscription = await client.listen(filter);
    expect(subscription.notifications).toEqual(filter);
    for (const widgetId of ["c", "a", "b"])
      server.widgets.notify.widgetChanged({ widgetId });
    const changes = subscription[Symbol.asyncIterator]();
    const ids = [await changes.next(), await changes.next()].map(
      ({ value }) => value.params.widgetId,
    );
    expect(ids).toEqual(["a", "b"]);
    expect(heard).toHaveLength(isStateless ? 2 : 3);
    await subscription.close();
    await client.close();
    await end();
  });
});

test("a name that is taken twice, or by a member, is refused at once", () => {
  const other = { ...widgets, id: "com.example/others" } as const;
  const create = (...extensions: (typeof widgets)[]) => [
    () => all.createServer({ info, extensions }),
    () => all.createClient({ info, extensions }),
  ];
  for (const making of create(widgets, widgets))
    expect(making).toThrow(
      'extensions: two have the id "com.example/widgets" or the name "widgets"',
    );
  for (const making of create(widgets, other))
    expect(making).toThrow(/^extensions: two have the id/);
  for (const making of create(widgets, { ...widgets, name: "others" as never }))
    expect(making).toThrow(/^extensions: two have the id/);
  for (const name of ["connect", "constructor", "then"])
    for (const making of create({ ...widgets, name: name as never }))
      expect(making).toThrow(
        `extensions: com.example/widgets has the name "${name}", which is taken`,
      );
});

test("a method that two extensions have, or the revision itself, is refused at once", () => {
  const message = { handler: "x", direction: "both" } as const;
  const having = (requests: object, notifications: object) => {
    const rows = { requests, notifications } as ExtensionRows;
    const both = { server: rows, client: rows };
    const revisions = { "2025-11-25": both, "2026-07-28": both };
    return defineExtension({
      id: "com.example/other",
      name: "other",
      revisions,
    });
  };
  for (const [other, whose, method] of [
    [having({ "widgets/get": message }, {}), id, "widgets/get"],
    [
      having({}, { "notifications/widgets": message }),
      id,
      "notifications/widgets",
    ],
    [having({}, { "widgets/get": message }), id, "widgets/get"],
    [
      having({ "tools/call": message }, {}),
      "the protocol itself",
      "tools/call",
    ],
  ] as const) {
    const extensions = [widgets, other];
    const why = new TypeError(
      `extensions: ${whose} and com.example/other both have the method "${method}" in 2026-07-28`,
    );
    expect(() => all.createServer({ info, extensions })).toThrow(why);
    expect(() => all.createClient({ info, extensions })).toThrow(why);
  }
  const alone = having({ "other/get": message }, {});
  expect(() =>
    all.createServer({ info, extensions: [widgets, alone] }),
  ).not.toThrow();
});

test("what an extension tells without a subscription says how a client without a session hears it", async () => {
  const rows = {
    requests: {},
    notifications: {
      "news/told": { handler: "newsTold", direction: "serverToClient" },
    },
  } as const;
  const revisions = { "2026-07-28": { server: rows, client: rows } };
  interface Told {
    readonly publisher: { readonly notify: { newsTold(params: object): void } };
  }
  const news = defineExtension<"news", Told & ExtensionTypes>({
    id: "com.example/news",
    name: "news",
    revisions,
  });
  const errors: string[] = [];
  const server = all.createServer({
    info,
    extensions: [news],
    onError: ({ message }) => errors.push(message),
  });
  const wire = wireTo(server);
  await wire.ask(modernRequest(1, "server/discover", {}, {}));
  server.news.notify.newsTold({ at: 1 });
  server.news.notify.newsTold({ at: 2 });
  expect(errors).toEqual([
    "news/told is not sent: without a handshake, clients hear it within their calls alone; use news.of(context).notify.newsTold before the handler returns, or give the extension a fact of its subscription (`subscriptions`)",
  ]);
});

test("over HTTP the name of what is meant stands in a header", async () => {
  const ends = createEnds("2026-07-28", {});
  const names: (string | null)[] = [];
  const end = await ways.http(ends, names);
  await ends.client.widgets.getWidget({ widgetId: "näme" });
  expect(names.at(-1)).toBe("=?base64?bsOkbWU=?=");
  await ends.client.close();
  await end();
});

test("it is declared per request: one connection carries those who do and do not", async () => {
  const { server } = createEnds("2026-07-28", {});
  const wire = wireTo(server);
  const ask = (at: number, method: string, params: object, extensions = {}) =>
    wire.ask(modernRequest(at, method, { ...params }, { extensions }));
  const get = { widgetId: "x" };
  const listen = { notifications: { widgetIds: ["x"] } };
  const refused = {
    error: {
      code: -32021,
      message: `The client does not declare what this needs: extensions.${id}`,
      data: { requiredCapabilities: { extensions: { [id]: {} } } },
    },
  };
  const declared = { [id]: {} };
  expect(await ask(1, "widgets/get", get)).toMatchObject(refused);
  expect(await ask(2, "widgets/get", get, declared)).toMatchObject({
    result: get,
  });
  expect(await ask(3, "widgets/get", get)).toMatchObject(refused);
  expect(await ask(4, "tools/call", { name: "widget" })).toMatchObject(refused);
  expect(await ask(5, "subscriptions/listen", listen)).toMatchObject(refused);
  for (const [at, widgetIds] of [
    "x",
    [1],
    Array.from({ length: 10_001 }, String),
    ["x".repeat(300_000)],
  ].entries())
    expect(
      await ask(
        6 + at,
        "subscriptions/listen",
        { notifications: { widgetIds } },
        declared,
      ),
    ).toMatchObject({ error: { code: -32602 } });
});
