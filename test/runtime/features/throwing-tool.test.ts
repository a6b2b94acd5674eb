import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ProtocolError } from "../../../src/runtime/protocol/errors.ts";
import { text } from "../../../src/runtime/registry/index.ts";
import { createHost, tool } from "./host.ts";
import { call } from "./tool-calls.ts";

describe("what a tool throws", () => {
  async function fail(error: unknown) {
    const host = createHost([
      tool("a", {}, () => {
        throw error;
      }),
    ]);
    const result = await host.request("tools/call", call("a"));
    return { result, errors: host.errors };
  }

  test.each([
    [Object.create(null)],
    [{ toString: 1 }],
    [Object.assign(new Error(), { message: { secret: 1 } })],
    [Object.assign(new Error(), { constructor: undefined })],
  ])("is a result whatever it is", async (error) => {
    const { result, errors } = await fail(error);
    const content = [text("The tool a failed")];
    expect(result).toEqual({ content, isError: true });
    expect(errors).toHaveLength(1);
  });

  test("is a result with the message that the handler wrote", async () => {
    const error = new Error("No such city");
    const { result, errors } = await fail(error);
    expect(result).toEqual({ content: [text("No such city")], isError: true });
    expect(JSON.stringify(result)).not.toContain("tool.test");
    expect(errors).toEqual([error]);
  });

  class Refused extends Error {}
  test.each([
    [new Refused("Not today"), "Not today"],
    [new Error("x".repeat(5000)), `${"x".repeat(1000)}…`],
    ["No such city", "No such city"],
  ])("shows %s", async (error, said) => {
    const { result } = await fail(error);
    expect(result).toEqual({ content: [text(said)], isError: true });
  });

  function thrown(run: () => unknown): unknown {
    try {
      return run();
    } catch (error) {
      return error;
    }
  }

  test.each([
    [
      "a system error",
      Object.assign(new Error("open '/secret'"), { code: "ENOENT" }),
    ],
    ["a parser's error", thrown(() => JSON.parse("secret"))],
    [
      "a mistake in the code",
      thrown(() => Reflect.get(undefined as never, "secret")),
    ],
    ["an abort", new DOMException("secret", "AbortError")],
    ["several errors", new AggregateError([], "secret")],
    ["what is no error", { message: "secret" }],
    ["an error without a message", new Error()],
  ])("keeps %s at home", async (_, error) => {
    const { result, errors } = await fail(error);
    const content = [text("The tool a failed")];
    expect(result).toEqual({ content, isError: true });
    expect(errors).toHaveLength(1);
  });

  test("on purpose for the protocol passes", async () => {
    const error = new ProtocolError(-32000, "Busy");
    await expect(fail(error)).rejects.toBe(error);
  });

  test("to wait for input, or after its cancellation, passes", async () => {
    const error = new Error("waits");
    const waiting = tool("a", {}, () => {
      throw error;
    });
    const host = createHost([waiting]);
    const params = call("a");
    const asks = new Map([["name", { method: "elicitation/create" }]]);
    await expect(host.request("tools/call", params, { asks })).rejects.toBe(
      error,
    );
    const cancelled = host.request("tools/call", params, { cancelled: true });
    await expect(cancelled).rejects.toBe(error);
    expect(host.errors).toEqual([]);
  });

  test("by a schema's own check is a failure of the tool", async () => {
    const input = z.object({}).refine(() => {
      throw new Error("No connection");
    });
    const host = createHost([tool("a", { input }, () => "")]);
    expect(await host.request("tools/call", call("a"))).toEqual({
      content: [text("No connection")],
      isError: true,
    });
  });
});
