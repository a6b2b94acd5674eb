import { describe, expect, test, vi } from "vitest";
import { ProtocolError } from "../../src/runtime/protocol/errors.ts";
import { inputRequired } from "../../src/runtime/protocol/input-required.ts";
import { elicit, form, say, valueOf, type Fields } from "./questions.ts";
import { asking, call, sampling, serverWith } from "./stateless-input.ts";
import { wireTo } from "./wire.ts";

describe("a kind of request that the client does not declare", () => {
  const kinds: [string, Fields, object, object][] = [
    ["elicitation", elicit("?"), {}, { elicitation: {} }],
    [
      "a form where only URLs are",
      elicit("?"),
      { elicitation: { url: {} } },
      { elicitation: { form: {} } },
    ],
    [
      "a URL where only forms are",
      {
        method: "elicitation/create",
        params: { mode: "url", message: "?", url: "https://a.b" },
      },
      { elicitation: {} },
      { elicitation: { url: {} } },
    ],
    [
      "sampling",
      { method: "sampling/createMessage", params: sampling },
      { elicitation: {} },
      { sampling: {} },
    ],
    [
      "tools for sampling",
      { method: "sampling/createMessage", params: { ...sampling, tools: [] } },
      { sampling: {} },
      { sampling: { tools: {} } },
    ],
    ["roots", { method: "roots/list" }, { sampling: {} }, { roots: {} }],
  ];

  test.each(kinds)("%s is never asked", async (_, request, has, lacks) => {
    const server = serverWith(() => inputRequired({ a: request as never }));
    const { error } = await call(wireTo(server), {}, has);
    expect(error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: lacks },
    });
  });

  test("is named with all others that are missing", async () => {
    const server = serverWith(() =>
      inputRequired({
        a: elicit("?"),
        b: { method: "roots/list" },
        c: {
          method: "sampling/createMessage",
          params: { ...sampling, tools: [] },
        },
      }),
    );
    const { error } = await call(wireTo(server), {}, { roots: {} });
    expect(error).toMatchObject({
      code: -32021,
      data: {
        requiredCapabilities: { elicitation: {}, sampling: { tools: {} } },
      },
    });
  });

  test("is not asked again either, when the client forgets it", async () => {
    const wire = wireTo(serverWith(asking));
    const { result } = await call(wire);
    const { requestState } = result;
    const { error } = await call(wire, { requestState }, {});
    expect(error).toMatchObject({ code: -32021 });
  });

  test("can be found out by the handler, which goes on without", async () => {
    const server = serverWith(async (_, context) => {
      try {
        return say(await context.elicit("a", form("?")));
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        return say("nobody to ask");
      }
    });
    const { result } = await call(wireTo(server), {}, {});
    expect(valueOf(result)).toBe("nobody to ask");
  });

  test("is no request to a client at all: the handler has failed", async () => {
    const onError = vi.fn();
    const ask = { method: "tools/list" };
    const server = serverWith(() => inputRequired({ a: ask }), { onError });
    const { error } = await call(wireTo(server));
    expect(error).toMatchObject({ code: -32603 });
    expect(onError).toHaveBeenCalledOnce();
  });
});
