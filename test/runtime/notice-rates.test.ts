import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import type { ServerSettings } from "../../src/runtime/server/settings.ts";
import { all, cancel, modernRequest, request, serverOf } from "./revisions.ts";
import { metaKeys } from "../../src/runtime/protocol/meta-keys.ts";
import { openWire, settle, type Wire } from "./wire.ts";

type Fields = Record<string, unknown>;
type Handle = (context: Context) => unknown;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const done = { content: [] };
const call = request(1, "tools/call", {
  name: "a",
  _meta: { progressToken: "t" },
});

/** What a handler is heard to tell, with its answer at the end if it has one. */
async function heard(
  handle: Handle,
  settings: Partial<ServerSettings> = {},
  message: unknown = call,
): Promise<{ told: Fields[]; wire: Wire }> {
  const server = serverOf(all, {
    capabilities: { logging: {} },
    handlers: { callTool: (_: unknown, context: Context) => handle(context) },
    ...settings,
  });
  const wire = await openWire(server);
  wire.send(message);
  await settle();
  return { told: wire.waiting as Fields[], wire };
}

function paramsOf(message: Fields | undefined): Fields {
  return message?.["params"] as Fields;
}

describe("progress", () => {
  test.each<[string, Handle]>([
    ["at once", () => done],
    ["later", () => Promise.resolve(done)],
    ["by an error", () => Promise.reject(new Error("no"))],
    [
      "by an error at once",
      () => {
        throw new Error("no");
      },
    ],
  ])(
    "is bounded, and the last one comes before what is answered %s",
    async (_, answer) => {
      const { told } = await heard((context) => {
        for (let at = 1; at <= 10_000; at++) context.progress(at);
        return answer(context);
      });
      expect(told).toHaveLength(22);
      expect(paramsOf(told[20])).toEqual({
        progressToken: "t",
        progress: 10_000,
      });
      expect(told[21]).toMatchObject({ id: 1 });
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test("of a long call is told twenty times a second, the latest each time", async () => {
    let context: Context | undefined;
    const { told } = await heard((one) => {
      context = one;
      return new Promise(() => {});
    });
    for (let ms = 1; ms <= 2_000; ms++) {
      context?.progress(ms, 2_000, `${ms} ms`);
      vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(1_000);
    await settle();
    const times = told.map((one) => Number(paramsOf(one)["progress"]));
    expect(times.length).toBeGreaterThan(50);
    expect(times.length).toBeLessThan(62);
    expect(times.at(-1)).toBe(2_000);
    const late = times.slice(20);
    const gaps = late.slice(1).map((time, at) => time - (late[at] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(101);
  });

  test("of a call that was cancelled is not told, and leaves no timer", async () => {
    const { told, wire } = await heard((context) => {
      for (let at = 1; at <= 100; at++) context.progress(at);
      return new Promise(() => {});
    });
    expect(told).toHaveLength(20);
    wire.send(cancel(1));
    await settle();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1_000);
    await settle();
    expect(told).toHaveLength(20);
  });
});

describe("log messages", () => {
  test("are bounded, and what is left out is counted before the answer", async () => {
    const { told } = await heard(async (context) => {
      for (let at = 1; at <= 10_000; at++)
        context.log(at === 9_000 ? "error" : "info", at);
      return done;
    });
    expect(told).toHaveLength(102);
    expect(paramsOf(told[99])).toEqual({ level: "info", data: 100 });
    expect(paramsOf(told[100])).toEqual({
      level: "error",
      data: "9900 log messages of this call were left out: it may send 100 a second",
    });
    expect(told[101]).toMatchObject({ id: 1, result: done });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that are left out are counted within a second, also after silence", async () => {
    const { told } = await heard((context) => {
      for (let at = 1; at <= 150; at++) context.log("info", at);
      return new Promise(() => {});
    });
    expect(told).toHaveLength(100);
    vi.advanceTimersByTime(1_000);
    await settle();
    expect(told).toHaveLength(101);
    expect(paramsOf(told[100])["data"]).toMatch(/^50 log messages /);
    vi.advanceTimersByTime(10_000);
    await settle();
    expect(told).toHaveLength(101);
  });

  test("that the client does not want do not count", async () => {
    const level = { [metaKeys.logLevel]: "warning" };
    const { told } = await heard(
      (context) => {
        for (let at = 1; at <= 1_000; at++) context.log("debug", at);
        context.log("warning", "this");
        return done;
      },
      {},
      modernRequest(1, "tools/call", { name: "a" }, {}, level),
    );
    expect(told).toHaveLength(2);
    expect(paramsOf(told[0])).toEqual({ level: "warning", data: "this" });
  });

  test("without the capability go nowhere, which is said once", async () => {
    const onError = vi.fn();
    const { told, wire } = await heard(
      (context) => {
        for (let at = 1; at <= 10; at++) context.log("error", at);
        return done;
      },
      { capabilities: {}, onError },
    );
    wire.send({ ...call, id: 2 });
    await settle();
    expect(told.map(({ id }) => id)).toEqual([1, 2]);
    expect(onError).toHaveBeenCalledOnce();
    const [error] = onError.mock.calls[0] as [Error];
    expect(error.message).toMatch(/^context\.log sends nothing: "logging" /);
  });
});

describe("the rates", () => {
  test("are the server's to set", async () => {
    const { told } = await heard(
      (context) => {
        for (let at = 1; at <= 1_000; at++) {
          context.progress(at);
          context.log("info", at);
        }
        return done;
      },
      { noticeRates: { progress: Infinity, log: 0.5 } },
    );
    const methods = told.map(({ method }) => method);
    const count = (method: string): number =>
      methods.filter((one) => one === method).length;
    expect(count("notifications/progress")).toBe(1_000);
    expect(count("notifications/message")).toBe(2);
  });

  test.each([0, -1, NaN, "20"])("are not %o", (rate) => {
    for (const name of ["progress", "log"])
      expect(() =>
        serverOf(all, { noticeRates: { [name]: rate as number } }),
      ).toThrow(
        new TypeError(
          `noticeRates.${name} is a number a second above 0, or Infinity, not ${rate}`,
        ),
      );
  });
});
