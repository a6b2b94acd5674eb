import { describe, expect, test } from "vitest";
import type { Script, Sent } from "./script.ts";
import { openLegacy } from "./test-client.ts";

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
      handlers: { listRoots: () => ({ roots: ["/"] }) },
    });
    expect(await ask(script, "roots/list")).toEqual({
      jsonrpc: "2.0",
      id: "s-roots/list",
      result: { roots: ["/"] },
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
