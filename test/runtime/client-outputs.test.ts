import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test, vi } from "vitest";
import { compileOutputs } from "../../src/runtime/client/outputs/compile-outputs.ts";
import type { ClientSettings } from "../../src/runtime/client/create-client.ts";
import { fromAjv } from "../../src/runtime/registry/ajv.ts";
import { lifecycles, openAsked, type AskedClient } from "./asked-client.ts";
import { settle, type Script } from "./script.ts";
import { createClient } from "./test-client.ts";

const outputSchema = {
  $id: "https://example.com/degrees",
  type: "object",
  properties: { degrees: { type: "number" } },
  required: ["degrees"],
};
const ajv = () => fromAjv(new Ajv2020());
const onInvalid = "reject";
const draft07 = "http://json-schema.org/draft-07/schema#";
const draft2019 = "https://json-schema.org/draft/2019-09/schema";
const draft2020 = "https://json-schema.org/draft/2020-12/schema";

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

/** A call of a tool whose list is empty by now: it is asked for first. */
async function callUnlisted(
  { client, script }: AskedClient,
  result: object,
  name = "tool0",
): Promise<unknown> {
  const calling = client.request("tools/call", { name });
  expect(script.sent.at(-1)).toMatchObject({ method: "tools/list" });
  answerLast(script, { tools: [] });
  await settle();
  expect(script.sent.at(-1)).toMatchObject({ method: "tools/call" });
  answerLast(script, { content: [], ...result });
  return calling;
}

describe.each(lifecycles)("the list that a check needs, %s", (lifecycle) => {
  const open = (settings: Partial<ClientSettings> = {}) =>
    openAsked(lifecycle, { validate: ajv(), onInvalid, ...settings });
  const methods = ({ script }: AskedClient) =>
    script.sent.map(({ method }) => method).slice(-6);
  const degrees = {
    name: "tool0",
    inputSchema: { type: "object" },
    outputSchema,
  };

  test("is read whole before the first call of a tool that was not listed", async () => {
    const asked = await open();
    const { client, script } = asked;
    const calls = [1, 2].map(() =>
      client.request("tools/call", { name: "tool0" }),
    );
    const other = { ...degrees, name: "other" };
    answerLast(script, { tools: [other], nextCursor: "more" });
    await settle();
    expect(script.sent.at(-1)?.params).toMatchObject({ cursor: "more" });
    answerLast(script, { tools: [degrees] });
    await settle();
    const wrong = { content: [], structuredContent: { degrees: "warm" } };
    for (const sent of script.sent.slice(-2))
      script.answer(sent, complete(wrong));
    for (const calling of calls)
      await expect(calling).rejects.toThrow("must be number");
    await call(asked, {}, "unlisted");
    expect(methods(asked).slice(-5)).toEqual([
      "tools/list",
      "tools/list",
      "tools/call",
      "tools/call",
      "tools/call",
    ]);
  });

  test("is read again once the server says that its tools changed", async () => {
    const asked = await open();
    await callUnlisted(asked, {});
    await call(asked, {});
    asked.script.notify("notifications/tools/list_changed");
    await settle();
    await callUnlisted(asked, {});
  });

  test("is not read without a validator, or where the tool was listed", async () => {
    const one = await openAsked(lifecycle, {});
    await call(one, {});
    const two = await open();
    await list(two, outputSchema, undefined);
    await call(two, {}, "tool1");
    const lists = [one, two].map(
      (asked) => methods(asked).filter((one) => one === "tools/list").length,
    );
    expect(lists).toEqual([0, 1]);
  });

  test("is done without where the server refuses it, which is told", async () => {
    const asked = await open();
    const { client, script, errors } = asked;
    const calling = client.request("tools/call", { name: "tool0" });
    script.refuse(script.sent.at(-1) ?? {}, { code: -32603, message: "no" });
    await settle();
    answerLast(script, { content: [] });
    await calling;
    expect(errors).toMatchObject([{ code: -32603 }]);
  });

  test("ends with the signal and the time of the call that needs it", async () => {
    const { client, script } = await open();
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const calling = client.request("tools/call", { name: "a" }, options);
    stop.abort();
    await expect(calling).rejects.toMatchObject({ kind: "cancelled" });
    const late = client.request("tools/call", { name: "a" }, { timeout: 1 });
    await expect(late).rejects.toMatchObject({ kind: "timeout" });
    expect(script.sent.at(-1)?.method).toBe("tools/list");
    await client.close();
  });
});

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

  test("is delivered when it is not, with a warning", async () => {
    const asked = await open({ validate: ajv() });
    await list(asked, outputSchema);
    const structuredContent = { degrees: "warm" };
    expect(await call(asked, { structuredContent })).toMatchObject({
      structuredContent,
    });
    expect(asked.errors).toMatchObject([
      {
        kind: "invalid",
        path: ["structuredContent"],
        message:
          "tools/call: the tool tool0 gave what its output schema does not allow: degrees: must be number",
      },
    ]);
    await call(asked, {});
    expect(asked.errors).toHaveLength(2);
    expect(String(asked.errors[1])).toContain("gave nothing for it");
  });

  test("fails when it is not and shall be rejected, and says why", async () => {
    const asked = await open({ validate: ajv(), onInvalid });
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
      const asked = await open({ ...settings, onInvalid });
      await list(asked, outputSchema);
      await expect(call(asked, {})).rejects.toMatchObject({
        kind: "invalid",
        path: ["structuredContent"],
      });
    }
  });

  test("is missed by a warning alone otherwise", async () => {
    const asked = await open();
    await list(asked, outputSchema);
    await call(asked, {});
    expect(asked.errors.map(String)).toEqual([
      "InvalidMessageError: tools/call: the tool tool0 has an output schema, and gave nothing for it",
    ]);
  });

  test("is not missed where the tool failed, or promised nothing", async () => {
    const asked = await open({ validate: ajv(), onInvalid });
    await list(asked, outputSchema, undefined);
    await call(asked, { isError: true });
    await call(asked, { isError: true, structuredContent: {} });
    await call(asked, {}, "tool1");
    expect(asked.errors).toEqual([]);
  });

  test("is held against what was listed last", async () => {
    const asked = await open({ validate: ajv(), onInvalid });
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
    const asked = await open({ onInvalid });
    await list(asked, outputSchema);
    asked.script.notify("notifications/tools/list_changed");
    await settle();
    await call(asked, {});
  });

  test.each([
    ["a reference that leads outside", { $ref: "https://example.com/x" }],
    ["a dialect that nobody knows", { $schema: "https://example.com/schema" }],
    ["a part of another dialect", { not: { $schema: draft07 } }],
    ["what no validator knows", { properties: { a: { type: "text" } } }],
  ])("goes unchecked where the schema has %s", async (_, more) => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const asked = await open({ validate: ajv(), onInvalid });
    await list(asked, { type: "object", required: ["b"], ...more });
    const calling = asked.client.request("tools/call", { name: "tool0" });
    // Before the call is sent: nothing has happened yet.
    expect(asked.errors).toMatchObject([
      {
        message: expect.stringMatching(/^tools\/call: .* tool0 is not checked/),
      },
    ]);
    answerLast(asked.script, { content: [], structuredContent: {} });
    await calling;
    await call(asked, { structuredContent: {} });
    expect(asked.errors).toHaveLength(1);
    expect(fetched).not.toHaveBeenCalled();
  });

  test.each([
    ["leads outside", { $ref: "https://example.com/x" }],
    ["is of another dialect", { $schema: "https://json-schema.org/schema" }],
  ])("is shown to no validator with a schema that %s", async (_, more) => {
    const compile = vi.fn(() => () => undefined);
    const asked = await open({ validate: { compile } });
    await list(asked, { type: "object", ...more });
    await call(asked, { structuredContent: {} });
    expect(compile).not.toHaveBeenCalled();
    expect(asked.errors).toHaveLength(1);
  });

  test("is checked without formats and keywords that ajv does not know", async () => {
    const asked = await open({ validate: ajv(), onInvalid });
    const schema = {
      type: "object",
      properties: {
        at: { type: "string", format: "date-time" },
        level: { type: "number", step: 5 },
      },
    };
    await list(asked, schema, { ...schema, title: "another" });
    const structuredContent = { at: "2026-01-01T00:00:00Z", level: 5 };
    await call(asked, { structuredContent });
    await call(asked, { structuredContent }, "tool1");
    expect(asked.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('format "date-time"'),
      expect.stringContaining('keyword "step"'),
    ]);
    const wrong = { structuredContent: { at: 5 } };
    await expect(call(asked, wrong)).rejects.toThrow("at: must be string");
  });

  test.each([draft07, draft2019, draft2020])(
    "is checked where the schema is of %s, with an ajv for it",
    async ($schema) => {
      const validate = fromAjv(new Ajv2020(), new Ajv2019(), new Ajv());
      const asked = await open({ validate, onInvalid });
      await list(asked, { $schema, ...outputSchema });
      const wrong = { structuredContent: { degrees: "warm" } };
      await expect(call(asked, wrong)).rejects.toThrow("must be number");
      await call(asked, { structuredContent: { degrees: 21 } });
      expect(asked.errors).toEqual([]);
    },
  );

  test("goes unchecked where no ajv is for the dialect, which is told once", async () => {
    const asked = await open({ validate: ajv(), onInvalid });
    const schema = { $schema: draft07, ...outputSchema };
    await list(asked, schema, { ...schema, title: "another" }, outputSchema);
    const wrong = { structuredContent: { degrees: "warm" } };
    for (const name of ["tool0", "tool0", "tool1"])
      expect(await call(asked, wrong, name)).toMatchObject(wrong);
    expect(asked.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/tool0 is not checked: its dialect is draft-07/),
    ]);
    await expect(call(asked, wrong, "tool2")).rejects.toThrow();
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
  const asked = await openAsked("stateless", {
    validate: { compile },
    onInvalid,
  });
  const long = { type: "object", title: "x".repeat(2 ** 23) };
  await list(asked, long, { ...long, description: "" }, outputSchema);
  await callUnlisted(asked, {});
  await expect(call(asked, {}, "tool2")).rejects.toThrow();
});

test("of more tools than so many, the first are forgotten", async () => {
  const asked = await openAsked("stateless", { onInvalid });
  await list(asked, ...Array.from({ length: 10_001 }, () => outputSchema));
  await call(asked, {});
  await expect(call(asked, {}, "tool1")).rejects.toThrow();
});

test("the schemas of tools that changed take no room", async () => {
  const asked = await openAsked("stateless", { validate: ajv(), onInvalid });
  const long = { type: "object", title: "x".repeat(2 ** 23) };
  await list(asked, long);
  asked.script.notify("notifications/tools/list_changed");
  await settle();
  await list(asked, long, outputSchema);
  await expect(call(asked, {})).rejects.toThrow();
});

test("checks are not kept without end", () => {
  const compile = vi.fn(() => () => undefined);
  const check = compileOutputs({ compile }, () => {});
  for (let count = 0; count <= 10_000; count++)
    check("a", `{"title":"${count}"}`);
  check("a", '{"title":"10000"}');
  expect(compile).toHaveBeenCalledTimes(10_001);
  check("a", '{"title":"0"}');
  expect(compile).toHaveBeenCalledTimes(10_002);
});

test("checks of long schemas are not kept without end", () => {
  const compile = vi.fn(() => () => undefined);
  const check = compileOutputs({ compile }, () => {});
  const long = (sign: string): string =>
    JSON.stringify({ title: sign.repeat(2 ** 23) });
  for (const sign of ["a", "b", "b", "a"]) check("a", long(sign));
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
    onInvalid,
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

test("what becomes of invalid results is one of two words, and no other is taken for warn", () => {
  const settings = { onInvalid: "rejct" } as unknown as ClientSettings;
  const create = (): unknown => createClient([], settings);
  expect(create).toThrow(TypeError);
  expect(create).toThrow('onInvalid is one of warn, reject, not "rejct"');
});
