import { describe, expect, test } from "vitest";
import * as older from "../../generated/2024-11-05/guards.ts";
import * as march from "../../generated/2025-03-26/guards.ts";
import * as june from "../../generated/2025-06-18/guards.ts";
import * as november from "../../generated/2025-11-25/guards.ts";
import { fit } from "../../src/runtime/protocol/revision/narrow.ts";
import { repair } from "../../src/runtime/protocol/revision/repair.ts";
import type { Validate } from "../../src/runtime/protocol/issue.ts";
import {
  isObject,
  type JsonObject,
} from "../../src/runtime/protocol/message.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import { buildServer } from "../../src/runtime/server/create-server.ts";
import {
  handshakes,
  initializeAs,
  modern,
  modernRequest,
  newestHandshake,
  notification,
  request,
  serverInfo,
  tables,
} from "./revisions.ts";
import { createPeer } from "./table.ts";
import { createWire, openWire } from "./wire.ts";
import { fc } from "../support/random.ts";

const text = (value: string): object => ({ type: "text", text: value });
const audio = { type: "audio", data: "AAAA", mimeType: "audio/wav" };
const link = { type: "resource_link", uri: "a:b", name: "n", title: "T" };
const image = { type: "image", data: "AAAA", mimeType: "image/png" };

describe("a tool's result", () => {
  test("that fits is the same object", () => {
    const result = { content: [text("a")], odd: { kept: true } };
    expect(fit(result, older.validateCallToolResult)).toBe(result);
  });

  test("has links as text where there are none", () => {
    const result = { content: [text("a"), link, image, link], odd: 1 };
    expect(fit(result, march.validateCallToolResult)).toEqual({
      content: [text("a"), text("T: a:b"), image, text("T: a:b")],
      odd: 1,
    });
    expect(fit(result, june.validateCallToolResult)).toBe(result);
  });

  test("has sounds as text where there are none", () => {
    const result = { content: [audio, image] };
    expect(fit(result, older.validateCallToolResult)).toEqual({
      content: [text("audio: audio/wav"), image],
    });
    expect(fit(result, march.validateCallToolResult)).toBe(result);
  });

  test("has no structure that is no object", () => {
    for (const structuredContent of [[1], "a", 5, true, false, null])
      expect(
        fit(
          { content: [text("a")], structuredContent, kept: 1 },
          november.validateCallToolResult,
        ),
      ).toEqual({ content: [text("a")], kept: 1 });
  });

  test("may have thousands of blocks that are none elsewhere", () => {
    const content = Array.from({ length: 5_000 }, () => link);
    const fitting = fit({ content }, march.validateCallToolResult);
    expect(fitting["content"]).toHaveLength(5_000);
  });

  test("loses no more of a block than what is refused", () => {
    const annotations = { priority: 5, audience: ["user"] };
    const content = [{ ...image, annotations }];
    expect(fit({ content }, older.validateCallToolResult)).toEqual({
      content: [{ ...image, annotations: { audience: ["user"] } }],
    });
  });

  test("is left as it was: what is sent is a copy", () => {
    const result = { content: [Object.freeze({ ...link })] };
    Object.freeze(result.content);
    fit(Object.freeze(result), march.validateCallToolResult);
    expect(result.content[0]).toEqual(link);
  });
});

describe("what an older revision refuses", () => {
  test("goes with its owner where the owner lacks it, whatever its name", () => {
    const path = ["inner", "toString"];
    const validate = (value: unknown) =>
      Object.hasOwn(value as object, "inner")
        ? { path, message: "expected a value" }
        : undefined;
    expect(fit({ inner: {}, odd: 1 }, validate)).toEqual({ odd: 1 });
  });

  test("whatever is done about it, is given up in the end", () => {
    let looked = 0;
    const validate = () => {
      if (++looked > 100_000) throw new Error("it goes on for ever");
      return { path: ["elicitationId"], message: "never good" };
    };
    expect(() => fit({}, validate)).toThrow(TypeError);
  });
});

describe("a list of tools", () => {
  const inputSchema = { type: "object" };

  test("has no output schema that is of no object", () => {
    const tools = [
      { name: "a", inputSchema, outputSchema: { type: "array" }, title: "A" },
      { name: "b", inputSchema, outputSchema: { type: "object" } },
      { name: "c", inputSchema, outputSchema: { anyOf: [] } },
    ];
    expect(fit({ tools }, november.validateListToolsResult)).toEqual({
      tools: [
        { name: "a", inputSchema, title: "A" },
        tools[1],
        { name: "c", inputSchema },
      ],
    });
  });

  test("says in objects what schemas say as true and false", () => {
    const properties = { any: true, none: false, text: { type: "string" } };
    const tools = [{ name: "a", inputSchema: { type: "object", properties } }];
    expect(fit({ tools }, november.validateListToolsResult)).toMatchObject({
      tools: [
        {
          inputSchema: {
            properties: { any: {}, none: { not: {} }, text: properties.text },
          },
        },
      ],
    });
  });

  test("may be long", () => {
    const tools = Array.from({ length: 800 }, (_, index) => ({
      name: `t${index}`,
      inputSchema,
      outputSchema: { type: "array" },
    }));
    const fitting = fit({ tools }, november.validateListToolsResult);
    expect(fitting["tools"]).toHaveLength(800);
  });
});

/** What is given up is undefined: with an error for each issue, one repair after the other. */
function byOneRepairAfterTheOther(
  value: JsonObject,
  validate: Validate,
): unknown {
  let fitting: unknown = value;
  for (let repairs = 0; repairs < 2_000; repairs++) {
    const issue = validate(fitting);
    if (!issue) return fitting;
    fitting = repair(fitting, issue.path);
    if (!isObject(fitting)) return undefined;
  }
  return undefined;
}

function byFit(value: JsonObject, validate: Validate): unknown {
  try {
    return fit(value, validate);
  } catch {
    return undefined;
  }
}

describe("long lists", () => {
  const few = { maxLength: 14 };
  const odd = fc.constantFrom<unknown>(true, false, 5, null, "a", [], [1], {});
  const schema = fc.oneof(
    odd,
    fc.constant({ type: "object" }),
    fc.record(
      {
        type: fc.constantFrom("object", "array"),
        properties: fc.dictionary(
          fc.string({ maxLength: 3 }),
          fc.oneof(odd, fc.constant({ type: "string" })),
          { maxKeys: 40 },
        ),
        required: fc.oneof(odd, fc.array(fc.string(), few)),
      },
      { requiredKeys: [] },
    ),
  );
  const tools = fc.array(
    fc.record(
      {
        name: fc.oneof({ weight: 9, arbitrary: fc.string() }, odd),
        inputSchema: schema,
        outputSchema: schema,
        title: fc.oneof(fc.string(), odd),
        annotations: odd,
      },
      { requiredKeys: ["name"] },
    ),
    few,
  );
  const block = fc.oneof(
    fc.constantFrom<unknown>(text("a"), audio, link, image),
    odd,
    fc.record({ type: fc.constantFrom("text", "image", "new") }),
    fc.constant({ ...image, annotations: { priority: 5 } }),
  );
  const content = fc.array(block, few);
  const messages = fc.array(
    fc.record(
      {
        role: fc.constantFrom("user", "assistant", "wizard"),
        content: fc.oneof(content, block),
      },
      { requiredKeys: [] },
    ),
    few,
  );

  /** The order of keys does not matter. */
  const settled = (value: unknown): string =>
    JSON.stringify(value ?? null, (_, inner: unknown) =>
      isObject(inner)
        ? Object.fromEntries(
            Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)),
          )
        : inner,
    );

  test.each<[string, fc.Arbitrary<JsonObject>, readonly Validate[]]>([
    [
      "of tools",
      fc.record({ tools, nextCursor: odd }, { requiredKeys: ["tools"] }),
      [older, march, june, november].map((one) => one.validateListToolsResult),
    ],
    [
      "of content",
      fc.record(
        { content, structuredContent: odd, isError: odd },
        { requiredKeys: [] },
      ),
      [older, march, june, november].map((one) => one.validateCallToolResult),
    ],
    [
      "of messages, beside one of tools",
      fc.record(
        { messages, tools, maxTokens: fc.constant(1), systemPrompt: odd },
        { requiredKeys: ["messages", "maxTokens"] },
      ),
      [older, march, june, november].map(
        (one) => one.validateCreateMessageRequestParams,
      ),
    ],
    [
      "of messages of a prompt",
      fc.record({ messages, description: odd }, { requiredKeys: ["messages"] }),
      [older, march, june, november].map((one) => one.validateGetPromptResult),
    ],
  ])("%s are as after one repair after the other", (_, values, guards) => {
    fc.assert(
      fc.property(values, fc.constantFrom(...guards), (value, validate) => {
        const wanted = byOneRepairAfterTheOther(value, validate);
        expect(settled(byFit(value, validate))).toBe(settled(wanted));
      }),
      { numRuns: 200 },
    );
  });

  test("take work in proportion to their length", () => {
    const worked = (length: number): number => {
      let looks = 0;
      const counted: Validate = (value) => {
        const { tools: all } = value as { tools: unknown[] };
        for (const [at, tool] of all.entries()) {
          looks++;
          if (tool === false) return { path: ["tools", at], message: "no" };
        }
        return undefined;
      };
      const all = Array.from({ length }, (_, at) => at % 3 > 0);
      expect(fit({ tools: all }, counted)["tools"]).toHaveLength(
        all.filter(Boolean).length,
      );
      return looks;
    };
    const [once, fourTimes] = [worked(3_000), worked(12_000)];
    expect(fourTimes).toBeLessThan(4.1 * once);
    expect(fourTimes).toBeLessThan(4 * 12_000);
  });

  test.each([
    ["november", november.validateListToolsResult],
    ["march", march.validateListToolsResult],
  ])("of 3,000 tools with a boolean schema have a form in %s", (_, guard) => {
    const properties = { any: true, none: false };
    const all = Array.from({ length: 3_000 }, (_, at) => ({
      name: `t${at}`,
      inputSchema: { type: "object", properties },
    }));
    const fitting = fit({ tools: all }, guard);
    expect(fitting["tools"]).toHaveLength(3_000);
    expect(guard(fitting)).toBeUndefined();
    expect(fitting["tools"]).toContainEqual({
      name: "t2999",
      inputSchema: {
        type: "object",
        properties: { any: {}, none: { not: {} } },
      },
    });
  });

  test("may be lists by name, and lists in lists", () => {
    const names = Array.from({ length: 2_500 }, (_, at) => `p${at}`);
    const tool = (name: string) => ({
      name,
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(names.map((one) => [one, false])),
      },
    });
    const value = { tools: ["a", "b"].map(tool), nextCursor: "c" };
    const fitting = fit(value, november.validateListToolsResult);
    expect(november.validateListToolsResult(fitting)).toBeUndefined();
    const [first] = fitting["tools"] as ReturnType<typeof tool>[];
    expect(Object.keys(first?.inputSchema.properties ?? {})).toHaveLength(
      2_500,
    );
    expect(first?.inputSchema.properties["p7"]).toEqual({ not: {} });
  });
});

test("a prompt's message has a sound as text where there are none", () => {
  const messages = [{ role: "user", content: audio }];
  expect(fit({ messages }, older.validateGetPromptResult)).toEqual({
    messages: [{ role: "user", content: text("audio: audio/wav") }],
  });
});

describe("what a server asks", () => {
  test("has one block to a message where there is one", () => {
    const messages = [
      { role: "user", content: [text("a")] },
      { role: "user", content: [text("a"), image] },
      { role: "user", content: text("c") },
    ];
    const params = { maxTokens: 1, messages };
    expect(fit(params, june.validateCreateMessageRequestParams)).toEqual({
      maxTokens: 1,
      messages: [
        { role: "user", content: text("a") },
        { role: "user", content: text("a\nimage: image/png") },
        { role: "user", content: text("c") },
      ],
    });
  });

  test("has an id for a URL where that is required", () => {
    const params = { mode: "url", message: "?", url: "https://a.b" };
    const one = fit(params, november.validateElicitRequestParams);
    const two = fit(params, november.validateElicitRequestParams);
    expect(one).toEqual({ ...params, elicitationId: expect.any(String) });
    expect(one["elicitationId"]).not.toBe(two["elicitationId"]);
  });
});

test("a form that the older revision cannot show as a whole is an error", () => {
  const items = { type: "string", enum: ["a", "b"] };
  const properties = { many: { type: "array", items } };
  const requestedSchema = { type: "object", properties, required: ["many"] };
  const params = { message: "?", requestedSchema };
  expect(fit(params, november.validateElicitRequestParams)).toBe(params);
  expect(() => fit(params, june.validateElicitRequestParams)).toThrow(
    TypeError,
  );
});

test("what the older revision cannot say at all is an error", () => {
  expect(() => fit({ content: 5 }, older.validateCallToolResult)).toThrow(
    TypeError,
  );
});

describe("a server's handlers, written against the newest revision", () => {
  const fits = {
    [newestHandshake]: {
      "tools/call": november.validateCallToolResult,
      "elicitation/create": november.validateElicitRequestParams,
    },
    "2025-06-18": { "tools/call": june.validateCallToolResult },
    "2025-03-26": { "tools/call": march.validateCallToolResult },
    "2024-11-05": { "tools/call": older.validateCallToolResult },
  };
  const result = {
    content: [text("a"), audio, link],
    structuredContent: [1, 2],
  };
  const server = buildServer(
    tables.map((table) => ({
      table,
      fits: fits[table.revision as keyof typeof fits] ?? {},
    })),
    { info: serverInfo, handlers: { callTool: () => result } },
    createPeer,
  );
  const sent = { name: "a" };

  test.each(handshakes)(
    "answer in %s with what it can say",
    async (revision) => {
      const wire = await openWire(server, revision);
      const answer = await wire.ask(request(1, "tools/call", sent));
      const { content } = answer["result"] as { content: { type: string }[] };
      // What a revision merely does not know stays.
      const isUnknown = revision < "2025-06-18";
      expect("structuredContent" in (answer["result"] as object)).toBe(
        isUnknown,
      );
      expect(content.map(({ type }) => type)).toEqual(
        revision === "2024-11-05"
          ? ["text", "text", "text"]
          : revision === "2025-03-26"
            ? ["text", "audio", "text"]
            : ["text", "audio", "resource_link"],
      );
    },
  );

  test("answer in the newest as they are", async () => {
    const wire = await openWire(server);
    expect(await wire.ask(modernRequest(1, "tools/call", sent))).toMatchObject({
      result,
    });
    expect(tables[0]?.revision).toBe(modern);
  });

  test("ask in the form of the session's revision", async () => {
    const [near, far] = createMemoryPair();
    const { peer } = server.connect(far);
    const wire = createWire(near);
    await wire.ask(initializeAs(newestHandshake, { elicitation: { url: {} } }));
    wire.send(notification("notifications/initialized"));
    const params = { mode: "url", message: "?", url: "https://a.b" };
    void peer.request("elicitation/create", params);
    expect(await wire.next()).toMatchObject({
      method: "elicitation/create",
      params: { ...params, elicitationId: expect.any(String) },
    });
  });
});
