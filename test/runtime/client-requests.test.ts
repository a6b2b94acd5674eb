import { describe, expect, test } from "vitest";
import { InvalidMessageError } from "../../src/runtime/protocol/errors.ts";
import type { Receiver } from "../../src/runtime/peer/transport.ts";
import { legacy } from "./client-tables.ts";
import {
  createScript,
  legacyServer,
  type Script,
  type Sent,
} from "./script.ts";
import { createClient, openLegacy } from "./test-client.ts";

async function ask(
  script: Script,
  method: string,
  params?: object,
): Promise<Sent> {
  script.receive({ jsonrpc: "2.0", id: `s-${method}`, method, params });
  return script.next();
}

describe("a server that asks by requests of its own", () => {
  test("is answered by the handlers", async () => {
    const { script } = await openLegacy({
      handlers: { listRoots: () => ({ roots: [{ uri: "file:///" }] }) },
    });
    expect(await ask(script, "roots/list")).toEqual({
      jsonrpc: "2.0",
      id: "s-roots/list",
      result: { roots: [{ uri: "file:///" }] },
    });
    expect(await ask(script, "ping")).toMatchObject({ result: {} });
  });

  test("gets an error for what has no handler", async () => {
    const { script } = await openLegacy();
    for (const method of ["roots/list", "elicitation/create", "tools/call"])
      expect(await ask(script, method, { message: "?" })).toMatchObject({
        error: { code: -32601 },
      });
  });

  test("gets an error for a mode that the client did not declare", async () => {
    const { script } = await openLegacy({
      handlers: { elicit: () => ({ action: "decline" }) },
    });
    const form = { message: "name?" };
    expect(await ask(script, "elicitation/create", form)).toMatchObject({
      result: { action: "decline" },
    });
    const url = { ...form, mode: "url", url: "https://example.com" };
    expect(await ask(script, "elicitation/create", url)).toMatchObject({
      error: { code: -32602 },
    });
  });

  test("learns nothing of what went wrong in a handler", async () => {
    const { script } = await openLegacy({
      onError() {},
      handlers: {
        listRoots() {
          throw new Error("secret");
        },
      },
    });
    expect(await ask(script, "roots/list")).toMatchObject({
      error: { code: -32603, message: "Internal error" },
    });
  });
});

describe("a server that prints what is no message", () => {
  test.each<[value: unknown]>([
    [{ level: 30, msg: "ready" }],
    [{ id: 7 }],
    [[]],
    [[1]],
    ["ready"],
  ])("is not answered, but reported: %j", async (value) => {
    const errors: Error[] = [];
    const { script } = await openLegacy({
      onError: (error) => void errors.push(error),
    });
    // What a transport delivers may be any JSON.
    script.receive(value as object);
    script.receive({ jsonrpc: "2.0", id: "s", method: "ping" });
    // The first thing said is the answer to the ping.
    expect(await script.next()).toMatchObject({ id: "s", result: {} });
    expect(errors).toEqual([expect.any(InvalidMessageError)]);
  });

  test("in text is not answered either", async () => {
    const errors: Error[] = [];
    const client = createClient([legacy("1")], {
      onError: (error) => void errors.push(error),
    });
    const script = createScript(legacyServer("1"));
    let receiver: Receiver | undefined;
    await client.connect({
      ...script,
      start(one) {
        receiver = one;
        script.start(one);
      },
    });
    const { length } = script.sent;
    receiver?.unreadable("a line is not JSON");
    expect(script.sent).toHaveLength(length);
    expect(errors).toEqual([expect.any(InvalidMessageError)]);
  });

  test("as the answer to a call fails the call at once", async () => {
    const { client, script } = await openLegacy({ onError() {} });
    const call = client.request("tools/call", { name: "a" });
    const { id } = await script.next();
    script.receive({ jsonrpc: "2.0", id });
    await expect(call).rejects.toBeInstanceOf(InvalidMessageError);
  });

  test("is answered where it is a broken call", async () => {
    const { script } = await openLegacy();
    script.receive({ jsonrpc: "2.0", id: 1.5, method: "ping" });
    expect(await script.next()).toMatchObject({ error: { code: -32600 } });
  });
});
