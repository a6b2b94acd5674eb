import { expect, test, vi } from "vitest";
import { inputRequired } from "../../src/runtime/protocol/input-required.ts";
import { call as callAfterHandshake, open, reply } from "./handshake-input.ts";
import { form, say, type Call } from "./questions.ts";
import { accept, call, serverWith } from "./stateless-input.ts";
import { wireTo } from "./wire.ts";

const params = {
  ...form("How old?"),
  requestedSchema: {
    type: "object",
    properties: { age: { type: "integer" } },
    required: ["age"],
  },
};
const ask: Call = async (_, context) => say(await context.elicit("q", params));
const askFirst: Call = (_, { inputResponses }) =>
  inputResponses
    ? say(inputResponses)
    : inputRequired({ q: { method: "elicitation/create", params } });

const refusal = {
  code: -32602,
  message: expect.stringContaining("content.age: expected an integer"),
};

test.each([
  ["ask", ask],
  ["askFirst", askFirst],
])(
  "a client's answer that does not fit its form is refused: %s",
  async (_, handler) => {
    const seen = vi.fn(handler);
    const wire = wireTo(serverWith(seen));
    const { result } = await call(wire);
    const { error } = await call(wire, {
      requestState: result["requestState"],
      inputResponses: { q: accept({ age: "old" }) },
    });
    expect(error).toMatchObject(refusal);
    expect(seen).toHaveBeenCalledOnce();
  },
);

test("and so it is where the server asks by requests of its own", async () => {
  const wire = await open(askFirst);
  wire.send(callAfterHandshake);
  await reply(wire, { result: accept({ age: "old" }) });
  expect(await wire.next()).toMatchObject({ error: refusal });
});

test("a handler that waits for such an answer hears that it does not fit", async () => {
  const heard = vi.fn((error: Error) => say(error.message));
  const wire = await open((_, context) =>
    context.elicit("q", params).catch(heard),
  );
  wire.send(callAfterHandshake);
  await reply(wire, { result: accept({ age: "old" }) });
  await wire.next();
  expect(heard.mock.calls[0]?.[0]).toMatchObject({
    kind: "invalid",
    path: ["content", "age"],
  });
});
