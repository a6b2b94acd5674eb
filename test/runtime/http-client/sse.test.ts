import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { UntypedCaller } from "../../../src/runtime/peer/caller.ts";
import {
  toError,
  TransportError,
} from "../../../src/runtime/protocol/errors.ts";
import { httpTransport, HttpError } from "../../../src/runtime/http-client.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { handshakes, newestHandshake } from "../revisions.ts";
import { done, serverWith } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import {
  connectTo,
  createTestClient,
  type TestOptions,
} from "./http-client.ts";
import { json, serve, type Answer } from "./http-server.ts";
import { send, status } from "./session-server.ts";
import { notThere, serveSse } from "./sse-server.ts";

const call = { name: "a" };

const refusing =
  (code: number): Answer =>
  ({ message }, response) => {
    const error = { code: -32600, message: "GET" };
    json(response, { jsonrpc: "2.0", id: message["id"], error }, code);
  };

const silent: Answer = (_, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
};

function failing(url: string, options: TestOptions = {}): Promise<Error> {
  return connectTo(url, options).then(
    () => new Error("it is connected"),
    toError,
  );
}

describe("HTTP with SSE", () => {
  test.each(handshakes)(
    "is spoken to a server of this project, in %s",
    async (revision) => {
      const server = serverWith(async (_params, { peer }) => {
        const roots: unknown = await (peer as UntypedCaller).request(
          "roots/list",
          undefined,
        );
        return { content: [{ type: "text", text: JSON.stringify(roots) }] };
      });
      const running = await listen(server, { port: 0, sse: {} });
      const { client, errors } = await connectTo(
        new URL("/sse", running.url).href,
        {
          revisions: [revision],
          settings: {
            capabilities: { roots: {} },
            handlers: { listRoots: () => ({ roots: [] }) },
          },
        },
      );
      expect(client.protocolVersion).toBe(revision);
      expect(await client.request("tools/call", call)).toMatchObject({
        content: [{ text: '{"roots":[]}' }],
      });
      expect(running.status().streams).toBe(1);
      await client.close();
      await until(() => running.status().streams === 0);
      await running.close();
      expect(errors).toEqual([]);
    },
  );

  test.each([
    ["405", notThere],
    ["404", (_, response) => status(response, 404)],
    ["400", (_, response) => status(response, 400)],
    ["400 with an error", refusing(400)],
    ["405 with an error", refusing(405)],
  ] satisfies [string, Answer][])(
    "is tried where initialize is answered by HTTP %s",
    async (_, posted) => {
      const server = await serveSse({ posted });
      const { client, errors } = await connectTo(server.url);
      expect(await client.request("tools/call", call)).toMatchObject(done);
      const kinds = server.received.map(
        ({ method, message }) => message["method"] ?? method,
      );
      expect(kinds).toEqual([
        "server/discover",
        "initialize",
        "GET",
        "initialize",
        "notifications/initialized",
        "tools/call",
      ]);
      const last = server.received.at(-1);
      expect(last?.headers["mcp-protocol-version"]).toBe(newestHandshake);
      expect(errors).toEqual([]);
    },
  );

  test.each([401, 403, 500])("is not tried after HTTP %i", async (code) => {
    const server = await serveSse({
      posted: ({ message }, response) =>
        status(response, message["method"] === "initialize" ? code : 404),
    });
    expect(await failing(server.url)).toMatchObject({ status: code });
    expect(server.streams).toHaveLength(0);
  });

  test("that is not there either leaves the first error", async () => {
    const server = await serve((_, response) => status(response, 404));
    const error = await failing(server.url);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 404 });
    expect(error.message).toMatch(/POST .*404.* SSE: GET .*404/);
  });

  test("that is not there either leaves the answer that came", async () => {
    const server = await serve(({ method, message }, response) => {
      if (method === "GET") return status(response, 405);
      const error = { code: -32601, message: "no such method" };
      json(response, { jsonrpc: "2.0", id: message["id"], error }, 404);
    });
    expect(await failing(server.url)).toMatchObject({
      kind: "protocol",
      code: -32601,
    });
  });

  test.each([
    [
      "another origin",
      "http://127.0.0.2:9/messages",
      /is at http:\/\/127\.0\.0\.2:9,/,
    ],
    ["another scheme", "https://127.0.0.1/messages", /is at https:/],
    ["no address", "http://", /no URL/],
  ])("refuses an endpoint with %s", async (_, endpoint, reason) => {
    const server = await serveSse({ endpoint });
    const error = await failing(server.url);
    expect(error).toBeInstanceOf(TransportError);
    expect(error.message).toMatch(reason);
    const cut = server.streams[0];
    await until(() => cut?.closed === true);
  });

  test("refuses an endpoint with credentials", async () => {
    const server = await serveSse({
      open: ({ headers }, response) =>
        send(
          response,
          { event: "endpoint" },
          `http://u:p@${headers["host"] ?? ""}/messages?session=1`,
        ),
    });
    const error = await failing(server.url);
    expect(error.message).toMatch(/the endpoint has credentials/);
  });

  test.each<[string, Answer, RegExp]>([
    [
      "another event",
      (_, response) => send(response, {}, "/messages?session=1"),
      /names no endpoint/,
    ],
    [
      "no event",
      (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" }).end();
      },
      /the event stream ended/,
    ],
    ["no stream", (_, response) => json(response, {}), /no event stream/],
  ])("refuses a stream that begins with %s", async (_, open, reason) => {
    const server = await serveSse({ open });
    const error = await failing(server.url);
    expect(error).toBeInstanceOf(TransportError);
    expect(error.message).toMatch(reason);
  });

  test("that names no endpoint is given up", async () => {
    const server = await serveSse({ open: silent });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const failed = failing(server.url);
    while (server.streams.length === 0) await settle();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await failed).toBeInstanceOf(TransportError);
  });

  test("has messages that are given up when the server never takes them", async () => {
    const server = await serveSse({
      take: ({ message }) => message["method"] === "tools/call",
    });
    const { client } = await connectTo(server.url);
    await client.request("ping", undefined);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const failed = client
      .request("tools/call", call, { timeout: 1_000_000 })
      .catch(toError);
    while (server.called("tools/call").length === 0) await settle();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failed).toBeInstanceOf(TransportError);
  });

  test("that names no endpoint keeps nobody waiting who gave up", async () => {
    const server = await serveSse({ open: silent });
    const { client } = createTestClient();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const failed = client
      .connect(httpTransport({ url: server.url }), { timeout: 200 })
      .catch(toError);
    while (server.streams.length === 0) await settle();
    await vi.advanceTimersByTimeAsync(200);
    expect(await failed).toBeInstanceOf(Error);
    // No time passes that could end the stream by itself.
    while (server.streams[0]?.closed !== true) await settle();
  });

  test("ends with its stream: calls fail, and the connection is over", async () => {
    const closed: (Error | undefined)[] = [];
    const server = await serveSse({
      take({ message }, response, stream) {
        if (message["method"] !== "tools/call") return false;
        status(response, 202);
        setTimeout(() => stream.end(), 20);
        return true;
      },
    });
    const { client } = await connectTo(server.url, {
      settings: { onClose: (error) => closed.push(error) },
    });
    await expect(client.request("tools/call", call)).rejects.toThrow(
      TransportError,
    );
    expect(closed).toMatchObject([{ message: /the event stream ended/ }]);
    await expect(client.request("tools/call", call)).rejects.toThrow(
      TransportError,
    );
  });

  test("is opened again by a client that restarts", async () => {
    const server = await serveSse();
    const { client } = createTestClient();
    await client.connect(() => httpTransport({ url: server.url }), {
      restart: { delayMs: 10 },
    });
    await client.request("tools/call", call);
    server.streams[0]?.destroy();
    await until(() => server.streams.length === 2);
    expect(await client.request("tools/call", call)).toMatchObject(done);
  });

  test.each<[string, number, object | undefined, object]>([
    ["a status", 500, undefined, { kind: "transport", status: 500 }],
    ["an error", 400, { code: -32602, message: "no" }, { code: -32602 }],
  ])("has calls that fail for %s", async (_, code, error, expected) => {
    const server = await serveSse({
      take({ message }, response) {
        if (message["method"] !== "tools/call") return false;
        const { id } = message;
        if (error) json(response, { jsonrpc: "2.0", id, error }, code);
        else status(response, code);
        return true;
      },
    });
    const { client } = await connectTo(server.url);
    await expect(client.request("tools/call", call)).rejects.toMatchObject(
      expected,
    );
    // The connection is as good as before.
    await expect(client.request("ping", undefined)).resolves.toBeDefined();
  });
});
