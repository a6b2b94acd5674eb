import { describe, expect, expectTypeOf, test, vi } from "vitest";
import type { ServerContext } from "../../generated/index.ts";
import { inputRequired } from "../../src/runtime/protocol/input-required.ts";
import * as handshake from "./handshake-input.ts";
import { elicit, form, say, valueOf, type Call } from "./questions.ts";
import { accept, call, serverWith } from "./stateless-input.ts";
import { wireTo } from "./wire.ts";
import { patient } from "./wait.ts";

function deep(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

const answered = { inputResponses: { a: accept({ a: 1 }) } };

/** Calls a handler that asks for "a" once, and gives what it tells in the end. */
async function told(handler: Call): Promise<unknown> {
  const wire = wireTo(serverWith(handler));
  const { result: first } = await call(wire);
  const { requestState } = first;
  const { result } = await call(wire, { requestState, ...answered });
  return valueOf(result);
}

/** What goes wrong within a handler, as it tells it itself. */
async function failure(handler: Call): Promise<unknown> {
  const telling: Call = async (params, context) => {
    try {
      return await handler(params, context);
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
      return say(String(error));
    }
  };
  const { result } = await call(wireTo(serverWith(telling)));
  return valueOf(result);
}

describe("what is done once", () => {
  test("is not done again when the handler runs again, and gives the same", async () => {
    const starts = vi.fn();
    const work = vi.fn(async () => ({ id: 7 }));
    const result = await told(async (_, context) => {
      starts();
      const { id } = await context.once("order", work);
      await context.elicit("a", form("a?"));
      return say(id);
    });
    expect(result).toBe(7);
    expect(starts).toHaveBeenCalledTimes(2);
    expect(work).toHaveBeenCalledTimes(1);
  });

  test("is kept from question to question, in another process with the same keys", async () => {
    const work = vi.fn(() => 1);
    const handler: Call = async (_, context) => {
      const one = await context.once("one", work);
      await context.elicit("a", form("a?"));
      const two = await context.once("two", work);
      await context.elicit("b", form("b?"));
      return say([one, two]);
    };
    const requestState = { keys: ["k".repeat(32)] };
    const next = () => wireTo(serverWith(handler, { requestState }));
    const { result: first } = await call(next());
    const { result: second } = await call(next(), {
      requestState: first["requestState"],
      ...answered,
    });
    const { result } = await call(next(), {
      requestState: second["requestState"],
      inputResponses: { b: accept({}) },
    });
    expect(valueOf(result)).toEqual([1, 1]);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test("is kept when an answer is missing, and asked for again", async () => {
    const work = vi.fn(() => 1);
    const wire = wireTo(
      serverWith(async (_, context) => {
        await context.once("one", work);
        await context.elicit("a", form("a?"));
        return say("done");
      }),
    );
    const { result: first } = await call(wire);
    const { result: second } = await call(wire, {
      requestState: first["requestState"],
      inputResponses: {},
    });
    const { requestState } = second;
    const { result } = await call(wire, { requestState, ...answered });
    expect(valueOf(result)).toBe("done");
    expect(work).toHaveBeenCalledTimes(1);
  });

  test("is done once for answers that come without a state", async () => {
    const work = vi.fn(() => 1);
    const handler: Call = async (_, context) => {
      const one = await context.once("one", work);
      await context.elicit("a", form("a?"));
      return say(one);
    };
    const { result } = await call(wireTo(serverWith(handler)), answered);
    expect(valueOf(result)).toBe(1);
    expect(work).toHaveBeenCalledTimes(1);
  });

  test("is done again by a client that sends an earlier state again", async () => {
    const work = vi.fn(() => 1);
    const wire = wireTo(
      serverWith(async (_, context) => {
        await context.elicit("a", form("a?"));
        return say(await context.once("one", work));
      }),
    );
    const { result } = await call(wire);
    const { requestState } = result;
    await call(wire, { requestState, ...answered });
    await call(wire, { requestState, ...answered });
    expect(work).toHaveBeenCalledTimes(2);
  });

  test.each([
    ["by inputRequired", true],
    ["by an await", false],
  ])("is done once after a handshake too, asked %s", async (_, returns) => {
    const work = vi.fn(() => ({ id: 7 }));
    const wire = await handshake.open(async (_, context) => {
      const { id } = await context.once("order", () => work());
      if (!returns) await context.elicit("a", form("a?"));
      else if (!context.inputResponses)
        return inputRequired({ a: elicit("a?") });
      return say(id);
    });
    wire.send(handshake.call);
    await handshake.reply(wire, { result: accept({}) });
    expect(handshake.textOf(await wire.next())).toBe(7);
    expect(work).toHaveBeenCalledTimes(1);
  });

  test.each([
    [undefined, undefined],
    [null, null],
    ["", ""],
    [false, false],
    [-0.5, -0.5],
    [
      [1, [{}]],
      [1, [{}]],
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [Object.assign(Object.create(null), { a: "é" }), { a: "é" }],
    [JSON.parse('{"__proto__": 1}'), JSON.parse('{"__proto__": 1}')],
  ])("gives %j each time", async (given, expected) => {
    const seen: unknown[] = [];
    await told(async (_, context) => {
      seen.push(await context.once("__proto__", () => given));
      await context.elicit("a", form("a?"));
      return say("");
    });
    expect(seen).toEqual([expected, expected]);
    expect(seen.map((one) => Object.hasOwn(Object(one), "b"))).not.toContain(
      true,
    );
  });

  test("gives what the handler may change, and is kept as it was", async () => {
    const result = await told(async (_, context) => {
      const list = await context.once("list", () => [1]);
      list.push(2);
      await context.elicit("a", form("a?"));
      return say(list);
    });
    expect(result).toEqual([1, 2]);
  });

  test("is typed as what the work gives", () => {
    type Once = ServerContext["once"];
    const once: Once = (_, work) => Promise.resolve(work());
    expectTypeOf(once("a", () => 1)).toEqualTypeOf<Promise<number>>();
    expectTypeOf(once("a", async () => [""])).toEqualTypeOf<
      Promise<string[]>
    >();
    expectTypeOf(once("a", () => {})).toEqualTypeOf<Promise<void>>();
  });

  test("is refused by its type where it is no JSON for certain", () => {
    type Once = ServerContext["once"];
    const once: Once = (_, work) => Promise.resolve(work());
    // @ts-expect-error: a date
    void once("a", () => new Date(0));
    // @ts-expect-error: a promise of a map
    void once("a", async () => new Map<string, number>());
    // @ts-expect-error: a function
    void once("a", () => () => 1);
    // @ts-expect-error: a bigint
    void once("a", () => 1n);
    // @ts-expect-error: a field that is always a date
    void once("a", () => ({ id: 1, at: new Date(0) }));
    // @ts-expect-error: a list of nothing else
    void once("a", () => [new Date(0)]);
  });

  test("is taken by its type where it may be JSON", () => {
    interface Tree {
      readonly name: string;
      readonly note?: string;
      readonly seen?: Date;
      readonly nodes: readonly Tree[];
      readonly parent?: Tree | undefined;
      readonly rest: unknown;
      readonly either: Date | string | null;
    }
    type Once = ServerContext["once"];
    const once: Once = (_, work) => Promise.resolve(work());
    const tree = {} as Tree;
    expectTypeOf(once("a", () => tree)).toEqualTypeOf<Promise<Tree>>();
    expectTypeOf(once("a", async () => [tree])).toEqualTypeOf<
      Promise<Tree[]>
    >();
    const parsed = once("a", () => JSON.parse("{}"));
    expectTypeOf(parsed).toBeAny;
    const given: unknown = 1;
    expectTypeOf(once("a", () => given)).toEqualTypeOf<Promise<unknown>>();
    const either = (): Date | string => "";
    expectTypeOf(once("a", either)).toEqualTypeOf<Promise<Date | string>>();
    const fails = once("a", async () => Promise.reject(new Error("no")));
    fails.catch(() => {});
    const empty = once("a", () => ({ list: [], map: {} as Record<string, 1> }));
    expectTypeOf(empty).resolves.toHaveProperty("list");
  });
});

describe("work that is done once", () => {
  test("and fails rejects, and is done again", async () => {
    let count = 0;
    const work = (): number => {
      if (++count < 3) throw new Error(`failed ${count}`);
      return count;
    };
    const seen: unknown[] = [];
    const result = await told(async (_, context) => {
      const one = context.once("one", work);
      seen.push(await one.catch((error: Error) => error.message));
      await context.elicit("a", form("a?"));
      return say(await context.once("one", () => work()));
    });
    expect(seen).toEqual(["failed 1", "failed 2"]);
    expect(result).toBe(3);
  });

  test("may be begun together, and joined by its function", async () => {
    const work = vi.fn(async () => 1);
    const result = await told(async (_, context) => {
      const both = await Promise.all([
        context.once("one", work),
        context.once("one", work),
        context.once("two", work),
      ]);
      await context.elicit("a", form("a?"));
      return say(both);
    });
    expect(result).toEqual([1, 1, 1]);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test("is waited for when the handler asks meanwhile", async () => {
    let finish: (id: number) => void = () => {};
    const work = vi.fn(() => new Promise<number>((done) => (finish = done)));
    const pending = told(async (_, context) => {
      const order = context.once("order", work);
      const [id] = await Promise.all([order, context.elicit("a", form("a?"))]);
      return say(id);
    });
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), patient);
    finish(7);
    expect(await pending).toBe(7);
    expect(work).toHaveBeenCalledTimes(1);
  });

  test("is waited for after a handshake too", async () => {
    let finish: (id: number) => void = () => {};
    const work = vi.fn(() => new Promise<number>((done) => (finish = done)));
    const wire = await handshake.open(async (_, context) => {
      const order = context.once("order", work);
      return context.inputResponses
        ? say(await order)
        : inputRequired({ a: elicit("a?") });
    });
    wire.send(handshake.call);
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), patient);
    finish(7);
    await handshake.reply(wire, { result: accept({}) });
    expect(handshake.textOf(await wire.next())).toBe(7);
    expect(work).toHaveBeenCalledTimes(1);
  });

  test("may ask itself: then it goes on when there is an answer", async () => {
    const asked = vi.fn();
    const result = await told(async (_, context) => {
      const answer = await context.once("form", async () => {
        const given = await context.elicit("a", form("a?"));
        asked();
        return given;
      });
      return say(answer);
    });
    expect(result).toEqual(accept({ a: 1 }));
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test("that nobody awaits ends no process", async () => {
    const rejected = vi.fn();
    process.on("unhandledRejection", rejected);
    await told(async (_, context) => {
      void context.once("one", () => Promise.reject(new Error("no")));
      void context.once("one", () => 1);
      await context.elicit("a", form("a?"));
      return say("");
    });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", rejected);
    expect(rejected).not.toHaveBeenCalled();
  });

  test("has a key of its own, so that a loop does each", async () => {
    const text = await failure(async (_, context) => {
      for (const each of [1, 2]) await context.once("each", () => each);
      return say("done");
    });
    expect(text).toBe(
      'TypeError: context.once: "each" is the key of another function. Use a different key.',
    );
  });
});

describe("what cannot be kept", () => {
  const self: Record<string, unknown> = {};
  self["self"] = self;

  test.each<[string, unknown, string]>([
    [
      "a date",
      { at: new Date(0) },
      '"at" is Date: return plain data, such as date.toISOString()',
    ],
    ["a date of its own", new Date(0), "its result is Date: return"],
    ["a map", { all: new Map() }, '"all" is Map: return'],
    ["bytes", [new Uint8Array(1)], '"0"'],
    ["an object of a class", new (class A {})(), "its result is Object"],
    ["a function", { call() {} }, '"call"'],
    ["a symbol", { sign: Symbol("a") }, '"sign"'],
    ["no number", { count: NaN }, '"count" is NaN'],
    ["an infinite number", [Infinity], '"0"'],
    ["a hole in a list", [1, undefined], '"1" is Undefined'],
    ["a promise inside", { later: Promise.resolve() }, '"later"'],
    ["a bigint", { sum: 1n }, '"sum" is BigInt'],
    ["a bigint alone", 1n, "its result is BigInt"],
    ["a circle", self, "circular"],
    ["what is deeper than JSON is written", deep(20_000), "stack"],
  ])("is refused: %s", async (_, given, where) => {
    const text = await failure(async (_, context) => {
      await context.once("work", () => given);
      return say("done");
    });
    expect(text).toContain(
      'TypeError: context.once: "work" returned a value that is not JSON: ',
    );
    expect(text).toContain(where);
  });

  const long = (length: number): string => "x".repeat(length);

  test.each([
    ["one", [long(8_188)], true],
    ["one that is too long", [long(8_189)], false],
    ["one of another script", ["é".repeat(4_094)], true],
    ["one of another script that is too long", ["é".repeat(4_095)], false],
    ["several", [long(4_000), long(4_000)], true],
    ["several that are too long", [long(4_096), long(4_096)], false],
  ])("is what is beyond 8,192 bytes: %s", async (_, values, fits) => {
    const last = values.length - 1;
    const text = await failure(async (_, context) => {
      for (const [at, value] of values.entries())
        await context.once(`${at}`, () => value);
      return say("done");
    });
    expect(text).toBe(
      fits
        ? "done"
        : `TypeError: context.once: "${last}" exceeds the limit of 8192 bytes for the results of a call`,
    );
  });

  test("is anything where handlers carry their state", async () => {
    const onError = vi.fn();
    const server = serverWith(
      async (_, context) => {
        await context.once("one", () => 1);
        return inputRequired({ a: elicit("a?") }, "own");
      },
      { requestState: "handlers", onError },
    );
    const { error } = await call(wireTo(server));
    expect(error).toMatchObject({ code: -32603 });
    expect(onError.mock.calls).toMatchObject([
      [
        {
          message:
            'context.once is not available with requestState: "handlers"',
        },
      ],
    ]);
  });
});
