import { describe, expect, test, vi } from "vitest";
import { openModern } from "./test-client.ts";

describe("a modern server", () => {
  test("that sends a request of its own is not heard", async () => {
    const listRoots = vi.fn(() => ({ roots: [] }));
    const onError = vi.fn();
    const { script } = await openModern({ handlers: { listRoots }, onError });
    const before = script.sent.length;
    script.receive({ jsonrpc: "2.0", id: "s", method: "roots/list" });
    script.receive({ jsonrpc: "2.0", id: null, method: "roots/list" });
    script.receive([]);
    expect(listRoots).not.toHaveBeenCalled();
    expect(onError.mock.calls.map(([error]) => String(error))).toEqual([
      "InvalidMessageError: roots/list: a server sends no requests here",
      'InvalidMessageError: Invalid request: "id" must be a string or an integer',
      "InvalidMessageError: Invalid request: a message is an object",
    ]);
    expect(script.sent).toHaveLength(before);
  });
});
