import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test, vi } from "vitest";
import { compileOutputs } from "../../src/runtime/client/outputs.ts";
import type { ClientSettings } from "../../src/runtime/client/create-client.ts";
import { fromAjv } from "../../src/runtime/registry/ajv.ts";
import { lifecycles, openAsked, type AskedClient } from "./asked-client.ts";
import { settle, type Script } from "./script.ts";

const outputSchema = {
  $id: "https://example.com/degrees",
  type: "object",
  properties: { degrees: { type: "number" } },
  required: ["degrees"],
};
const ajv = () => fromAjv(new Ajv2020());

function complete(result: object): object {
  const hints = { ttlMs: 0, cacheScope: "private" };
  return { resultType: "complete", ...hints, ...result };
}

async function list(asked: AskedClient, ...schemas: unknown[]): Promise<void> {
  const listing = asked.client.request("tools/list", undefined);
  const tools = schemas.map((schema, index) => ({
    name: `tool${index}`,
    inputSchema: { type: "object" },
    ...(schema !== undefined && { outputSchema: schema }),
  }));
  answerLast(asked.script, { tools });
  await listing;
}

function answerLast(script: Script, result: object): void {
  script.answer(script.sent.at(-1) ?? {}, complete(result));
}

/** What becomes of a call whose result is given. */
async function call(
  { client, script }: AskedClient,
  result: object,
  name = "tool0",
): Promise<unknown> {
  const calling = client.request("tools/call", { name });
  answerLast(script, { content: [], ...result });
  return calling;
}

describe.each(lifecycles)("what a tool gives, %s", (lifecycle) => {
  const open = (settings: Partial<ClientSettings> = {}) =>
    openAsked(lifecycle, settings);

  test("passes when it is what the tool promised", async () => {
    const asked = await open({ validate: ajv() });
    await list(asked, outputSchema);
    const structuredContent = { degrees: 21 };
    expect(await call(asked, { structuredContent })).toMatchObject({
      structuredContent,
    });
  });

  test("fails when it is not, and says why", async () => {
    const asked = await open({ validate: ajv() });
    await list(asked, outputSchema);
    const structuredContent = { degrees: "warm" };
    await expect(call(asked, { structuredContent })).rejects.toMatchObject({
      kind: "invalid",
      path: ["structuredContent"],
      message: expect.stringContaining("degrees: must be number"),
    });
  });

  test("is not checked without a validator", async () => {
    const asked = await open();
    await list(asked, outputSchema);
    await call(asked, { structuredContent: { degrees: "warm" } });
  });

  test("is missed, with a validator and without", async () => {
    for (const settings of [{}, { validate: ajv() }]) {
      const asked = await open(settings);
      await list(asked, outputSchema);
      await expect(call(asked, {})).rejects.toMatchObject({
        kind: "invalid",
        path: ["structuredContent"],
      });
    }
  });

  test("is not missed where the tool failed, or promised nothing", async () => {
    const asked = await open({ validate: ajv() });
    await list(asked, outputSchema, undefined);
    await call(asked, { isError: true });
    await call(asked, { isError: true, structuredContent: {} });
    await call(asked, {}, "tool1");
    await call(asked, {}, "unlisted");
  });

  test("is held against what was listed last", async () => {
    const asked = await open({ validate: ajv() });
    await list(asked, outputSchema);
    await call(asked, { structuredContent: { degrees: 21 } });
    await list(asked, { ...outputSchema, required: [] });
    await call(asked, { structuredContent: {} });
    await list(asked, outputSchema);
    await expect(call(asked, { structuredContent: {} })).rejects.toThrow();
    await list(asked, undefined);
    await call(asked, {});
  });

  test("is held against nothing once the server says that the tools changed", async () => {
    const asked = await open({ validate: ajv() });
    await list(asked, outputSchema);
    asked.script.notify("notifications/tools/list_changed");
    await settle();
    await call(asked, {});
  });

  test.each([
    ["a reference that leads outside", { $ref: "https://example.com/x" }],
    ["another dialect", { $schema: "http://json-schema.org/draft-07/schema#" }],
    [
      "what no validator knows",
      { properties: { a: { type: "string", pattern: "(" } } },
    ],
  ])("fails where the schema has %s, which is not fetched", async (_, more) => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const asked = await open({ validate: ajv() });
    await list(asked, { type: "object", ...more });
    await expect(call(asked, { structuredContent: {} })).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("cannot be checked"),
    });
    expect(fetched).not.toHaveBeenCalled();
  });

  test.each([
    ["leads outside", { $ref: "https://example.com/x" }],
    ["is of another dialect", { $schema: "https://json-schema.org/schema" }],
  ])("is shown to no validator with a schema that %s", async (_, more) => {
    const compile = vi.fn(() => () => undefined);
    const asked = await open({ validate: { compile } });
    await list(asked, { type: "object", ...more });
    await expect(call(asked, { structuredContent: {} })).rejects.toThrow();
    expect(compile).not.toHaveBeenCalled();
  });

  test("is checked by one check for each schema", async () => {
    const compile = vi.fn(() => () => undefined);
    const asked = await open({ validate: { compile } });
    const degrees = { type: "object" };
    await list(asked, degrees, degrees, { type: "object", title: "other" });
    for (const name of ["tool0", "tool1", "tool2", "tool0"])
      await call(asked, { structuredContent: {} }, name);
    await list(asked, degrees);
    await call(asked, { structuredContent: {} });
    expect(compile).toHaveBeenCalledTimes(2);
  });
});

test("of more tools than anybody calls, the schemas are not all kept", async () => {
  const compile = vi.fn(() => () => [{ message: "no" }]);
  const asked = await openAsked("stateless", { validate: { compile } });
  const long = { type: "object", title: "x".repeat(2 ** 23) };
  await list(asked, long, { ...long, description: "" }, outputSchema);
  await call(asked, {});
  await expect(call(asked, {}, "tool2")).rejects.toThrow();
});

test("of more tools than so many, the first are forgotten", async () => {
  const asked = await openAsked("stateless", {});
  await list(asked, ...Array.from({ length: 10_001 }, () => outputSchema));
  await call(asked, {});
  await expect(call(asked, {}, "tool1")).rejects.toThrow();
});

test("the schemas of tools that changed take no room", async () => {
  const asked = await openAsked("stateless", { validate: ajv() });
  const long = { type: "object", title: "x".repeat(2 ** 23) };
  await list(asked, long);
  asked.script.notify("notifications/tools/list_changed");
  await settle();
  await list(asked, long, outputSchema);
  await expect(call(asked, {})).rejects.toThrow();
});

test("checks are not kept without end", () => {
  const compile = vi.fn(() => () => undefined);
  const check = compileOutputs({ compile });
  for (let count = 0; count <= 10_000; count++) check(`{"title":"${count}"}`);
  check('{"title":"10000"}');
  expect(compile).toHaveBeenCalledTimes(10_001);
  check('{"title":"0"}');
  expect(compile).toHaveBeenCalledTimes(10_002);
});

test("checks of long schemas are not kept without end", () => {
  const compile = vi.fn(() => () => undefined);
  const check = compileOutputs({ compile });
  const long = (sign: string): string =>
    JSON.stringify({ title: sign.repeat(2 ** 23) });
  for (const sign of ["a", "b", "b", "a"]) check(long(sign));
  expect(compile).toHaveBeenCalledTimes(3);
});

test("a task has nothing to check yet", async () => {
  const asked = await openAsked("handshake", {});
  await list(asked, outputSchema);
  const task = {
    taskId: "t",
    status: "working",
    createdAt: "2026-01-01T00:00:00Z",
    lastUpdatedAt: "2026-01-01T00:00:00Z",
    ttl: null,
  };
  const params = { name: "tool0", task: {} };
  const calling = asked.client.request("tools/call", params);
  asked.script.answer(asked.script.sent.at(-1) ?? {}, { task });
  expect(await calling).toMatchObject({ task });
});

test("of a result that comes after input, the last one is checked", async () => {
  const asked = await openAsked("stateless", {
    handlers: { elicit: () => ({ action: "decline" }) },
  });
  await list(asked, outputSchema);
  const params = {
    message: "?",
    requestedSchema: { type: "object", properties: {} },
  };
  const calling = asked.client.request("tools/call", { name: "tool0" });
  calling.catch(() => {});
  const { script } = asked;
  const method = "elicitation/create";
  script.answer(script.sent.at(-1) ?? {}, {
    resultType: "input_required",
    inputRequests: { q: { method, params } },
  });
  await settle();
  answerLast(script, { content: [] });
  await expect(calling).rejects.toMatchObject({ path: ["structuredContent"] });
});
