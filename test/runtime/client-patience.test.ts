import { describe, expect, test, vi } from "vitest";
import { createClient } from "../../generated/index.ts";
import * as oldest from "../../generated/2024-11-05/client.ts";
import { createPatience } from "../../src/runtime/client/patience/mend.ts";
import type { InvalidMessageError } from "../../src/runtime/protocol/errors.ts";
import { createScript, discovery, welcome, type Sent } from "./script.ts";

const capabilities = { tools: {}, resources: {}, prompts: {} };

/** A client whose server answers its calls as it is told, and what `onError` hears. */
async function connected(answer: (message: Sent) => object, isOld = false) {
  const told: InvalidMessageError[] = [];
  const settings = {
    info: { name: "me", version: "1" },
    onError: (error: Error) => void told.push(error as InvalidMessageError),
  };
  const client = isOld ? oldest.createClient(settings) : createClient(settings);
  const script = createScript((message, { answer: reply }) => {
    if (message.method === "server/discover")
      return reply(message, {
        ...discovery(["2026-07-28"]),
        capabilities,
        ttlMs: 0,
        cacheScope: "private",
      });
    if (message.method === "initialize")
      return reply(message, welcome("2024-11-05", capabilities));
    if (message.id !== undefined) reply(message, answer(message));
  });
  await client.connect(script);
  return { client, told, messages: () => told.map(({ message }) => message) };
}

const sound = (name: string) => ({ name, inputSchema: { type: "object" } });

describe.each([
  ["without a handshake", false],
  ["of the oldest revision", true],
])("a result %s", (_, isOld) => {
  test.each<[string, object]>([
    ["nothing", {}],
    ["null", { content: null }],
    ["structured content alone", { structuredContent: { a: 1 } }],
    ["a failure", { isError: true }],
  ])("that has no content but %s has none", async (_, result) => {
    const { client, messages } = await connected(() => result, isOld);
    for (let time = 0; time < 3; time++)
      expect(await client.callTool({ name: "a" })).toMatchObject({
        ...result,
        content: [],
      });
    expect(messages()).toEqual(["tools/call: no content is taken as empty"]);
  });

  test("whose content is something else fails, with what came", async () => {
    const result = { content: [{ type: "text" }], isError: false };
    const { client, told } = await connected(() => result, isOld);
    const call = client.callTool({ name: "a" });
    await expect(call).rejects.toMatchObject({ kind: "invalid" });
    await expect(call).rejects.toMatchObject({ value: result });
    expect(told).toEqual([]);
  });

  test("that says to be something else is not one without content", async () => {
    const { client } = await connected(() => ({ resultType: "later" }), isOld);
    await expect(client.callTool({ name: "a" })).rejects.toMatchObject({
      kind: "invalid",
    });
  });

  test("with unsound items is a list of the others, each told once", async () => {
    const tools = [
      sound("a"),
      { name: "no schema" },
      sound("b"),
      null,
      { ...sound("forged\nline"), description: 5 },
      sound("c"),
    ];
    const { client, told, messages } = await connected(
      () => ({ tools }),
      isOld,
    );
    for (let time = 0; time < 3; time++) {
      const listed = await client.listTools({});
      expect(listed.tools.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    }
    expect(messages()).toEqual([
      'tools/list: tools.1 ("no schema") is left out: inputSchema: expected an object, found nothing',
      "tools/list: tools.3 is left out: expected an object, found null",
      'tools/list: tools.4 ("forged\\nline") is left out: description: expected a string, found number',
    ]);
    expect(told.map(({ path }) => path)).toEqual([
      ["tools", 1, "inputSchema"],
      ["tools", 3],
      ["tools", 4, "description"],
    ]);
    expect(told[0]?.value).toMatchObject({ tools });
  });

  test("with several alike that have no name tells each of them once", async () => {
    const tools = [{ name: 1 }, sound("a"), { name: 1 }, { name: 2 }];
    const { client, messages } = await connected(() => ({ tools }), isOld);
    for (let time = 0; time < 2; time++) await client.listTools({});
    expect(messages()).toEqual(
      [0, 2, 3].map(
        (at) =>
          `tools/list: tools.${at} is left out: name: expected a string, found number`,
      ),
    );
  });

  test("with several slips at once is mended in all of them", async () => {
    const { client, told } = await connected(
      () => ({
        tools: [5, sound("a")],
        nextCursor: null,
        ttlMs: -1,
        resultType: "complete",
        cacheScope: "public",
      }),
      isOld,
    );
    const { tools, nextCursor } = await client.listTools({});
    expect(tools).toHaveLength(1);
    expect(nextCursor).toBeUndefined();
    const paths = told.map(({ path }) => path.join("."));
    expect(paths).toContain("nextCursor");
    expect(paths).toContain("tools.0");
  });

  test("of any list may have null for its next cursor", async () => {
    const lists: Record<string, string> = {
      "tools/list": "tools",
      "prompts/list": "prompts",
      "resources/list": "resources",
      "resources/templates/list": "resourceTemplates",
    };
    const { client, told } = await connected(
      ({ method = "" }) => ({ [lists[method] ?? ""]: [], nextCursor: null }),
      isOld,
    );
    for (const result of [
      await client.listTools({}),
      await client.listPrompts({}),
      await client.listResources({}),
      await client.listResourceTemplates({}),
    ])
      expect(result).not.toHaveProperty("nextCursor");
    expect(told).toHaveLength(4);
  });

  test("that is no list at all fails", async () => {
    for (const tools of [undefined, {}, "a"]) {
      const { client } = await connected(() => ({ tools }), isOld);
      await expect(client.listTools({})).rejects.toMatchObject({
        kind: "invalid",
        value: { tools },
      });
    }
  });
});

test("a time below 0 is none", async () => {
  const contents = [{ uri: "a:b", text: "" }];
  const result = { contents, ttlMs: -60_000, cacheScope: "public" };
  const { client, messages } = await connected(() => result);
  for (let time = 0; time < 2; time++)
    expect(await client.readResource({ uri: "a:b" })).toMatchObject({
      contents,
      ttlMs: 0,
    });
  expect(messages()).toEqual(["resources/read: ttlMs: below 0 is taken as 0"]);
});

test("an unsound item of what is no list is not left out", async () => {
  const { client } = await connected(() => ({
    messages: [{ role: "wizard" }],
  }));
  await expect(client.getPrompt({ name: "a" })).rejects.toMatchObject({
    kind: "invalid",
  });
});

test("a list of unsound items alone is read once more, item by item", () => {
  const report = vi.fn();
  let looked = 0;
  const validate = ({ tools }: { tools: unknown[] }) => {
    looked += tools.length;
    const index = tools.findIndex((one) => one !== 1);
    const message = "expected 1";
    return index < 0 ? undefined : { path: ["tools", index], message };
  };
  const tools = Array.from({ length: 30_000 }, (_, index) => index % 2);
  const mended = createPatience(report).mend(
    "tools/list",
    { tools },
    validate as never,
  );
  expect(mended).toEqual({ tools: tools.filter((one) => one === 1) });
  expect(looked).toBeLessThan(4 * tools.length);
  expect(report).toHaveBeenCalledTimes(21);
});

test.each([
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
] as const)("boolean schemas in a tool of %s are valid", async (revision) => {
  const told: Error[] = [];
  const client = createClient({
    info: { name: "me", version: "1" },
    revisions: [revision],
    onError: (error) => void told.push(error),
  });
  const properties = { any: true, none: false, id: { type: "string" } };
  const schema = { type: "object", properties };
  const tools = [
    { name: "a", inputSchema: schema },
    { name: "b", inputSchema: schema, outputSchema: schema, title: null },
    { name: 5, inputSchema: schema },
    {
      name: "c",
      inputSchema: {
        ...schema,
        properties: { x: { type: "object", properties } },
      },
    },
  ];
  const script = createScript((message, { answer }) => {
    if (message.method === "server/discover")
      return answer(message, {
        ...discovery([revision]),
        capabilities,
        ttlMs: 0,
        cacheScope: "private",
      });
    if (message.method === "initialize")
      return answer(message, welcome(revision, capabilities));
    if (message.id !== undefined) answer(message, { tools });
  });
  await client.connect(script);
  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  const meaning = (value: unknown): unknown =>
    value === true ? {} : value === false ? { not: {} } : value;
  for (const { inputSchema } of listed.tools.slice(0, 2))
    expect(
      Object.values(inputSchema["properties"] as object).map(meaning),
    ).toEqual([{}, { not: {} }, { type: "string" }]);
  expect(listed.tools[2]?.inputSchema).toEqual(tools[3]?.inputSchema);
  expect(
    told.some(({ message }) => message.includes("tools.2 is left out")),
  ).toBe(true);
  await client.close();
});
