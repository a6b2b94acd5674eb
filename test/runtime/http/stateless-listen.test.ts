import { describe, expect, test } from "vitest";
import type { HttpOptions } from "../../../src/runtime/http.ts";
import { metaKeys } from "../../../src/runtime/protocol/meta-keys.ts";
import {
  all,
  modernRequest,
  notification,
  serverInfo,
  serverOf,
  type TestServer,
} from "../revisions.ts";
import { clientOf, messagesOf, type TestClient } from "./stateless-client.ts";

const capabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
};
const toolsChanged = "notifications/tools/list_changed";
const acknowledged = "notifications/subscriptions/acknowledged";
const updated = "notifications/resources/updated";
const of = (id: unknown): object => ({ [metaKeys.subscriptionId]: id });

interface Listening extends TestClient {
  readonly server: TestServer;
  listen(id: unknown, notifications: object): Promise<Response>;
}

function listening(options?: HttpOptions): Listening {
  const server = serverOf(all, { capabilities });
  const client = clientOf(server, options);
  const listen = (id: unknown, notifications: object): Promise<Response> =>
    client.post(modernRequest(id, "subscriptions/listen", { notifications }));
  return { ...client, server, listen };
}

/** URIs, each another. */
const uris = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `a:${index}`);

describe("subscriptions/listen", () => {
  test("is a stream that says first what it tells, even nothing", async () => {
    const { listen } = listening();
    const response = await listen("s", {
      toolsListChanged: true,
      promptsListChanged: true,
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await messagesOf(response)()).toEqual(
      notification(acknowledged, {
        _meta: of("s"),
        notifications: { toolsListChanged: true },
      }),
    );
    const nothing = messagesOf(await listen(1, {}));
    expect(await nothing()).toMatchObject({ params: { notifications: {} } });
  });

  test("tells each client what it asked for, under its own id", async () => {
    const { listen, server } = listening();
    const tools = messagesOf(await listen(1, { toolsListChanged: true }));
    const both = messagesOf(
      await listen(1, {
        toolsListChanged: true,
        resourceSubscriptions: ["a:b"],
      }),
    );
    const other = messagesOf(
      await listen("1", { resourceSubscriptions: ["a:c"] }),
    );
    for (const next of [tools, both, other])
      expect(await next()).toMatchObject({ method: acknowledged });
    server.publish(updated, { uri: "a:b" });
    server.publish("notifications/prompts/list_changed");
    server.publish(toolsChanged);
    server.publish(updated, { uri: "a:c" });
    expect(await tools()).toEqual(notification(toolsChanged, { _meta: of(1) }));
    expect(await both()).toEqual(
      notification(updated, { uri: "a:b", _meta: of(1) }),
    );
    expect(await both()).toMatchObject({ method: toolsChanged });
    expect(await other()).toEqual(
      notification(updated, { uri: "a:c", _meta: of("1") }),
    );
  });

  test("ends with the client that goes, and with no other", async () => {
    const { listen, server, handler } = listening();
    const leaving = await listen(1, { toolsListChanged: true });
    const staying = messagesOf(await listen(1, { toolsListChanged: true }));
    await staying();
    expect(handler.status()).toMatchObject({ streams: 2, requests: 2 });
    await leaving.body?.cancel();
    expect(handler.status()).toMatchObject({ streams: 1, requests: 1 });
    server.publish(toolsChanged);
    expect(await staying()).toMatchObject({ params: { _meta: of(1) } });
  });

  test("ends with its result when the server closes", async () => {
    const { listen, handler } = listening();
    const ids = [1, 1, "x"];
    const streams = await Promise.all(ids.map((id) => listen(id, {})));
    const closed = handler.close();
    for (const [index, response] of streams.entries()) {
      const next = messagesOf(response);
      expect(await next()).toMatchObject({ method: acknowledged });
      const id = ids[index];
      const _meta = { [metaKeys.serverInfo]: serverInfo, ...of(id) };
      const result = { resultType: "complete", _meta };
      expect(await next()).toEqual({ jsonrpc: "2.0", id, result });
      expect(await next()).toBeUndefined();
    }
    await closed;
    expect(handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });

  test("is kept alive by comments", async () => {
    const { listen } = listening({ keepAliveMs: 5 });
    const response = await listen(1, {});
    const reader = response.body
      ?.pipeThrough(new TextDecoderStream())
      .getReader();
    await reader?.read();
    expect(await reader?.read()).toMatchObject({ value: ":\n\n" });
    await reader?.cancel();
  });

  test("is refused, with a status, where it is not valid", async () => {
    const { ask } = listening();
    const message = modernRequest(1, "subscriptions/listen");
    expect(await ask(message)).toMatchObject({
      status: 400,
      type: "application/json",
      messages: [{ id: 1, error: { code: -32602 } }],
    });
  });
});

describe("bounds", () => {
  test("of streams are those of the host", async () => {
    const { ask, listen, handler } = listening({ maxStreams: 2 });
    const first = await listen(1, {});
    await listen(1, {});
    const message = modernRequest("more", "subscriptions/listen", {
      notifications: {},
    });
    const refused = await ask(message);
    expect(refused).toMatchObject({ status: 503, type: "application/json" });
    expect(refused.messages).toMatchObject([
      { id: "more", error: { code: -32603 } },
    ]);
    expect(handler.status()).toMatchObject({ streams: 2 });
    await first.body?.cancel();
    expect(await listen("more", {})).toMatchObject({ status: 200 });
  });

  test("of streams are not those of one client", async () => {
    const { listen, handler } = listening();
    for (let id = 0; id < 1_001; id++) await listen(id, {});
    expect(handler.status()).toMatchObject({ streams: 1_001 });
  });

  test("of resources are of each stream", async () => {
    const { ask, listen } = listening();
    const most = { resourceSubscriptions: uris(10_000) };
    for (const _ of [1, 2]) await listen(1, most);
    const more = { resourceSubscriptions: uris(10_001) };
    const message = modernRequest(1, "subscriptions/listen", {
      notifications: more,
    });
    expect(await ask(message)).toMatchObject({
      status: 400,
      messages: [{ id: 1, error: { code: -32600 } }],
    });
  });

  test("of a stream that was refused count for nothing", async () => {
    const { ask, handler } = listening({ maxStreams: 1 });
    const message = modernRequest(1, "subscriptions/listen");
    for (const _ of [1, 2, 3])
      expect(await ask(message)).toMatchObject({ status: 400 });
    expect(handler.status()).toMatchObject({ streams: 0 });
  });
});
