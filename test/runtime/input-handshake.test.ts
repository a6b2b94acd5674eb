import { describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import { inputRequired } from "../../src/runtime/protocol/input-required.ts";
import {
  call,
  open,
  reply,
  roots,
  serverWith,
  textOf,
} from "./handshake-input.ts";
import { elicit, everything, say, type Fields } from "./questions.ts";
import { cancel, handshakes, newestHandshake, request } from "./revisions.ts";
import { openWire } from "./wire.ts";

describe("a handler that asks for input", () => {
  test("is asked for by the server's own requests, and runs again", async () => {
    const seen = vi.fn((params: Fields, { inputResponses, state }: Context) =>
      inputResponses
        ? say({ inputResponses, state, params })
        : inputRequired({ name: elicit("Name?"), roots }, "kept"),
    );
    const wire = await open(seen);
    wire.send(call);
    const first = await wire.next();
    const second = await wire.next();
    expect(first).toMatchObject(elicit("Name?"));
    expect(second).toMatchObject(roots);
    // The answers come in the order that the client likes.
    wire.send({ jsonrpc: "2.0", id: second["id"], result: { roots: [] } });
    await wire.expectSilence();
    const accepted = { action: "accept", content: { a: 1 } };
    wire.send({ jsonrpc: "2.0", id: first["id"], result: accepted });
    const inputResponses = { name: accepted, roots: { roots: [] } };
    const answer = await wire.next();
    expect(answer).toMatchObject({ id: 1 });
    expect(answer["result"]).not.toHaveProperty("resultType");
    expect(textOf(answer)).toEqual({
      inputResponses,
      state: "kept",
      params: { name: "a", inputResponses, requestState: "kept" },
    });
    expect(seen).toHaveBeenCalledTimes(2);
  });

  test("asks in rounds, and keeps every answer", async () => {
    const wire = await open((_, { inputResponses = {}, state }) => {
      const round = Number(state ?? 0) + 1;
      return round > 3
        ? say(Object.keys(inputResponses))
        : inputRequired({ [`q${round}`]: elicit(`${round}?`) }, round);
    });
    wire.send(call);
    for (const round of [1, 2, 3])
      expect(
        await reply(wire, { result: { action: "decline" } }),
      ).toMatchObject(elicit(`${round}?`));
    expect(textOf(await wire.next())).toEqual(["q1", "q2", "q3"]);
  });

  test("does not ask for ever", async () => {
    const onError = vi.fn();
    const server = serverWith(() => inputRequired({ roots }), onError);
    const wire = await openWire(server, newestHandshake, everything);
    wire.send(call);
    for (let round = 0; round < 32; round++)
      await reply(wire, { result: { roots: [] } });
    expect(await wire.next()).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(onError).toHaveBeenCalledOnce();
  });

  test("may ask nothing but to be called again", async () => {
    let runs = 0;
    const wire = await open(() =>
      ++runs < 3 ? inputRequired({}, runs) : say(runs),
    );
    expect(textOf(await wire.ask(call))).toBe(3);
  });

  test("is called no more when it is cancelled meanwhile", async () => {
    const run = vi.fn(() => inputRequired({}, "wait"));
    const wire = await open(run);
    // Else a machine that is busy may call it again before it is cancelled.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      wire.send(call);
      await wire.expectSilence();
      expect(vi.getTimerCount()).toBe(1);
      wire.send(cancel(1));
      await vi.advanceTimersByTimeAsync(60_000);
    } finally {
      vi.useRealTimers();
    }
    expect(run).toHaveBeenCalledOnce();
    await wire.expectSilence();
  });

  test.each([
    [newestHandshake, {}, { elicitation: {} }],
    [
      newestHandshake,
      { elicitation: { url: {} } },
      { elicitation: { form: {} } },
    ],
    ["2025-06-18", {}, { elicitation: {} }],
  ])(
    "of %s never asks a client that declares %j",
    async (revision, has, lacks) => {
      const server = serverWith(() => inputRequired({ a: elicit("?"), roots }));
      const wire = await openWire(server, revision, { roots: {}, ...has });
      expect(await wire.ask(call)).toMatchObject({
        error: { data: { requiredCapabilities: lacks } },
      });
      await wire.expectSilence();
    },
  );

  test.each(["2025-03-26", "2024-11-05"])(
    "of %s cannot ask what the revision lacks",
    async (revision) => {
      const server = serverWith(() => inputRequired({ a: elicit("?") }));
      const wire = await openWire(server, revision, everything);
      const { error } = await wire.ask(call);
      expect(error).toMatchObject({
        message: expect.stringContaining(revision),
      });
    },
  );

  test.each(handshakes)(
    "of %s asks what the revision has",
    async (revision) => {
      const server = serverWith((_, { inputResponses }) =>
        inputResponses ? say(inputResponses) : inputRequired({ a: roots }),
      );
      const wire = await openWire(server, revision, everything);
      wire.send(call);
      await reply(wire, { result: { roots: [] } });
      expect(textOf(await wire.next())).toEqual({ a: { roots: [] } });
    },
  );

  test("fails with the client's error, and waits for no other answer", async () => {
    const wire = await open(() => inputRequired({ a: elicit("?"), roots }));
    wire.send(call);
    const first = await wire.next();
    const second = await wire.next();
    const error = { code: -1, message: "the user is away" };
    wire.send({ jsonrpc: "2.0", id: first["id"], error });
    expect(await wire.next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: second["id"] },
    });
    expect(await wire.next()).toMatchObject({ id: 1, error });
  });

  test("fails when an answer is none", async () => {
    const wire = await open(() => inputRequired({ a: elicit("?") }));
    wire.send(call);
    await reply(wire, { result: { action: "perhaps" } });
    expect(await wire.next()).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  test("takes its questions back when it is cancelled", async () => {
    const run = vi.fn(() => inputRequired({ a: elicit("?") }));
    const wire = await open(run);
    wire.send(call);
    const asked = await wire.next();
    wire.send(cancel(1));
    expect(await wire.next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: asked["id"] },
    });
    wire.send({
      jsonrpc: "2.0",
      id: asked["id"],
      result: { action: "cancel" },
    });
    await wire.expectSilence();
    expect(run).toHaveBeenCalledOnce();
  });

  test("has no use for answers that the client makes up", async () => {
    const seen = vi.fn((_: Fields, { inputResponses, state }: Context) =>
      say({ inputResponses, state }),
    );
    const wire = await open(seen);
    const params = {
      name: "a",
      inputResponses: { a: { action: "accept" } },
      requestState: "mine",
    };
    expect(textOf(await wire.ask(request(1, "tools/call", params)))).toEqual(
      {},
    );
  });
});
