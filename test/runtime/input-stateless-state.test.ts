import { describe, expect, test, vi } from "vitest";
import { inputRequired } from "../../src/runtime/protocol/input-required.ts";
import { elicit, everything, say, valueOf, type Fields } from "./questions.ts";
import { all, cancel, modernRequest, serverOf } from "./revisions.ts";
import { accept, asking, call, serverWith } from "./stateless-input.ts";
import { wireAs, wireTo, type Wire } from "./wire.ts";

describe("the state", () => {
  async function stateOf(wire: Wire, more: Fields = {}): Promise<unknown> {
    const { result } = await call(wire, more);
    return result["requestState"];
  }
  const inputResponses = { name: accept({}) };

  test("is refused when it is changed in any place", async () => {
    const wire = wireTo(serverWith(asking));
    const state = String(await stateOf(wire));
    const changed = [
      `${state}-TAMPERED`,
      `${state}A`,
      state.slice(0, -1),
      `A${state.slice(1)}`,
      state.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      `${state}=`,
      ` ${state}`,
      "",
      "e30",
      state.slice(0, 16),
    ];
    for (const requestState of changed.filter((one) => one !== state))
      expect(await call(wire, { requestState, inputResponses })).toMatchObject({
        error: { code: -32602 },
      });
  });

  test("is refused with other params, another method or principal", async () => {
    const handlers = { callTool: asking, getPrompt: asking };
    const server = serverOf(all, { handlers });
    const wire = wireAs(server, "ada");
    const requestState = await stateOf(wire, { arguments: { a: 1, b: 2 } });
    const again = { requestState, inputResponses };
    const same = { ...again, arguments: { b: 2, a: 1 } };
    const refused = { error: { code: -32602 } };
    expect(await call(wire, again)).toMatchObject(refused);
    const bare = { requestState: await stateOf(wire), inputResponses };
    expect(await call(wire, bare, everything, "prompts/get")).toMatchObject(
      refused,
    );
    expect(await call(wire, bare)).toHaveProperty("result");
    expect(
      await call(wire, { ...again, arguments: { a: 1, b: 3 } }),
    ).toMatchObject(refused);
    expect(await call(wire, { ...same, name: "b" })).toMatchObject(refused);
    for (const other of [wireAs(server, "eve"), wireTo(server)])
      expect(await call(other, same)).toMatchObject(refused);
    expect(await call(wireAs(server, "ada"), same)).toHaveProperty("result");
  });

  test("is refused by who has another key", async () => {
    const requestState = await stateOf(wireTo(serverWith(asking)));
    const other = wireTo(serverWith(asking));
    expect(await call(other, { requestState, inputResponses })).toMatchObject({
      error: { code: -32602 },
    });
  });

  test("is refused when it is too old", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const wire = wireTo(
        serverWith(asking, { requestState: { ttlMs: 1_000 } }),
      );
      const requestState = await stateOf(wire);
      vi.advanceTimersByTime(999);
      const again = { requestState, inputResponses };
      expect(await call(wire, again)).toHaveProperty("result");
      vi.advanceTimersByTime(1);
      expect(await call(wire, again)).toMatchObject({
        error: { code: -32602 },
      });
    } finally {
      vi.useRealTimers();
    }
  });

  test("of a request's own form is protected as well", async () => {
    const seen = vi.fn((params: Fields) =>
      params["inputResponses"]
        ? say(params["requestState"])
        : {
            resultType: "input_required",
            inputRequests: { name: elicit("?") },
            requestState: "mine",
          },
    );
    const wire = wireTo(serverWith(seen));
    const requestState = await stateOf(wire);
    expect(requestState).not.toContain("mine");
    const { result } = await call(wire, { requestState, inputResponses });
    expect(valueOf(result)).toBe("mine");
    expect(seen.mock.calls[1]?.[0]).toMatchObject({
      inputResponses,
      requestState: "mine",
    });
  });

  test("is left to handlers that carry their own", async () => {
    const server = serverWith(
      (params, { state, inputResponses: answers }) =>
        state === undefined
          ? inputRequired({ name: elicit("?") }, "mine")
          : say({ params: params["requestState"], state, answers }),
      { requestState: "handlers" },
    );
    const wire = wireTo(server);
    const { result: first } = await call(wire);
    expect(first).toMatchObject({
      inputRequests: { name: elicit("?") },
      requestState: "mine",
    });
    expect(first).not.toHaveProperty("state");
    const { result } = await call(wire, {
      requestState: "changed",
      inputResponses,
    });
    expect(valueOf(result)).toEqual({
      params: "changed",
      state: "changed",
      answers: inputResponses,
    });
  });

  test("that handlers carry is a text", async () => {
    const requestState = "handlers";
    const server = serverWith(() => inputRequired({}, { a: 1 }), {
      requestState,
    });
    const { error } = await call(wireTo(server));
    expect(error).toMatchObject({ code: -32603 });
    const empty = serverWith(() => inputRequired({}), { requestState });
    expect(await call(wireTo(empty))).toMatchObject({
      error: { code: -32603 },
    });
    const question = serverWith(() => inputRequired({ a: elicit("?") }), {
      requestState,
    });
    const { result } = await call(wireTo(question));
    expect(result).not.toHaveProperty("requestState");
  });

  test("is opened in vain when the request is cancelled meanwhile", async () => {
    const seen = vi.fn(asking);
    const wire = wireTo(serverWith(seen));
    const requestState = await stateOf(wire);
    const again = { name: "a", requestState, inputResponses };
    wire.send(modernRequest("again", "tools/call", again, everything));
    wire.send(cancel("again"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen).toHaveBeenCalledOnce();
    await wire.expectSilence();
  });

  test("may be used twice until it expires: acting once is the handler's", async () => {
    const wire = wireTo(serverWith(asking));
    const requestState = await stateOf(wire);
    const again = { requestState, inputResponses };
    expect(await call(wire, again)).toHaveProperty("result");
    expect(await call(wire, again)).toHaveProperty("result");
  });
});
