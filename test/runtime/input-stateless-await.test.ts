import { describe, expect, test, vi } from "vitest";
import {
  elicit,
  everything,
  form,
  say,
  valueOf,
  type Askers,
  type Call,
} from "./questions.ts";
import { all, serverOf } from "./revisions.ts";
import { accept, call, sampling, serverWith } from "./stateless-input.ts";
import { wireTo } from "./wire.ts";

describe("awaiting input", () => {
  test("is an error in a method whose answers cannot ask", async () => {
    const onError = vi.fn<(error: Error) => void>();
    const methods = {
      "acme/ask": (_: unknown, context: unknown) =>
        (context as Askers).elicit("a", form("a?")),
    };
    const wire = wireTo(serverOf(all, { methods, onError }));
    const { error } = await call(wire, {}, everything, "acme/ask");
    expect(error).toMatchObject({ code: -32603 });
    expect(onError.mock.calls).toEqual([
      [new TypeError("acme/ask cannot ask in 2026-07-28")],
    ]);
  });

  test("runs the handler again from its start, once for each wait", async () => {
    const starts = vi.fn();
    const server = serverWith(async (_, context) => {
      starts();
      const a = await context.elicit("a", form("a?"));
      const b = await context.createMessage("b", sampling);
      return say([a, b]);
    });
    const wire = wireTo(server);
    const { result: first } = await call(wire);
    expect(first).toMatchObject({ inputRequests: { a: elicit("a?") } });
    const { result: second } = await call(wire, {
      requestState: first["requestState"],
      inputResponses: { a: accept({ a: 1 }) },
    });
    expect(second["inputRequests"]).toEqual({
      b: { method: "sampling/createMessage", params: sampling },
    });
    const message = {
      role: "assistant",
      content: { type: "text", text: "hi" },
      model: "m",
    };
    const { result } = await call(wire, {
      requestState: second["requestState"],
      inputResponses: { b: message },
    });
    expect(valueOf(result)).toEqual([accept({ a: 1 }), message]);
    expect(starts).toHaveBeenCalledTimes(3);
  });

  test("two things at once asks both", async () => {
    const server = serverWith(async (_, context) =>
      say(
        await Promise.all([
          context.elicit("a", form("a?")),
          context.listRoots("b"),
        ]),
      ),
    );
    const wire = wireTo(server);
    const { result: first } = await call(wire);
    expect(first["inputRequests"]).toEqual({
      a: elicit("a?"),
      b: { method: "roots/list" },
    });
    const { result } = await call(wire, {
      requestState: first["requestState"],
      inputResponses: { a: accept({}), b: { roots: [] } },
    });
    expect(valueOf(result)).toEqual([accept({}), { roots: [] }]);
  });

  test("one after the other, both begun, asks both and ends no process", async () => {
    const rejected = vi.fn();
    process.on("unhandledRejection", rejected);
    const server = serverWith(async (_, context) => {
      const a = context.elicit("a", form("a?"));
      const b = context.elicit("b", form("b?"));
      return say([await a, await b]);
    });
    const { result } = await call(wireTo(server));
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off("unhandledRejection", rejected);
    expect(Object.keys(result["inputRequests"] as object)).toEqual(["a", "b"]);
    expect(rejected).not.toHaveBeenCalled();
  });

  test.each<[string, Call]>([
    [
      "catches everything and answers",
      async (_, context) => {
        try {
          return say(await context.elicit("a", form("a?")));
        } catch {
          return say("given up");
        }
      },
    ],
    [
      "throws something else",
      async (_, context) => {
        try {
          return say(await context.elicit("a", form("a?")));
        } catch {
          throw new Error("given up");
        }
      },
    ],
    [
      "does not wait",
      (_, context) => {
        void context.elicit("a", form("a?"));
        return say("at once");
      },
    ],
  ])("a handler that %s still asks", async (_, handler) => {
    const { result } = await call(wireTo(serverWith(handler)));
    expect(result).toMatchObject({ inputRequests: { a: elicit("a?") } });
  });

  test("where no answer can ask fails", async () => {
    const onError = vi.fn();
    const server = serverOf(all, {
      onError,
      handlers: {
        listTools: (_: unknown, context: Askers) =>
          context.elicit("a", form("a?")),
      },
    });
    const { error } = await call(wireTo(server), {}, everything, "tools/list");
    expect(error).toMatchObject({ code: -32603 });
    expect(onError).toHaveBeenCalledOnce();
  });
});
