import { describe, expect, test } from "vitest";
import {
  compareSnapshots,
  snapshotRules,
  type SnapshotChange,
} from "../../../src/contracts/compare/index.ts";
import type {
  Snapshot,
  SnapshotPromptArgument,
  SnapshotTool,
} from "../../../src/contracts/snapshot/index.ts";
import { object, snapshotOf, toolOf } from "./snapshots.ts";

const string = { type: "string" };
const integer = { type: "integer" };

const met = new Set<string>();

/** Each change as `effect rule path`. */
function told(changes: readonly SnapshotChange[]): string[] {
  for (const { rule } of changes) met.add(rule);
  return changes.map(({ effect, rule, where }) =>
    [effect, rule, (where.path ?? []).join(".")].join(" ").trim(),
  );
}

function ofArguments(before: unknown, after: unknown): string[] {
  const [old, now] = [before, after].map((schema) =>
    snapshotOf({ tools: [toolOf(schema)] }),
  );
  if (!old || !now) throw new Error("unreachable");
  return told(compareSnapshots(old, now).changes);
}

function ofResults(before: unknown, after: unknown): string[] {
  const [old, now] = [before, after].map((outputSchema) =>
    snapshotOf({ tools: [toolOf({ type: "object" }, { outputSchema })] }),
  );
  if (!old || !now) throw new Error("unreachable");
  return told(compareSnapshots(old, now).changes);
}

const closed = { additionalProperties: false };
const circle = (...required: string[]) => ({
  ...object(
    { kind: { const: "circle" }, radius: integer },
    "kind",
    ...required,
  ),
});
const square = object({ kind: { const: "square" }, side: integer }, "kind");

/** Two schemas, and what the way from the one to the other is told as. */
type Case = readonly [
  title: string,
  before: unknown,
  after: unknown,
  ...told: string[],
];

const argumentCases: readonly Case[] = [
  ["nothing", object({ a: string }), object({ a: string })],
  [
    "an argument that is required now",
    object({ a: string }),
    object({ a: string }, "a"),
    "breaking argument-required a",
  ],
  [
    "one that is not required any more",
    object({ a: string }, "a"),
    object({ a: string }),
    "compatible argument-optional a",
  ],
  [
    "a new one",
    object({}),
    object({ a: string }),
    "compatible argument-added a",
  ],
  [
    "a new one that is required",
    object({}),
    object({ a: string }, "a"),
    "breaking required-argument-added a",
  ],
  [
    "one that is gone",
    object({ a: string }),
    object({}),
    "possible argument-removed a",
  ],
  [
    "one that is refused",
    { ...object({ a: string }), ...closed },
    { ...object({}), ...closed },
    "breaking argument-refused a",
  ],
  [
    "arguments that others were accepted besides",
    object({ a: string }),
    { ...object({ a: string }), ...closed },
    "breaking arguments-closed *",
  ],
  [
    "arguments that others are accepted besides",
    { ...object({ a: string }), ...closed },
    object({ a: string }),
    "compatible arguments-opened *",
  ],
  [
    "another type",
    object({ a: string }),
    object({ a: integer }),
    "breaking arguments-replaced a",
  ],
  [
    "a narrower type",
    object({ a: { type: "number" } }),
    object({ a: integer }),
    "breaking arguments-narrowed a",
  ],
  [
    "a wider type",
    object({ a: integer }),
    object({ a: { type: "number" } }),
    "compatible arguments-widened a",
  ],
  [
    "a type more",
    object({ a: string }),
    object({ a: { type: ["string", "null"] } }),
    "compatible argument-member-added a",
  ],
  [
    "null, gone",
    object({ a: { anyOf: [string, { type: "null" }] } }),
    object({ a: string }),
    "breaking argument-member-removed a",
  ],
  [
    "values of an enum",
    object({ a: { type: "string", enum: ["x", "y"] } }),
    object({ a: { enum: ["y", "z"] } }),
    "breaking argument-member-removed a",
    "compatible argument-member-added a",
  ],
  [
    "an enum in the place of a text",
    object({ a: string }),
    object({ a: { enum: ["y", "z"] } }),
    "breaking arguments-narrowed a",
  ],
  [
    "a lower limit",
    object({ a: { type: "integer", maximum: 100 } }),
    object({ a: { type: "integer", maximum: 10 } }),
    "breaking arguments-narrowed a",
  ],
  [
    "the same limit in other words",
    object({ a: { type: "integer", minimum: 1 } }),
    object({ a: { type: "integer", exclusiveMinimum: 0 } }),
    "compatible arguments-same a",
  ],
  [
    "a longer text",
    object({ a: { type: "string", maxLength: 9 } }),
    object({ a: { type: "string", maxLength: 99 } }),
    "compatible arguments-widened a",
  ],
  [
    "items, and objects inside of them",
    object({ a: { type: "array", items: object({ b: string }) } }),
    object({ a: { type: "array", items: object({ b: string }, "b") } }),
    "breaking argument-required a.[].b",
  ],
  [
    "a place of a tuple",
    object({ a: { type: "array", prefixItems: [string, integer] } }),
    object({ a: { type: "array", prefixItems: [string, string] } }),
    "breaking arguments-replaced a.[1]",
  ],
  [
    "what other properties are",
    { type: "object", additionalProperties: string },
    { type: "object", additionalProperties: { type: ["string", "integer"] } },
    "compatible argument-member-added *",
  ],
  [
    "a property that was one of the others",
    { type: "object", additionalProperties: string },
    { ...object({ a: integer }), additionalProperties: string },
    "breaking arguments-replaced a",
  ],
  [
    "a member of a union, inside",
    object({ a: { anyOf: [circle(), square] } }),
    object({ a: { anyOf: [circle("radius"), square] } }),
    "breaking argument-required a.radius",
  ],
  [
    "another member for the same values",
    object({ a: { anyOf: [string, { const: "a" }] } }),
    object({ a: { anyOf: [string, { const: "b" }] } }),
    "compatible argument-member-covered a",
    "compatible argument-member-covered a",
  ],
  [
    "what says more of what was not said to be there",
    { anyOf: [object({ a: string }), integer] },
    { allOf: [{ anyOf: [object({ a: string, b: string }), integer] }] },
    "compatible arguments-compatible",
  ],
  [
    "a pattern that refuses some texts of another one",
    object({ a: { type: "string", pattern: "^[a-z]{9}$" } }),
    object({ a: { type: "string", pattern: "^[a-b]+$" } }),
    "breaking arguments-replaced a",
  ],
  [
    "a pattern that is not known to be the same",
    object({ a: { type: "string", pattern: "^[a-z]+$" } }),
    object({ a: { type: "string", pattern: "^[a-z][a-z]*$" } }),
    "possible arguments-unproven a",
  ],
  [
    "a reference, and what it leads to",
    { ...object({ a: { $ref: "#/$defs/A" } }), $defs: { A: string } },
    object({ a: string }),
    "compatible arguments-same",
  ],
  [
    "what stands inside of itself",
    {
      ...object({ a: { $ref: "#/$defs/A" } }),
      $defs: { A: object({ next: { $ref: "#/$defs/A" }, b: string }) },
    },
    {
      ...object({ a: { $ref: "#/$defs/A" } }),
      $defs: { A: object({ next: { $ref: "#/$defs/A" }, b: string }, "b") },
    },
    "breaking argument-required a.b",
  ],
  [
    "an annotation that no guard checks",
    object({ a: string }),
    object({ a: { type: "string", format: "date" } }),
    "compatible documentation a",
  ],
  [
    "a word that nobody knows",
    object({ a: string }),
    object({ a: { type: "string", "x-order": 1 } }),
    "compatible arguments-same",
  ],
  [
    "a schema that cannot be read any more",
    object({ a: string }),
    object({ a: { $ref: "https://example.com/a.json" } }),
    "possible arguments-unproven",
  ],
  [
    "__proto__, which is a name like any other",
    object({}),
    JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    ),
    "breaking required-argument-added __proto__",
  ],
];

describe("of arguments", () => {
  test.each(argumentCases)("%s", (_, before, after, ...expected) => {
    expect(ofArguments(before, after)).toEqual(expected);
  });
});

const resultCases: readonly Case[] = [
  [
    "a field that is gone",
    object({ a: string }, "a"),
    object({}),
    "breaking required-field-removed a",
  ],
  [
    "a field that could be absent, and is gone",
    object({ a: string }),
    object({}),
    "possible field-removed a",
  ],
  [
    "a field that may be absent now",
    object({ a: string }, "a"),
    object({ a: string }),
    "breaking field-optional a",
  ],
  [
    "a field that is always there",
    object({ a: string }),
    object({ a: string }, "a"),
    "compatible field-required a",
  ],
  [
    "a new field",
    object({}),
    object({ a: string }, "a"),
    "compatible field-added a",
  ],
  [
    "a new field, where there was to be no other",
    { ...object({}), ...closed },
    { ...object({ a: string }), ...closed },
    "possible field-added-to-closed a",
  ],
  [
    "a wider type",
    object({ a: integer }, "a"),
    object({ a: { type: "number" } }, "a"),
    "breaking results-widened a",
  ],
  [
    "a narrower type",
    object({ a: { type: "number" } }, "a"),
    object({ a: integer }, "a"),
    "compatible results-narrowed a",
  ],
  [
    "null, which is new",
    object({ a: string }, "a"),
    object({ a: { type: ["string", "null"] } }, "a"),
    "breaking result-member-added a",
  ],
  [
    "a value of an enum, which is new",
    object({ a: { enum: ["x"] } }, "a"),
    object({ a: { enum: ["x", "y"] } }, "a"),
    "breaking result-member-added a",
  ],
  [
    "a value of an enum, which is gone",
    object({ a: { enum: ["x", "y"] } }, "a"),
    object({ a: { enum: ["x"] } }, "a"),
    "compatible result-member-removed a",
  ],
  [
    "fields inside of items",
    { type: "array", items: object({ a: string }, "a") },
    { type: "array", items: object({ a: string }) },
    "breaking field-optional [].a",
  ],
  [
    "another type",
    object({ a: string }, "a"),
    object({ a: integer }, "a"),
    "breaking results-replaced a",
  ],
  [
    "fields that no other could stand beside",
    { ...object({ a: string }), ...closed },
    object({ a: string }),
    "possible results-opened *",
  ],
  [
    "no fields besides",
    object({ a: string }),
    { ...object({ a: string }), ...closed },
    "compatible results-closed *",
  ],
  [
    "another member for the same values",
    { anyOf: [string, { const: "a" }] },
    { anyOf: [string, { const: "b" }] },
    "compatible result-member-covered",
    "compatible result-member-covered",
  ],
  [
    "values that can be compared, and those that cannot",
    object({
      a: { type: "string", pattern: "^a+$" },
      b: { type: "integer", minimum: 1 },
    }),
    object({
      a: { type: "string", pattern: "^a+b?$" },
      b: { type: "integer", exclusiveMinimum: 0 },
    }),
    "possible results-unproven a",
    "compatible results-same b",
  ],
  [
    "what says more of what was not said to be there",
    { anyOf: [object({ a: string }), integer] },
    { allOf: [{ anyOf: [object({ a: string, b: string }), integer] }] },
    "compatible results-compatible",
  ],
  ["no schema any more", object({}), undefined, "breaking result-removed"],
  ["a schema that is new", undefined, object({}), "compatible result-added"],
];

describe("of results", () => {
  test.each(resultCases)("%s", (_, before, after, ...expected) => {
    expect(ofResults(before, after)).toEqual(expected);
  });
});

type Lists = Partial<Snapshot>;

function ofLists(before: Lists, after: Lists): string[] {
  const diff = compareSnapshots(snapshotOf(before), snapshotOf(after));
  return told(diff.changes);
}

const tools = (...all: SnapshotTool[]): Lists => ({ tools: all });
const hinted = (annotations: object): Lists =>
  tools(toolOf({ type: "object" }, { annotations }));
const asTask = (taskSupport?: string): Lists =>
  tools(toolOf({ type: "object" }, { execution: { taskSupport } }));
const prompt = (...all: object[]): Lists => ({
  prompts: [{ name: "report", arguments: all as SnapshotPromptArgument[] }],
});
const template = (uriTemplate: string, name = "history"): Lists => ({
  resourceTemplates: [{ name, uriTemplate }],
});
const named = (name: string, description = "Says something") =>
  toolOf(object({ a: string }), { name, description });

const listCases: readonly (readonly [string, Lists, Lists, ...string[]])[] = [
  ["a tool that is gone", tools(named("a")), {}, "breaking tool-removed"],
  ["a new tool", {}, tools(named("a")), "compatible tool-added"],
  [
    "a tool of another name",
    tools(named("a")),
    tools(named("b")),
    "breaking tool-renamed",
  ],
  [
    "two that could be it: nothing says which",
    tools(named("a")),
    tools(named("b"), named("c")),
    "breaking tool-removed",
    "compatible tool-added",
    "compatible tool-added",
  ],
  [
    "one that says too little to be told from others",
    tools(named("a", "")),
    tools(named("b", "")),
    "breaking tool-removed",
    "compatible tool-added",
  ],
  [
    "a tool that is not read-only any more",
    hinted({ readOnlyHint: true }),
    hinted({}),
    "possible hint-lost",
  ],
  [
    "one that is destructive, as one is that says nothing",
    hinted({ destructiveHint: false, title: "A" }),
    hinted({ title: "B" }),
    "possible hint-lost",
    "compatible documentation",
  ],
  [
    "one that says what it is without a word",
    hinted({}),
    hinted({ openWorldHint: true, idempotentHint: true }),
    "compatible hint-gained",
  ],
  [
    "calls that have to be tasks",
    asTask("optional"),
    asTask("required"),
    "breaking task-required",
  ],
  [
    "calls that may be no tasks",
    asTask("optional"),
    asTask(),
    "breaking task-refused",
  ],
  [
    "calls that may be tasks",
    asTask("forbidden"),
    asTask("optional"),
    "compatible task-offered",
  ],
  [
    "what no call depends on",
    tools(toolOf({}, { _meta: { a: 1, b: 2 } })),
    tools(toolOf({}, { _meta: { b: 2, a: 2 } })),
    "compatible detail-changed",
  ],
  ["a prompt that is gone", prompt(), {}, "breaking prompt-removed"],
  ["a new prompt", {}, prompt(), "compatible prompt-added"],
  [
    "a prompt of another name",
    { prompts: [{ name: "a", description: "A report" }] },
    { prompts: [{ name: "b", description: "A report" }] },
    "breaking prompt-renamed",
  ],
  [
    "arguments of a prompt",
    prompt({ name: "a" }, { name: "b" }, { name: "c", required: true }),
    prompt(
      { name: "b", required: true },
      { name: "c", title: "C" },
      { name: "d" },
      { name: "e", required: true },
    ),
    "possible argument-removed a",
    "compatible argument-added d",
    "breaking required-argument-added e",
    "breaking argument-required b",
    "compatible argument-optional c",
    "compatible documentation c",
  ],
  [
    "a template that is gone",
    template("a://{x}"),
    {},
    "breaking template-removed",
  ],
  ["a new template", {}, template("a://{x}"), "compatible template-added"],
  [
    "a template with another variable",
    template("a://{city}/{year}"),
    template("a://{place}/{year}"),
    "breaking template-changed",
    "compatible variable-removed city",
    "compatible variable-added place",
  ],
  [
    "a template that writes a variable in another way",
    template("a://{path}"),
    template("a://{+path}"),
    "breaking template-changed",
  ],
  [
    "a template that takes a query more",
    template("a://{city}{?from}"),
    template("a://{city}{?from,to}"),
    "compatible template-extended",
    "compatible variable-added to",
  ],
  [
    "a template that takes another query",
    template("a://{city}{?from}"),
    template("a://{city}{?to,from}"),
    "breaking template-changed",
    "compatible variable-added to",
  ],
  [
    "a template of another name",
    template("a://{x}", "one"),
    template("a://{x}", "other"),
    "compatible template-renamed",
  ],
  [
    "resources, which come and go",
    { resources: [{ uri: "a://1", name: "a", mimeType: "text/plain" }] },
    {
      resources: [
        { uri: "a://1", name: "a" },
        { uri: "a://2", name: "b" },
      ],
    },
    "compatible detail-changed",
    "compatible resource-added",
  ],
  [
    "a resource that is gone",
    { resources: [{ uri: "a://1", name: "a" }] },
    {},
    "compatible resource-removed",
  ],
  [
    "the server and its revision",
    {},
    { server: { name: "storm", version: "2" }, protocolVersion: "next" },
    "compatible server-changed",
    "compatible server-changed",
    "compatible server-changed",
  ],
];

describe("of lists", () => {
  for (const [title, before, after, ...expected] of listCases)
    test(title, () => {
      expect(ofLists(before, after)).toEqual(expected);
    });

  test("another order of sets in schemas is no change", () => {
    const schema = (turn: <One>(list: One[]) => One[]) => ({
      type: "object",
      required: turn(["x", "y"]),
      properties: {
        x: { type: turn(["string", "null"]) },
        y: {
          anyOf: turn([{ enum: turn(["a", 1, null]) }, { type: "boolean" }]),
        },
        enum: { const: { enum: [1, 2] } },
      },
    });
    const [before, after] = [
      schema((list) => list),
      schema((list) => list.toReversed()),
    ];
    expect(ofArguments(before, after)).toEqual([]);
    expect(ofResults(before, after)).toEqual([]);
    const other = { const: { enum: [2, 1] } };
    const properties = { ...before.properties, enum: other };
    expect(ofArguments(before, { ...before, properties })).not.toEqual([]);
  });

  test("another order is no change", () => {
    const [old, now] = [
      tools(named("a"), named("b")),
      tools(named("b"), named("a")),
    ];
    expect(ofLists(old, now)).toEqual([]);
  });

  test("thousands of tools are compared at once", () => {
    const many = Array.from({ length: 3000 }, (__, at) => named(`t${at}`));
    const others = many.map((tool, at) =>
      at % 100 === 0 ? { ...tool, name: `${tool.name}-new` } : tool,
    );
    const { summary } = compareSnapshots(
      snapshotOf(tools(...many)),
      snapshotOf(tools(...others)),
    );
    expect(summary).toMatchObject({ breaking: 30, compatible: 30 });
  });
});

test("every rule has a case", () => {
  expect([...met].sort()).toEqual(Object.keys(snapshotRules).sort());
});

test("an enum of thousands, and many schemas that nobody can compare, end", () => {
  const names = Array.from({ length: 4000 }, (_, at) => `v${at}`);
  const [old, now] = [names.slice(0, 2500), names.slice(1500)].map((values) =>
    object({ a: { enum: values } }),
  );
  expect(ofArguments(old, now)).toHaveLength(3000);
  const pattern = (text: string, at: number): SnapshotTool => ({
    name: `t${at}`,
    inputSchema: object({ [`a${at}`]: { type: "string", pattern: text } }),
  });
  const many = names.slice(0, 50);
  const told = ofLists(
    tools(...many.map((_, at) => pattern("^[a-z]+$", at))),
    tools(...many.map((_, at) => pattern("^[a-z][a-z]*$", at))),
  );
  expect(told).toHaveLength(50);
  expect(told.every((one) => one.startsWith("possible"))).toBe(true);
});
