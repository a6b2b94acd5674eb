import { describe, expect, test, vi } from "vitest";
import { INTERNAL_ERROR } from "../../../src/runtime/protocol/errors.ts";
import type { HttpOptions } from "../../../src/runtime/http.ts";
import { notification } from "../revisions.ts";
import { settle, until } from "../wait.ts";
import { done, type Call } from "../tool-server.ts";
import {
  call,
  clientWith,
  messagesOf,
  progressing,
  type TestClient,
} from "./stateless-client.ts";

/** Calls that last until they are released. */
interface Lasting {
  readonly client: TestClient;
  /** The signals of the calls so far. */
  readonly signals: AbortSignal[];
  release(): void;
}

function lasting(options?: HttpOptions): Lasting {
  const signals: AbortSignal[] = [];
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const callTool: Call = async (_params, context) => {
    context.progress(1);
    signals.push(context.signal);
    await released;
    context.progress(2);
    return done;
  };
  return { client: clientWith(callTool, options), signals, release };
}

describe("a client that goes", () => {
  test("cancels its request, and the handler's word is lost", async () => {
    const { client, signals, release } = lasting();
    const response = await client.post(progressing);
    expect(client.handler.status()).toMatchObject({ streams: 1, requests: 1 });
    expect(signals[0]?.aborted).toBe(false);
    await response.body?.cancel();
    expect(signals[0]?.aborted).toBe(true);
    expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
    release();
    await settle();
  });

  test("before there is an answer cancels its request too", async () => {
    const { client, signals } = lasting();
    const leaving = new AbortController();
    void client.post(call(1), {}, leaving.signal);
    await until(() => signals.length === 1);
    expect(signals[0]?.aborted).toBe(false);
    leaving.abort();
    expect(signals[0]?.aborted).toBe(true);
    expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });

  test("because it reads too slowly cancels its request as well", async () => {
    const errors: Error[] = [];
    const cancelled = vi.fn();
    const client = clientWith(
      async (_params, context) => {
        context.signal.addEventListener("abort", cancelled);
        for (let count = 1; count < 1_000 && !context.signal.aborted; count++)
          context.progress(count, undefined, "long ".repeat(100));
        await settle();
        return done;
      },
      { maxBufferedBytes: 10_000, onError: (error) => errors.push(error) },
    );
    const response = await client.post(progressing);
    await expect(response.text()).rejects.toThrow();
    expect(cancelled).toHaveBeenCalledOnce();
    expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
    expect(errors).toEqual([]);
  });

  test("cancels no request of another that has the same id", async () => {
    const { client, signals, release } = lasting();
    const leaving = new AbortController();
    void client.post(call(1), {}, leaving.signal);
    const staying = client.ask(call(1));
    await until(() => signals.length === 2);
    leaving.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    release();
    expect((await staying).messages).toMatchObject([{ id: 1, result: done }]);
  });

  test("has to go: to say that it cancels is not enough, and no other's doing", async () => {
    const { client, signals, release } = lasting();
    const asked = client.ask(call(1));
    await until(() => signals.length === 1);
    const told = notification("notifications/cancelled", { requestId: 1 });
    expect(await client.ask(told)).toMatchObject({ status: 202 });
    expect(signals[0]?.aborted).toBe(false);
    release();
    expect((await asked).messages).toMatchObject([{ id: 1, result: done }]);
  });
});

describe("a server that closes", () => {
  test("lets calls finish, and takes no more", async () => {
    const { client, signals, release } = lasting();
    const asked = client.ask(call(1));
    await until(() => signals.length === 1);
    const closed = client.handler.close();
    expect(await client.ask(call(2))).toMatchObject({ status: 503 });
    release();
    expect(await asked).toMatchObject({ status: 200 });
    await closed;
  });

  test("ends those that take too long, and their handlers hear it", async () => {
    const { client, signals } = lasting();
    const asked = client.ask(call("late"));
    const streaming = await client.post(progressing);
    const next = messagesOf(streaming);
    expect(await next()).toMatchObject({ params: { progress: 1 } });
    await client.handler.close({ graceMs: 5 });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    const answer = await asked;
    expect(answer).toMatchObject({ status: 503 });
    expect(answer.messages).toMatchObject([
      { id: "late", error: { code: INTERNAL_ERROR } },
    ]);
    expect(await next()).toBeUndefined();
  });
});
