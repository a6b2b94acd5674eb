import { describe, expect, test, vi } from "vitest";
import type { Interceptor } from "../../src/runtime/peer/interceptor.ts";
import { ProtocolError } from "../../src/runtime/protocol/errors.ts";
import { recorder } from "./recorder.ts";
import { done, modernCall, serverWith } from "./tool-server.ts";
import { wireTo } from "./wire.ts";

/** What a call comes to at a server with these interceptors. */
async function answered(
  interceptors: readonly Interceptor[],
  handle: () => unknown = () => done,
) {
  const onError = vi.fn<(error: Error) => void>();
  const server = serverWith(handle as never, { interceptors, onError });
  const answer = await wireTo(server).ask(modernCall);
  const told = onError.mock.calls.map(([{ message }]) => message);
  return { answer, told };
}

const through: Interceptor["around"] = (_, next) => next();

describe("around a call", () => {
  test("interceptors nest in their order, after all that stands before", async () => {
    const steps: string[] = [];
    const one = (name: string): Interceptor => ({
      before: () => void steps.push(`before ${name}`),
      around: async (_, next) => {
        steps.push(`into ${name}`);
        const result = await next();
        steps.push(`out of ${name}`);
        return result;
      },
      after: () => void steps.push(`after ${name}`),
    });
    const { answer } = await answered([one("a"), {}, one("b")], () => {
      steps.push("handler");
      return done;
    });
    expect(answer).toMatchObject({ result: done });
    expect(steps).toEqual([
      "before a",
      "before b",
      "into a",
      "into b",
      "handler",
      "out of b",
      "out of a",
      "after a",
      "after b",
    ]);
  });

  test("what it gives is the result", async () => {
    const content = [{ type: "text", text: "censored" }];
    const around = async (_: unknown, next: () => Promise<object>) => ({
      ...(await next()),
      content,
    });
    const log = recorder();
    const { answer } = await answered([log, { around }]);
    expect(answer).toMatchObject({ result: { content } });
    expect(log.seen[0]?.outcome).toMatchObject({ result: { content } });
  });

  test("what it throws refuses the call, before the handler or behind it", async () => {
    const handle = vi.fn(() => done);
    const refusal = new ProtocolError(429, "no");
    const first = await answered(
      [{ around: () => Promise.reject(refusal) }],
      handle,
    );
    expect(first.answer).toMatchObject({ error: { code: 429 } });
    expect(handle).not.toHaveBeenCalled();
    const behind = async (_: unknown, next: () => Promise<object>) => {
      await next();
      throw refusal;
    };
    const second = await answered([{ around: behind }], handle);
    expect(second.answer).toMatchObject({ error: { code: 429 } });
    expect(handle).toHaveBeenCalledOnce();
    expect([...first.told, ...second.told]).toEqual([]);
  });

  test("it sees what a handler throws", async () => {
    const seen: unknown[] = [];
    const around: Interceptor["around"] = (_, next) =>
      next().catch((error: unknown) => {
        seen.push(error);
        throw error;
      });
    const broken = new Error("broken");
    const { answer, told } = await answered([{ around }], () => {
      throw broken;
    });
    expect(answer).toMatchObject({ error: { code: -32603 } });
    expect([seen, told]).toEqual([[broken], ["broken"]]);
  });

  test("one that has refused a call cannot let it run later", async () => {
    const later: (() => Promise<unknown>)[] = [];
    const around: Interceptor["around"] = (_, next) => {
      later.push(next);
      return Promise.reject(new Error("refused"));
    };
    const ran = vi.fn(() => done);
    const { told } = await answered([{ around }], ran);
    expect(told).toEqual(["refused"]);
    expect(() => later[0]?.()).toThrow("called next twice or late");
    expect(ran).not.toHaveBeenCalled();
  });

  test.each<[string, Interceptor["around"], string]>([
    ["calls next never", () => done, "neither called next nor threw"],
    [
      "calls next twice",
      async (_, next) => (await next(), next()),
      "called next twice",
    ],
    [
      "gives nothing",
      async (_, next) => void (await next()) as never,
      "gave no result",
    ],
  ])("one that %s is an error of its own", async (_, around, words) => {
    const { answer, told } = await answered([{ around: around ?? through }]);
    expect(answer).toMatchObject({ error: { code: -32603 } });
    expect(told).toEqual([
      expect.stringContaining(`tools/call: an interceptor's around ${words}`),
    ]);
  });

  test("without one, a handler that answers at once is answered at once", async () => {
    const handle = vi.fn(() => done);
    const log = recorder();
    const server = serverWith(handle, { interceptors: [log] });
    const sent: unknown[] = [];
    server.connect({
      start: (receiver) => receiver.message(modernCall),
      send: (message) => void sent.push(message),
      close: () => Promise.resolve(),
    });
    expect(sent).toMatchObject([{ result: done }]);
    expect(log.kinds()).toEqual(["tools/call result"]);
  });
});
