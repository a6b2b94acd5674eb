import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { TransportError } from "../../../src/runtime/protocol/errors.ts";
import type { Subscription } from "../../../src/runtime/client/subscriptions/subscription.ts";
import { metaKeys } from "../../../src/runtime/protocol/meta-keys.ts";
import { connectTo } from "./http-client.ts";
import {
  discovered,
  event,
  result,
  serve,
  stream,
  type Answer,
  type HttpServer,
  type Received,
} from "./http-server.ts";
import { patient } from "../wait.ts";

const capabilities = { tools: { listChanged: true } };
const filter = { toolsListChanged: true };
const method = "notifications/tools/list_changed";

/** Acknowledges a subscription and tells one change. */
function begin({ message }: Received, response: ServerResponse): void {
  stream(response);
  const _meta = { [metaKeys.subscriptionId]: message["id"] };
  const acknowledged = { _meta, notifications: filter };
  event(response, {
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: acknowledged,
  });
  event(response, { jsonrpc: "2.0", method, params: { _meta } });
}

/** A server that answers one subscription after the other so; the last for all that follow. */
function answering(...answers: readonly Answer[]): Promise<HttpServer> {
  let count = 0;
  return serve(
    discovered((request, response) => {
      const answer = answers[Math.min(count++, answers.length - 1)];
      return answer?.(request, response);
    }, capabilities),
  );
}

const cut: Answer = (request, response) => {
  begin(request, response);
  setTimeout(() => response.destroy(), 20);
};

const end: Answer = (request, response) => {
  begin(request, response);
  const _meta = { [metaKeys.subscriptionId]: request.message["id"] };
  event(response, result(request, { _meta }));
  response.end();
};

const refuse: Answer = (_, response) => void response.writeHead(503).end();

async function changes(subscription: Subscription): Promise<string[]> {
  const heard: string[] = [];
  for await (const change of subscription) heard.push(change.method);
  return heard;
}

describe("a stream of changes", () => {
  test("that ends is at its end", async () => {
    const { url, called } = await answering(end);
    const { client } = await connectTo(url);
    const subscription = await client.listen(filter, { reconnect: true });
    expect(subscription.notifications).toEqual(filter);
    expect(await changes(subscription)).toEqual([method]);
    expect(await subscription.closed).toBeUndefined();
    expect(called("subscriptions/listen")).toHaveLength(1);
  });

  test("that breaks ends with the error", async () => {
    const { url, called } = await answering(cut);
    const { client } = await connectTo(url);
    const subscription = await client.listen(filter);
    expect(await changes(subscription)).toEqual([method]);
    expect(await subscription.closed).toBeInstanceOf(TransportError);
    expect(called("subscriptions/listen")).toHaveLength(1);
  });

  test("that breaks is opened again where that is wanted", async () => {
    const { url, called } = await answering(cut, refuse, cut, begin);
    const { client } = await connectTo(url);
    const subscription = await client.listen(filter, { reconnect: true });
    const heard: string[] = [];
    for await (const change of subscription) {
      heard.push(change.method);
      if (heard.length === 3) break;
    }
    expect(called("subscriptions/listen")).toHaveLength(4);
    await subscription.close();
    expect(await subscription.closed).toBeUndefined();
  });

  test.each([
    ["breaks", cut],
    ["is refused", refuse],
  ])("is opened again ever later while it %s", async (_, answer) => {
    const { url, called } = await answering(cut, answer);
    const { client } = await connectTo(url);
    const begun = performance.now();
    await client.listen(filter, { reconnect: true });
    await expect
      .poll(() => called("subscriptions/listen").length, patient)
      .toBe(5);
    // After 50, 100, 200 and 400 ms.
    expect(performance.now() - begun).toBeGreaterThan(740);
  });

  test("is not opened again once it is closed, or the client", async () => {
    for (const by of ["subscription", "client"] as const) {
      const { url, called } = await answering(cut);
      const { client } = await connectTo(url);
      const subscription = await client.listen(filter, { reconnect: true });
      const closing = by === "client" ? client : subscription;
      await new Promise((resolve) => setTimeout(resolve, 30));
      await closing.close();
      const count = called("subscriptions/listen").length;
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(called("subscriptions/listen")).toHaveLength(count);
      expect(await subscription.closed).toBeUndefined();
    }
  });

  test("that the server refuses when it breaks is over", async () => {
    const { url } = await answering(cut, (request, response) => {
      const error = { code: -32_603, message: "no more" };
      const { id } = request.message;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
    });
    const { client } = await connectTo(url);
    const subscription = await client.listen(filter, { reconnect: true });
    expect(await subscription.closed).toMatchObject({ code: -32_603 });
  });

  test("that cannot be opened is an error at once", async () => {
    const { url, called } = await answering(refuse);
    const { client } = await connectTo(url);
    const listening = client.listen(filter, { reconnect: true });
    await expect(listening).rejects.toMatchObject({ status: 503 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(called("subscriptions/listen")).toHaveLength(1);
  });

  test("is closed by its client", async () => {
    let isClosed = false;
    const { url, called } = await answering((request, response) => {
      response.on("close", () => (isClosed = true));
      begin(request, response);
    });
    const { client } = await connectTo(url);
    const subscription = await client.listen(filter);
    await subscription.close();
    await expect.poll(() => isClosed, patient).toBe(true);
    expect(called("notifications/cancelled")).toEqual([]);
  });
});
