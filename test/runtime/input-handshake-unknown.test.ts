import { describe, expect, test } from "vitest";
import { inputRequired } from "../../src/runtime/protocol/input-required.ts";
import { call, serverWith } from "./handshake-input.ts";
import { elicit, everything, form, type Call } from "./questions.ts";
import { handshakes } from "./revisions.ts";
import { openWire } from "./wire.ts";

describe("a handler that asks what the client's revision does not know", () => {
  const old = handshakes.at(-1);
  const refused = {
    id: 1,
    error: {
      code: -32600,
      message: `The client cannot be asked: ${old} has no elicitation/create`,
    },
  };

  test.each<[string, Call]>([
    ["by name", (_, context) => context.elicit("a", form("Name?"))],
    ["by inputRequired", () => inputRequired({ a: elicit("Name?") })],
  ])("%s, is told so, and so is the client", async (_, ask) => {
    const wire = await openWire(serverWith(ask), old, everything);
    expect(await wire.ask(call)).toMatchObject(refused);
  });
});
