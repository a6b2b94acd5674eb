import { describe, expect, test } from "vitest";
import { OpenedSession } from "../../../src/runtime/http/client/session/session.ts";
import { Outbox } from "../../../src/runtime/http/client/post-queue.ts";
import { createHandshakeEra } from "../../../src/runtime/http/client/handshake.ts";
import { serverKey } from "../../../src/runtime/http/client/lifecycle-cache.ts";
import { request } from "../revisions.ts";
import { settle, until } from "../wait.ts";
import { hostOf } from "./client-host.ts";
import { serve } from "./http-server.ts";
import { send, status } from "./session-server.ts";

const url = "http://127.0.0.1:1/mcp";
const notice = { jsonrpc: "2.0", method: "notifications/a" } as const;

describe("what has no answer", () => {
  test("is on its way a hundred times at most, whenever more comes", async () => {
    const open = new Set<() => void>();
    const host = hostOf({
      url,
      fetch: () =>
        new Promise((resolve) => {
          const take = (): void => {
            open.delete(take);
            resolve(new Response(null, { status: 202 }));
          };
          open.add(take);
        }),
    });
    const outbox = new Outbox(host);
    const all = Array.from({ length: 110 }, () => outbox.tell("{}", {}));
    await until(() => open.size === 100);
    const [first] = open;
    first?.();
    // One of them comes between what is taken and what follows it.
    for (let count = 0; count < 50; count++) {
      all.push(outbox.tell("{}", {}));
      await Promise.resolve();
    }
    await settle();
    expect(open.size).toBe(100);
    outbox.close();
    for (const take of open) take();
    await Promise.allSettled(all);
  });

  test("fails when the outbox is closed, also where it waits", async () => {
    const host = hostOf({
      url,
      fetch: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    });
    const outbox = new Outbox(host);
    const all = Array.from({ length: 150 }, () => outbox.tell("{}", {}));
    const settled = Promise.allSettled(all);
    outbox.close();
    const failed = (await settled).filter(
      ({ status }) => status === "rejected",
    );
    expect(failed).toHaveLength(150);
  });

  test("waits for a handshake ten thousand times at most", () => {
    const host = hostOf({ url });
    const session = createHandshakeEra(host);
    const text = JSON.stringify(notice);
    for (let count = 0; count < 10_000; count++) session.send(notice, text);
    expect(host.failures).toEqual([]);
    session.send(notice, text);
    expect(host.failures).toMatchObject([
      [undefined, { message: /too many messages/ }],
    ]);
  });
});

test("what a session is asked is remembered up to a bound", () => {
  const host = hostOf({ url });
  const opened = new OpenedSession(new Headers(), host.receiver, () => {});
  opened.hear(request("x".repeat(2_000), "roots/list"));
  for (let id = 0; id < 10_100; id++) opened.hear(request(id, "roots/list"));
  host.heard.length = 0;
  opened.takeBack("the session ended");
  expect(host.heard).toHaveLength(10_000);
  expect(host.heard[0]).toMatchObject({ params: { requestId: 0 } });
});

test("a second handshake over HTTP with SSE opens no second stream", async () => {
  const server = await serve(({ method }, response) => {
    if (method === "GET")
      return send(response, { event: "endpoint" }, "/messages");
    status(response, 202);
  });
  const host = hostOf({ url: server.url });
  host.options.eras.set(serverKey(host.options.url), "sse");
  const session = createHandshakeEra(host);
  for (const id of [1, 2]) {
    const message = { jsonrpc: "2.0", id, method: "initialize" } as const;
    session.send(message, JSON.stringify(message));
    await until(() => server.called("initialize").length === id);
  }
  const gets = server.received.filter(({ method }) => method === "GET");
  expect(gets).toHaveLength(1);
  await session.close();
});
