import { describe, expect, test } from "vitest";
import type { UntypedCaller } from "../../../src/runtime/peer/caller.ts";
import type { Context } from "../../../src/runtime/peer/context.ts";
import { cancel } from "../revisions.ts";
import { call, done, type Call } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import { clientWith, eventsOf, messagesOf, typeOf } from "./session-client.ts";

describe("a call", () => {
  test("that is taken back ends its answer without a message", async () => {
    let aborted = false;
    const client = await clientWith(
      (_params, { signal }) =>
        new Promise(() =>
          signal.addEventListener("abort", () => (aborted = true)),
        ),
    );
    const events = eventsOf(await client.post(call));
    await events.next();
    await client.post(cancel(1));
    expect(await events.rest()).toEqual([]);
    expect(aborted).toBe(true);
  });

  test("that is taken back before there is a stream has an empty one", async () => {
    const client = await clientWith(() => new Promise(() => {}), {
      eventStore: false,
    });
    const posted = client.post(call);
    await settle();
    await client.post(cancel(1));
    const response = await posted;
    expect(typeOf(response)).toBe("text/event-stream");
    expect(await response.text()).toBe("");
  });

  test("is not taken back by a client that goes", async () => {
    let signal: AbortSignal | undefined;
    let finish: (result: unknown) => void = () => {};
    const client = await clientWith((_params, context) => {
      ({ signal } = context);
      return new Promise((resolve) => (finish = resolve));
    });
    await eventsOf(await client.post(call)).cut();
    await settle();
    expect(signal?.aborted).toBe(false);
    finish(done);
    await settle();
    expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });

  test("is cancelled when its session is deleted", async () => {
    const signals: AbortSignal[] = [];
    const hangs: Call = (_params, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const client = await clientWith(hangs);
    const events = eventsOf(await client.post(call));
    await client.delete();
    const [first] = await events.rest();
    expect(first?.data).toBe("");
    const silent = await clientWith(hangs, { eventStore: false });
    const posted = silent.post(call);
    await until(() => signals.length === 2);
    await silent.delete();
    expect((await posted).status).toBe(404);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test("sends on its own stream, and behind its answer on the session's", async () => {
    let log: Context["log"] | undefined;
    const client = await clientWith((_params, context) => {
      log = context.log.bind(context);
      log("info", "before");
      return done;
    });
    const listening = eventsOf(await client.get());
    const events = await eventsOf(await client.post(call)).rest();
    expect(messagesOf(events)).toMatchObject([
      { params: { data: "before" } },
      { result: done },
    ]);
    log?.("info", "behind");
    expect(await listening.message()).toMatchObject({
      params: { data: "behind" },
    });
    await listening.cut();
  });

  test("asks its client for no longer than it wants to wait", async () => {
    const client = await clientWith(async (_params, context: Context) => {
      const peer = context.peer as UntypedCaller;
      const asking = peer.request("roots/list", undefined, { timeout: 20 });
      const text = await asking.catch((error: unknown) => String(error));
      return { content: [{ type: "text", text }] };
    });
    const events = eventsOf(await client.post(call));
    expect(messagesOf(await events.rest()).at(-1)).toMatchObject({
      result: { content: [{ text: expect.stringContaining("within 20 ms") }] },
    });
  });
});
