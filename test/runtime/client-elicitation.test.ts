import { describe, expect, test, vi } from "vitest";
import { lifecycles, openAsked } from "./asked-client.ts";

const requestedSchema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2 },
    age: { type: "integer", default: 18 },
    color: { type: "string", enum: ["red", "blue"], default: "red" },
    tags: {
      type: "array",
      items: { type: "string", enum: ["a", "b"] },
      default: ["a"],
    },
    broken: { type: "integer", default: 1.5 },
  },
  required: ["name", "age"],
};
const form = { message: "Who?", requestedSchema };
const url = {
  mode: "url",
  message: "Go",
  url: "https://example.com/connect?x=1",
  elicitationId: "e1",
};

describe.each(lifecycles)("elicitation, %s", (lifecycle) => {
  test("fills in the defaults of what a handler leaves out", async () => {
    const elicit = () => ({
      action: "accept",
      content: { name: "Ada", color: "blue", tags: undefined },
    });
    const { ask } = await openAsked(lifecycle, { handlers: { elicit } });
    const { answer } = await ask("elicitation/create", form);
    expect(answer).toMatchObject({
      action: "accept",
      content: { name: "Ada", age: 18, color: "blue", tags: ["a"] },
    });
    expect(answer).not.toHaveProperty("content.broken");
  });

  test("fills in a form without content", async () => {
    const elicit = () => ({ action: "accept" });
    const { ask } = await openAsked(lifecycle, { handlers: { elicit } });
    const params = {
      message: "Sure?",
      requestedSchema: {
        type: "object",
        properties: { sure: { type: "boolean", default: false } },
        required: ["sure"],
      },
    };
    const { answer } = await ask("elicitation/create", params);
    expect(answer).toMatchObject({ content: { sure: false } });
  });

  test("takes a default under any name, and touches no prototype", async () => {
    const elicit = () => ({ action: "accept", content: {} });
    const { ask } = await openAsked(lifecycle, { handlers: { elicit } });
    const field = { type: "string", default: "polluted" };
    const properties: unknown = JSON.parse(
      `{"__proto__":${JSON.stringify(field)},"constructor":${JSON.stringify(field)}}`,
    );
    const requestedSchema = { type: "object", properties };
    const params = { message: "?", requestedSchema };
    const { answer } = await ask("elicitation/create", params);
    const { content } = answer as { content: object };
    expect(Object.entries(content).sort()).toEqual([
      ["__proto__", "polluted"],
      ["constructor", "polluted"],
    ]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect({}.constructor).toBe(Object);
  });

  test("adds nothing to what a person declines", async () => {
    const elicit = () => ({ action: "decline" });
    const { ask } = await openAsked(lifecycle, { handlers: { elicit } });
    const { answer } = await ask("elicitation/create", form);
    expect(answer).not.toHaveProperty("content");
  });

  test.each([
    [{ name: "A" }, "content.name: expected at least 2"],
    [{ name: "Ada", color: "green" }, "content.color: expected one of "],
    [{}, "content.name: expected a value"],
  ])("keeps %j, which does not fit, from the server", async (content, why) => {
    const elicit = () => ({ action: "accept", content });
    const { ask, errors } = await openAsked(lifecycle, {
      handlers: { elicit },
    });
    const { answer, error } = await ask("elicitation/create", form);
    expect(answer).toBeUndefined();
    if (lifecycle === "handshake") {
      // The server's own form is all that it can tell of.
      expect(error).toEqual({
        code: -32603,
        message: expect.stringContaining(why),
      });
      expect(errors.map(String).join()).toContain(why);
    } else expect(String(error)).toContain(why);
  });

  test("keeps an action that there is not from the server", async () => {
    const elicit = () => ({ action: "submit", content: { name: "Ada" } });
    const { ask, errors } = await openAsked(lifecycle, {
      handlers: { elicit },
    });
    const { answer, error } = await ask("elicitation/create", form);
    expect(answer).toBeUndefined();
    const told = lifecycle === "handshake" ? errors.join() : String(error);
    expect(told).toContain("action: expected accept, decline, cancel");
  });

  test.each([
    ["no mode", undefined, form, true],
    ["no mode", undefined, url, false],
    ["forms", { form: {} }, url, false],
    ["URLs", { url: {} }, url, true],
    ["URLs", { url: {} }, form, false],
    ["both", { form: {}, url: {} }, form, true],
  ])(
    "asks a client that declares %s only in its modes",
    async (_, modes, params, asked) => {
      const elicit = vi.fn(() => ({ action: "cancel" }));
      const { ask } = await openAsked(lifecycle, {
        handlers: { elicit },
        ...(modes && { capabilities: { elicitation: modes } }),
      });
      const { answer, error } = await ask("elicitation/create", params);
      expect(elicit).toHaveBeenCalledTimes(asked ? 1 : 0);
      if (asked) return expect(answer).toEqual({ action: "cancel" });
      expect(error).toMatchObject(
        lifecycle === "handshake" ? { code: -32602 } : { kind: "invalid" },
      );
    },
  );

  test("shows a handler the URL as it is, fetches nothing, sends no content", async () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const elicit = vi.fn((params: { url: string }) => ({
      action: "accept",
      content: { seen: params.url },
    }));
    const { ask } = await openAsked(lifecycle, {
      handlers: { elicit },
      capabilities: { elicitation: { url: {} } },
    });
    const { answer } = await ask("elicitation/create", url);
    expect(elicit.mock.calls[0]?.[0].url).toBe(url.url);
    expect(answer).toEqual({ action: "accept" });
    expect(fetched).not.toHaveBeenCalled();
  });

  test.each([
    "javascript:alert(1)",
    "file:///etc/passwd",
    "data:text/html,hello",
    "https://",
    "not a url",
  ])("never shows a person %s", async (address) => {
    const elicit = vi.fn(() => ({ action: "accept" }));
    const { ask } = await openAsked(lifecycle, {
      handlers: { elicit },
      capabilities: { elicitation: { url: {} } },
    });
    const { error } = await ask("elicitation/create", { ...url, url: address });
    expect(elicit).not.toHaveBeenCalled();
    expect(error).toMatchObject(
      lifecycle === "handshake"
        ? { code: -32602, data: { path: ["url"] } }
        : { kind: "invalid", path: ["inputRequests", "q", "params", "url"] },
    );
  });
});
