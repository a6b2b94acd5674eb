import type { ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  TimeoutError,
  TransportError,
} from "../../../src/runtime/protocol/errors.ts";
import { Pace } from "../../../src/runtime/http/client/events/follow-stream.ts";
import { HttpError } from "../../../src/runtime/http-client.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { newestHandshake, notification } from "../revisions.ts";
import { done, serverWith } from "../tool-server.ts";
import { connectTo, type TestOptions } from "./http-client.ts";
import { type Answer, type Received } from "./http-server.ts";
import { call, primed, quick, resumed } from "./session-client.ts";
import {
  resultOf,
  send,
  serveSessions,
  status,
  type SessionScript,
  type SessionServer,
} from "./session-server.ts";

/** A server that says what was missed; it has no other stream. */
function comingBack(answer: Answer): Answer {
  return (request, response) =>
    request.headers["last-event-id"] === undefined
      ? status(response, 405)
      : answer(request, response);
}

/** The answer to the call that came last, as an event. */
function answerLast(
  server: SessionServer,
  response: ServerResponse,
  id: string,
): void {
  const last = server.seen("tools/call").at(-1);
  if (!last) throw new Error("there is a call");
  send(response, { id }, resultOf(last, done));
  response.end();
}

interface Resumed {
  readonly server: SessionServer;
  readonly outcome: Promise<unknown>;
  readonly errors: readonly Error[];
}

/** Calls a server whose stream ends early. */
async function resume(
  call: Answer,
  get: (
    server: SessionServer,
    request: Received,
    response: ServerResponse,
  ) => void,
  options: TestOptions = quick,
  timeout = 10_000,
): Promise<Resumed> {
  const script: SessionScript = {
    call,
    get: comingBack((request, response) => get(server, request, response)),
  };
  const server: SessionServer = await serveSessions(script);
  const { client, errors } = await connectTo(server.url, options);
  const outcome = client
    .request("tools/call", { name: "a" }, { timeout })
    .catch((error: unknown) => error);
  return { server, outcome, errors };
}

describe("a stream that ends without the answer", () => {
  test.each<[string, Answer]>([
    ["is resumed", primed],
    [
      "is resumed when it breaks, too",
      (_, response) => {
        send(response, { id: "e0" });
        send(response, { id: "e1" }, notification("notifications/unknown"));
        setTimeout(() => response.destroy(), 20);
      },
    ],
  ])("%s, behind the last event", async (_, answer) => {
    const { server, outcome, errors } = await resume(
      answer,
      (running, _request, response) => answerLast(running, response, "e2"),
    );
    expect(await outcome).toMatchObject(done);
    expect(resumed(server)).toEqual(["e1"]);
    const [get] = server
      .seen("GET")
      .filter(({ headers }) => headers["last-event-id"]);
    expect(get?.headers).toMatchObject({
      accept: "text/event-stream",
      "mcp-session-id": "s1",
      "mcp-protocol-version": newestHandshake,
    });
    expect(server.seen("tools/call")).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test("is resumed after the time that the server names", async () => {
    let ended = 0;
    let returned = 0;
    const { outcome } = await resume(
      (_, response) => {
        send(response, { id: "e1", retry: 300 });
        response.end();
        ended = performance.now();
      },
      (server, _, response) => {
        returned = performance.now();
        answerLast(server, response, "e2");
      },
    );
    await outcome;
    expect(returned - ended).toBeGreaterThanOrEqual(295);
  });

  test("is not resumed in a hurry, whatever the server names", async () => {
    let at = 0;
    const pauses: number[] = [];
    const { outcome } = await resume(
      (_, response) => {
        send(response, { id: "e0", retry: 0 });
        response.end();
        at = performance.now();
      },
      (server, _, response) => {
        pauses.push(performance.now() - at);
        if (pauses.length === 3) return answerLast(server, response, "e9");
        send(response, { id: `e${pauses.length}` });
        response.end();
        at = performance.now();
      },
      { reconnect: { delayMs: 120_000, maxDelayMs: 120_000 } },
      60_000,
    );
    // Nor does the client's own delay count, with which the call would be over.
    expect(await outcome).toMatchObject(done);
    expect(pauses).toHaveLength(3);
    for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(95);
  });

  test.each([
    [300, 1_000, 300],
    [1e15, 1_000, 1_000],
    [1e15, 0, 0],
    [Infinity, 60, 60],
    [undefined, 60, 60],
    [0, 1_000, 100],
  ])(
    "after the %s ms that the server names, with %i ms at most, is resumed after %i ms",
    async (retryMs, maxDelayMs, expected) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      onTestFinished(() => void vi.useRealTimers());
      const pace = new Pace({ attempts: 2, delayMs: 200, maxDelayMs });
      const { signal } = new AbortController();
      const waited = vi.fn();
      void pace.wait(retryMs, signal).then(waited);
      await vi.advanceTimersByTimeAsync(Math.max(expected - 1, 0));
      if (expected > 0) expect(waited).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(waited).toHaveBeenCalledWith(true);
      // Nor the next time, when it waits longer.
      void pace.wait(retryMs, signal).then(waited);
      await vi.advanceTimersByTimeAsync(maxDelayMs + 1);
      expect(waited).toHaveBeenCalledTimes(2);
    },
  );

  test("is resumed within the longest delay, whatever the server names", async () => {
    const { outcome } = await resume(
      (_, response) => {
        send(response, { id: "e1", retry: 1e15 });
        response.end();
      },
      (running, _, response) => answerLast(running, response, "e2"),
      { reconnect: { maxDelayMs: 20 } },
    );
    expect(await outcome).toMatchObject(done);
  });

  test.each<[string, Answer]>([
    [
      "there is no event to come back to",
      (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end("data: 1\n\n: no id");
      },
    ],
    [
      "the server takes the id back",
      (_, response) => {
        send(response, { id: "e1" });
        send(response, { id: "" });
        response.end();
      },
    ],
    [
      "no header can carry the id",
      (_, response) => {
        send(response, { id: "€" });
        response.end();
      },
    ],
    [
      "no server reads such an id",
      (_, response) => {
        send(response, { id: "e".repeat(5_000) });
        response.end();
      },
    ],
  ])("is an error when %s", async (_, answer) => {
    const { server, outcome } = await resume(answer, (running, __, response) =>
      answerLast(running, response, "e2"),
    );
    expect(await outcome).toBeInstanceOf(TransportError);
    expect(resumed(server)).toEqual([]);
  });

  test("is resumed from where each connection came to", async () => {
    const { server, outcome } = await resume(primed, (running, _, response) => {
      const count = resumed(running).length;
      if (count === 5) return answerLast(running, response, "e9");
      send(response, { id: `e${count + 1}` });
      response.end();
    });
    expect(await outcome).toMatchObject(done);
    // More often than attempts in a row are: each brought something.
    expect(resumed(server)).toEqual(["e1", "e2", "e3", "e4", "e5"]);
  });

  test("is given up when it brings nothing any more", async () => {
    const { server, outcome } = await resume(primed, (_, request, response) => {
      send(response, { id: request.headers["last-event-id"] ?? "" });
      response.end();
    });
    expect(await outcome).toBeInstanceOf(TransportError);
    expect(resumed(server)).toEqual(["e1", "e1", "e1"]);
  });

  test("is tried again while the server has trouble, each time later", async () => {
    const times: number[] = [];
    const { server, outcome } = await resume(
      primed,
      (_, _request, response) => {
        times.push(performance.now());
        if (times.length === 1) return status(response, 503);
        if (times.length === 2) return void response.destroy();
        status(response, 500);
      },
      { reconnect: { delayMs: 40, attempts: 4 } },
    );
    expect(await outcome).toMatchObject({ status: 500 });
    expect(resumed(server)).toHaveLength(4);
    const [first = 0, second = 0, third = 0, fourth = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(75);
    expect(third - second).toBeGreaterThanOrEqual(155);
    expect(fourth - third).toBeGreaterThanOrEqual(315);
  });

  test.each([204, 400, 404, 405])(
    "is an error when the server answers HTTP %i",
    async (code) => {
      const { server, outcome } = await resume(
        primed,
        (_, _request, response) => status(response, code),
      );
      expect(await outcome).toBeInstanceOf(HttpError);
      expect(await outcome).toMatchObject({ status: code });
      expect(resumed(server)).toHaveLength(1);
      expect(server.seen("tools/call")).toHaveLength(1);
    },
  );

  test("is resumed for nobody who does not wait", async () => {
    let end = (): void => {};
    const { server, outcome } = await resume(
      (_, response) => {
        send(response, { id: "e1" });
        end = () => void response.end();
      },
      (running, _, response) => answerLast(running, response, "e2"),
      quick,
      50,
    );
    expect(await outcome).toBeInstanceOf(TimeoutError);
    end();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(resumed(server)).toEqual([]);
  });
});

describe("what comes again", () => {
  test("is heard once, in order", async () => {
    const progress = (n: number) =>
      notification("notifications/progress", {
        progressToken: "p",
        progress: n,
      });
    const heard: unknown[] = [];
    const server: SessionServer = await serveSessions({
      call(_, response) {
        send(response, { id: "e1" }, progress(1));
        send(response, { id: "e2" }, progress(2));
        response.end();
      },
      get: comingBack((_, response) => {
        // A server that begins anew, whatever it was told.
        for (const n of [1, 2, 3]) send(response, { id: `e${n}` }, progress(n));
        answerLast(server, response, "e4");
      }),
    });
    const { client } = await connectTo(server.url, {
      ...quick,
      settings: {
        handlers: {
          progress: (params: { progress: number }) =>
            void heard.push(params.progress),
        },
      },
    });
    expect(await client.request("tools/call", call)).toMatchObject(done);
    expect(heard).toEqual([1, 2, 3]);
  });
});

test("each stream has its own place", async () => {
  const server: SessionServer = await serveSessions({
    call(request, response) {
      const { name } = request.message["params"] as { name: string };
      send(response, { id: `${name}-1` });
      response.end();
    },
    get: comingBack((request, response) => {
      const id = request.headers["last-event-id"] ?? "";
      const called = server.seen("tools/call").find(({ message }) => {
        const { name } = message["params"] as { name: string };
        return id === `${name}-1`;
      });
      if (!called) return status(response, 400);
      const content = [{ type: "text", text: id }];
      send(response, { id: `${id}-2` }, resultOf(called, { content }));
      response.end();
    }),
  });
  const { client } = await connectTo(server.url, quick);
  const names = ["a", "b", "c", "d"];
  const results = await Promise.all(
    names.map((name) => client.request("tools/call", { name })),
  );
  expect(results).toEqual(
    names.map((name) => ({ content: [{ type: "text", text: `${name}-1` }] })),
  );
});

test("a server of this project closes the stream of a call, and answers later", async () => {
  const server = serverWith(async (_params, context) => {
    context.progress(1);
    // The stream is open by then.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const closed = context.closeStream(10);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { content: [{ type: "text", text: String(closed) }] };
  });
  const running = await listen(server, { port: 0 });
  const { client, errors } = await connectTo(running.url, {
    revisions: [newestHandshake],
    ...quick,
  });
  const told: number[] = [];
  const result = await client.request("tools/call", call, {
    onProgress: ({ progress }) => told.push(progress),
  });
  expect(result).toEqual({ content: [{ type: "text", text: "true" }] });
  expect(told).toEqual([1]);
  expect(errors).toEqual([]);
  await client.close();
  await running.close();
});
