import { PassThrough } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import * as all from "../../generated/index.ts";
import { createHttpHandler } from "../../src/runtime/http.ts";
import { httpTransport } from "../../src/runtime/http-client.ts";
import { createByteStreamTransport } from "../../src/runtime/stdio/byte-stream.ts";
import type { Context } from "../../src/runtime/index.ts";
import { allowInvalid } from "../support/wire-check.ts";
import { id, widgets } from "./widgets.ts";

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
    allowInvalid("the methods are an extension's");
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
    ).rejects.toMatchObject({
      code: -32602,
      message: "Invalid params: widgetId: expected a string",
    });
    await expect(
      client.widgets.getWidget({ widgetId: "bad" }),
    ).rejects.toMatchObject({ code: -32603 });
    expect(errors).toEqual(["widgets/get: result.widgetId: expected a string"]);
    await client.widgets.notify.widgetTouched({ widgetId: "y" });
    await vi.waitFor(() => expect(heard).toMatchObject([{ widgetId: "y" }]));
    await client.close();
    await end();
  });

  test("a server calls and tells its client by a handler's context", async () => {
    allowInvalid("the methods are an extension's");
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
    allowInvalid("the methods are an extension's");
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
    allowInvalid("the methods are an extension's");
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
    allowInvalid("the methods are an extension's");
    const ends = createEnds(revision, {});
    const { server, client, heard } = ends;
    const end = await ways[way](ends);
    const filter = { widgetIds: ["a", "b"] } as all.ChangeFilter;
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
