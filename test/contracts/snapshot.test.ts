import { describe, expect, it } from "vitest";
import {
  printSnapshot,
  readDescription,
  readSnapshot,
  snapshotOf,
  withoutInstances,
  withoutServedInstances,
} from "../../src/contracts/snapshot/index.ts";

const forecast = {
  name: "forecast",
  title: "Forecast",
  inputSchema: { type: "object", properties: { city: { type: "string" } } },
};

function listing(parts: object): Parameters<typeof snapshotOf>[0] {
  return {
    serverInfo: { name: "weather", version: "1.0.0" },
    protocolVersion: "2025-06-18",
    tools: [],
    prompts: [],
    resources: [],
    resourceTemplates: [],
    ...parts,
  };
}

/** JSON of arrays in each other. */
function nested(levels: number): unknown {
  return JSON.parse("[".repeat(levels) + "]".repeat(levels));
}

describe("a snapshot", () => {
  it("is the same text whatever the order of lists and keys", () => {
    const other = { inputSchema: {}, name: "a" };
    const { title, name, inputSchema } = forecast;
    const texts = [
      { tools: [forecast, other] },
      { tools: [other, { inputSchema, title, name }] },
    ].map((parts) => printSnapshot(snapshotOf(listing(parts)).snapshot));
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toMatch(/^\{\n  "formatVersion": 1,\n  "prompts": \[\],/);
  });

  it("is read as it was printed, with names that objects have", () => {
    const inputSchema: unknown = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{}}}',
    );
    const tools = [
      { name: "__proto__", inputSchema, _meta: { a: [1, "\u202e"] } },
    ];
    const { snapshot } = snapshotOf(listing({ tools }));
    const text = printSnapshot(snapshot);
    expect(text).toContain('"__proto__": {');
    expect(text).not.toContain("\u202e");
    expect(readSnapshot(text, "snapshot.json")).toEqual(snapshot);
  });

  it("leaves out what is no item, and says so", () => {
    const { snapshot, notes } = snapshotOf(
      listing({
        tools: [forecast, forecast, null, { name: 1 }, { name: "x" }],
        prompts: [{ name: "p", arguments: [{ name: "a" }, { name: "a" }] }],
        resources: [{ name: "r", uri: "r://1", _meta: nested(5_000) }],
      }),
    );
    expect(snapshot.tools).toEqual([forecast]);
    expect(snapshot.resources).toEqual([]);
    expect(notes).toEqual([
      'tools[1] "forecast" is left out: it was listed before',
      "tools[2] is left out: it is no object",
      "tools[3] is left out: it has no name that is a text",
      'tools[4] "x" is left out: it has no inputSchema',
      'prompts[0] "p" is left out: it has two arguments "a"',
      'resources[0] "r://1" is left out: it nests deeper than 400 levels',
    ]);
  });

  it("bounds what it tells", () => {
    const { notes } = snapshotOf(listing({ tools: Array(1_000).fill(1) }));
    expect(notes).toHaveLength(21);
    expect(notes.at(-1)).toBe("and 980 more are left out");
  });

  const whole = printSnapshot(
    snapshotOf(listing({ tools: [forecast] })).snapshot,
  );
  const changed = (change: object): string =>
    JSON.stringify({ ...(JSON.parse(whole) as object), ...change });

  it.each([
    ["{", "it is no JSON"],
    ["[".repeat(100_000), "it is no JSON"],
    ["[]", "it is no object"],
    ["{}", "it has no formatVersion"],
    [changed({ formatVersion: 2 }), "its formatVersion is 2"],
    [changed({ tool: [] }), 'it has no field "tool"'],
    [changed({ tools: {} }), "tools is no list"],
    [changed({ tools: [forecast, forecast] }), "is the same as tools[0]"],
    [changed({ tools: [{ name: "" }] }), 'tools[0] "" has an empty name'],
    [changed({ server: {} }), "server.name is not there"],
    [changed({ protocolVersion: 1 }), "protocolVersion is no text"],
    [changed({ prompts: undefined }), "it has no prompts"],
  ])("is not read of %.40s", (text, problem) => {
    expect(() => readSnapshot(text, "s.json")).toThrow(
      expect.objectContaining({
        code: "invalid-description",
        message: expect.stringContaining(`s.json describes no server: `),
      }),
    );
    expect(() => readSnapshot(text, "s.json")).toThrow(problem);
  });
});

describe("a description", () => {
  const none = { prompts: [], resources: [], resourceTemplates: [] };

  it.each([
    ["a list of tools", [forecast]],
    ["an object of lists", { tools: [forecast] }],
    ["a result", { tools: [forecast], resultType: "complete", _meta: {} }],
    ["an answer", { jsonrpc: "2.0", id: 1, result: { tools: [forecast] } }],
  ])("is %s", (_, value) => {
    const text = `\ufeff${JSON.stringify(value)}`;
    expect(readDescription(text, "d.json")).toEqual({
      tools: [forecast],
      ...none,
    });
  });

  it("is a snapshot", () => {
    const { snapshot } = snapshotOf(listing({ tools: [forecast] }));
    const text = printSnapshot(snapshot);
    expect(readDescription(text, "d.json")).toEqual(snapshot);
  });

  it.each([
    ["3", "it is no object and no list"],
    ["{}", "it has none of tools"],
    ['{"tools":[],"nextCursor":"2"}', "it is one page of a list"],
    ['{"tools":[],"promts":[]}', 'it has no field "promts"'],
    ['[{"name":"a"}]', 'tools[0] "a" has no inputSchema'],
  ])("is not %s", (text, problem) => {
    expect(() => readDescription(text, "d.json")).toThrow(problem);
  });
});

describe("resources that a template describes", () => {
  const named = (uri: string) => ({ uri, name: uri });
  const templates = (...all: string[]) =>
    all.map((uriTemplate) => ({ uriTemplate, name: uriTemplate }));

  it.each<[template: string, instance: string, other: string]>([
    ["note://{id}", "note://1", "note://1/2"],
    ["note://{id}", "note://a%20b", "notes://1"],
    ["file:///{+path}", "file:///a/b.txt", "file:/a"],
    ["db://t{/rows*}", "db://t/1/2", "db://t"],
    ["db://{table}{?page,size}", "db://a?size=1", "db://a?other=1"],
    ["file:///café/{x}", "file:///caf%C3%A9/a", "file:///cafe/a"],
    ["http://e.org/{x}", "HTTP://E.org/a", "http://e.org/a/b"],
    // A URI may fit it in two ways.
    ["log://é{host}{day}.txt", "LOG://%C3%A9web-2024.txt", "log://e-2024.txt"],
    ["log://{host}{day}.txt", "log://web-2024.txt", "log://web-2024.json"],
  ])("%s: %s is left out, and %s is not", (template, instance, other) => {
    const listed = {
      resources: [named(instance), named(other)],
      resourceTemplates: templates("other://{x}", template),
    };
    expect(withoutInstances(listed).resources).toEqual([named(other)]);
  });

  it("have handlers of their own where their template can have none", () => {
    const listed = {
      resources: [named("log://a"), named("note://1")],
      resourceTemplates: templates("log://{host}{day}", "note://{id}"),
    };
    expect(withoutServedInstances(listed).resources).toEqual([
      named("log://a"),
    ]);
  });

  it("stay where no template describes them", () => {
    const listed = {
      resources: [named("a:1"), named("{x}")],
      resourceTemplates: templates("{x}{y}", "{", "b:{x}", "c:\ud800{x}"),
    };
    expect(withoutInstances(listed)).toEqual(listed);
  });
});
