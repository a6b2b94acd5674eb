import { describe, expect, test } from "vitest";
import { deriveRevision } from "../../../src/revisions/derive.ts";
import { extendRevision } from "../../../src/compat/extension-copies.ts";
import {
  unknownFacts,
  identifierProblem,
  memberName,
} from "../../../src/schema/extend/index.ts";
import type {
  ExtensionFacts,
  ExtensionModel,
  Protocol,
} from "../../../src/schema/model/index.ts";
import { mergeFacts } from "../../../src/project/api/extensions/facts.ts";
import {
  capabilityKeys,
  capabilityPath,
} from "../../../src/schema/model/paths/capability-path.ts";
import { parseSchema } from "../../../src/schema/parse/index.ts";

const coreText = `
  export interface JSONRPCRequest { jsonrpc: "2.0"; id: string; params?: { [key: string]: any } }
  export interface JSONRPCNotification { jsonrpc: "2.0"; params?: { [key: string]: any } }
  export interface RequestMetaObject { trace?: string }
  export interface RequestParams { _meta: RequestMetaObject }
  export type ResultType = "complete" | "input_required" | string;
  export interface Result { resultType: ResultType; [key: string]: unknown }
  export type EmptyResult = Result;
  export interface Filter { toolsListChanged?: boolean }
  export interface ListenParams extends RequestParams { notifications: Filter }
  export interface ListenRequest extends JSONRPCRequest { method: "listen"; params: ListenParams }
  export interface ListenResult extends Result {}
  export interface Icon { src: string; theme?: "light" | "dark"; sizes?: string[] }
  export interface CallToolRequest extends JSONRPCRequest { method: "tools/call"; params: RequestParams }
  export interface CallToolResult extends Result { content: string }
  export type ClientRequest = ListenRequest | CallToolRequest;
  export interface ProgressNotification extends JSONRPCNotification { method: "notifications/progress" }
  export type ServerNotification = ProgressNotification;
`;
const revision = "2999-01-01";

function derived(text: string): Protocol {
  const parsed = parseSchema({ path: "core.ts", text });
  expect(parsed.diagnostics).toEqual([]);
  return deriveRevision(parsed.declarations, { revision }).protocol;
}

const core = derived(coreText);
const names = new Set(core.declarations.map(({ name }) => name));

function extension(
  text: string,
  facts: ExtensionFacts = {},
  id: string = "com.example/widgets",
): ExtensionModel {
  const path = `${id.split("/")[1]}.ts`;
  const parsed = parseSchema({ path, text }, { core: names });
  expect(parsed.diagnostics).toEqual([]);
  const { imports, declarations, unexported } = parsed;
  return {
    formatVersion: 1,
    extension: id,
    revision: "draft",
    imports,
    declarations,
    unexported,
    facts,
  };
}

const widgets = `
  import { JSONRPCRequest, JSONRPCNotification, Result as CoreResult } from "./spec.types.js";
  export interface Widget { id: string }
  export interface GetWidgetRequest extends JSONRPCRequest { method: "widgets/get"; params: { id: string } }
  export type GetWidgetResult = CoreResult & { widget: Widget };
  export interface ShowWidgetResult extends CoreResult { resultType: "shown"; id: string }
  export interface WidgetFilter { widgetIds?: string[] }
  export interface WidgetChangedNotification extends JSONRPCNotification { method: "notifications/widgets/changed"; params: { id: string } }
`;
const facts: ExtensionFacts = {
  pages: "https://example.com/widgets",
  methods: {
    "widgets/get": {
      direction: "clientToServer",
      gated: true,
      name: "id",
      page: "get.md",
      description: "Fetches a widget.",
    },
    "notifications/widgets/changed": { direction: "serverToClient" },
  },
  results: {
    "tools/call": [
      {
        name: "ShowWidgetResult",
        when: { property: "resultType", value: "shown" },
      },
    ],
  },
  widens: { Filter: "WidgetFilter" },
  subscriptions: {
    "notifications/widgets/changed": { filter: "widgetIds", param: "id" },
  },
};

const said = (found: {
  diagnostics: readonly { message: string }[];
}): string[] => found.diagnostics.map(({ message }) => message);

describe("an extension with facts", () => {
  const model = extension(widgets, facts);
  const { protocol, parts, diagnostics } = extendRevision(core, [model]);
  const [part] = parts;

  test("leaves no doubt", () => {
    expect(diagnostics).toEqual([]);
  });

  test("gives methods what the schema cannot", () => {
    expect(part?.requests).toMatchObject([
      {
        method: "widgets/get",
        handler: "getWidget",
        direction: "clientToServer",
        capability: {
          side: "receiver",
          path: 'extensions["com.example/widgets"]',
        },
        name: "id",
        page: "https://example.com/widgets/get.md",
        results: [{ name: "GetWidgetResult" }],
      },
    ]);
    expect(part?.notifications).toMatchObject([
      { handler: "widgetChanged", direction: "serverToClient" },
    ]);
    expect(part?.notifications[0]).not.toHaveProperty("capability");
    expect(protocol.descriptions).toMatchObject({
      "widgets/get": "Fetches a widget.",
    });
  });

  test("brings the params the common _meta", () => {
    expect(JSON.stringify(part?.requests[0]?.params)).toContain(
      "RequestMetaObject",
    );
  });

  test.each([
    "{ [label: string]: string }",
    "Record<string, string>",
    "Labels",
  ])("brings it beside an index that it does not fit: %s", (params) => {
    const { parts } = extendRevision(core, [
      extension(`type Labels = Record<string, string>;
        export interface LabelRequest { method: "a/label"; params: ${params} }`),
    ]);
    expect(parts[0]?.requests[0]?.params.type).toMatchObject({
      kind: "object",
      properties: [{ name: "_meta" }],
      index: { type: { kind: "keyword", name: "string" } },
    });
  });

  test("adds results to methods of the core, before their own", () => {
    const call = protocol.requests.find(
      ({ method }) => method === "tools/call",
    );
    expect(call?.results.map(({ name }) => name)).toEqual([
      "ShowWidgetResult",
      "CallToolResult",
    ]);
  });

  test("names what it takes from the core", () => {
    expect(part?.core).toEqual([
      "JSONRPCNotification",
      "JSONRPCRequest",
      "RequestMetaObject",
      "Result",
    ]);
    expect(protocol.extensions).toMatchObject([
      { extension: "com.example/widgets", revision: "draft" },
    ]);
  });

  test("is merged as by hand", () => {
    const byHand = derived(
      coreText
        .replace("Filter { tools", "Filter extends WidgetFilter { tools")
        .replace(
          "ListenRequest | CallToolRequest;",
          "ListenRequest | CallToolRequest | GetWidgetRequest;",
        )
        .replace(
          "ServerNotification = ProgressNotification;",
          "ServerNotification = ProgressNotification | WidgetChangedNotification;",
        ) +
        widgets.replace(/import.*\n/u, "").replaceAll("CoreResult", "Result"),
    );
    const bare = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (key, one: unknown) =>
          key === "position" ? undefined : one,
        ),
      );
    expect(bare(protocol.declarations)).toEqual(bare(byHand.declarations));
    const common = ({ requests, notifications }: Protocol): unknown =>
      [...requests, ...notifications].map(
        ({ method, direction, handler, params }) => [
          method,
          direction,
          handler,
          bare(params),
        ],
      );
    expect(common(protocol)).toEqual(common(byHand));
  });

  test("leaves the core as it is", () => {
    expect(core).toEqual(derived(coreText));
  });
});

describe("an extension without facts", () => {
  test("has the exported types with a literal method as messages, sent by both", () => {
    const { parts, diagnostics } = extendRevision(core, [
      extension(`
        export interface Ping { method: "ui/ping" }
        export type SayRequest = { method: "ui/say"; params: { text: string } };
        export interface ReadyNotification { method: "ui/notifications/ready" }
        export interface Gone { method: "ui/notifications/gone" }
        export interface SayResult { heard: boolean }
        interface Hidden { method: "ui/hidden" }
        export interface Other { method: string; hidden?: Hidden }`),
    ]);
    const [part] = parts;
    expect(
      part?.requests.map(({ method, direction, results }) => [
        method,
        direction,
        ...results.map(({ name }) => name),
      ]),
    ).toEqual([
      ["ui/ping", "both", "EmptyResult"],
      ["ui/say", "both", "SayResult"],
    ]);
    expect(part?.notifications.map(({ method }) => method)).toEqual([
      "ui/notifications/ready",
      "ui/notifications/gone",
    ]);
    expect(diagnostics.map(({ code }) => code)).toEqual(
      diagnostics.map(() => "extension-assumed"),
    );
    const notes = said({ diagnostics }).join("\n");
    expect(notes).toContain(
      "nothing says who sends ui/ping, ui/say, ui/notifications/ready, ui/notifications/gone of com.example/widgets: taken to be both sides, and without a gate",
    );
    expect(notes).toContain('Ping ("ui/ping")');
    expect(notes).toContain('nothing says what answers "ui/ping"');
    expect(notes).not.toContain('nothing says what answers "ui/say"');
  });

  test("may say who sends what by unions of its own", () => {
    const { parts, diagnostics } = extendRevision(core, [
      extension(`
        export interface GetRequest { method: "w/get" }
        export interface GetResult { a: 1 }
        export interface AskRequest { method: "w/ask" }
        export interface AskResult { a: 1 }
        export type ClientRequest = GetRequest;
        export type ServerRequest = AskRequest | GetRequest;`),
    ]);
    expect(diagnostics).toEqual([]);
    expect(
      parts[0]?.requests.map(({ handler, direction }) => [handler, direction]),
    ).toEqual([
      ["get", "both"],
      ["ask", "serverToClient"],
    ]);
    expect(parts[0]?.declarations.map(({ name }) => name)).not.toContain(
      "ClientRequest",
    );
  });

  test("narrows a message of the core without being another", () => {
    const { parts, diagnostics } = extendRevision(core, [
      extension(`
        import { CallToolRequest } from "core";
        export interface CallWidgetRequest extends CallToolRequest { method: "tools/call"; params: { _meta: {}; name: "widget" } }`),
    ]);
    expect(diagnostics).toEqual([]);
    expect(parts[0]?.requests).toEqual([]);
  });
});

describe("copies of the core's types", () => {
  const icon = (fields: string): ReturnType<typeof extendRevision> =>
    extendRevision(core, [extension(`export interface Icon { ${fields} }`)]);

  test("that are equal are the core's", () => {
    const { parts, diagnostics, protocol } = icon(
      `sizes?: string[]; theme?: "light" | "dark"; /** Where it is. */ src: string`,
    );
    expect(diagnostics).toEqual([]);
    expect(parts[0]?.declarations).toEqual([]);
    expect(protocol.declarations).toEqual(core.declarations);
  });

  test.each([
    [`src: string; sizes?: string[]`, "Icon.theme is missing"],
    [
      `src: string; theme?: "light" | "dark"; sizes?: string`,
      "Icon.sizes is string and not string[]",
    ],
    [
      `src: string; theme?: "light" | "dark"; sizes?: string[]; alt?: string`,
      "Icon.alt is in addition",
    ],
    [`src: string`, "Icon.theme is missing; Icon.sizes is missing"],
  ])("that drifted are told by field: %s", (fields, message) => {
    const { diagnostics, protocol } = icon(fields);
    expect(diagnostics).toMatchObject([
      {
        code: "extension-drift",
        position: { file: "widgets.ts", line: 1, column: 18 },
      },
    ]);
    expect(diagnostics[0]?.message).toContain(`${message};`);
    expect(protocol.declarations).toEqual(core.declarations);
  });

  test("of a newer core are copies for one that has fewer fields", () => {
    const { diagnostics } = icon(
      `src: string; theme?: "light" | "dark"; sizes?: string[]; a: 1; b: 2; c: 3; d: 4`,
    );
    expect(diagnostics).toMatchObject([{ code: "extension-drift" }]);
  });

  test("of which most is not the core's are none", () => {
    const { diagnostics } = icon(`src: string; red: number; green: number`);
    expect(diagnostics).toMatchObject([{ code: "extension-collision" }]);
    expect(diagnostics[0]?.message).toMatch(
      /Icon is declared by com\.example\/widgets and by the core of 2999-01-01 \(core\.ts:13:20\)/,
    );
  });
});

describe("collisions", () => {
  const both = (one: string, other: string): string[] =>
    said(
      extendRevision(core, [
        extension(one, { methods: {} }),
        extension(other, {}, "com.example/shapes"),
      ]),
    ).filter((message) => !message.startsWith("nothing says"));

  test("of types between extensions name both places", () => {
    expect(both(`export type Shape = 1;`, `\nexport type Shape = 1;`)).toEqual([
      "the type Shape is one of com.example/shapes and of com.example/widgets (widgets.ts:1:13)",
    ]);
  });

  test("of types are not taken for one another's messages", () => {
    const { diagnostics, parts } = extendRevision(core, [
      extension(
        `export interface StartRequest { method: "one/start" } export interface StartResult { a: 1 }`,
        { methods: { "one/start": { direction: "both" } } },
      ),
      extension(
        `\nexport interface StartRequest { method: "other/start" } export interface OtherResult { a: 1 }`,
        {
          methods: {
            "other/start": { direction: "both", result: "OtherResult" },
          },
        },
        "com.example/shapes",
      ),
    ]);
    expect(diagnostics).toMatchObject([
      {
        code: "extension-collision",
        message:
          "the type StartRequest is one of com.example/shapes and of com.example/widgets (widgets.ts:1:18)",
        position: { file: "shapes.ts", line: 2, column: 18 },
      },
    ]);
    expect(
      parts.map(({ requests }) => requests.map(({ method }) => method)),
    ).toEqual([["one/start"], ["other/start"]]);
  });

  test("of methods with the core name both places", () => {
    expect(
      both(
        `export interface XRequest { method: "tools/call" }`,
        `export type T = 1`,
      ),
    ).toEqual([
      expect.stringContaining(
        "the method tools/call is one of com.example/widgets and of the core of 2999-01-01 (core.ts:14:20)",
      ),
    ]);
  });

  test("of methods in one extension are told as such", () => {
    const x = `interface XRequest { method: "x" }`;
    const y = `interface YNotification { method: "x" }`;
    expect(both(`export ${x} export ${y}`, `export type T = 1`)).toEqual([
      "the method x is there twice in com.example/widgets (widgets.ts:1:18)",
    ]);
  });

  test.each<[string, string, ExtensionFacts]>([
    ["a union", "export type ClientRequest = XRequest;", {}],
    ["a fact", "", { methods: { x: { type: "XRequest" } } }],
  ])(
    "of methods in one extension are none where %s says which",
    (_, more, own) => {
      const text = `export interface OldRequest { method: "x" }
      export interface XRequest { method: "x" } ${more}`;
      const { parts, diagnostics } = extendRevision(core, [
        extension(text, own),
      ]);
      const types = parts.flatMap(({ requests }) => requests);
      expect(types.map(({ type }) => type)).toEqual(["XRequest"]);
      expect(
        diagnostics.filter(({ code }) => code === "method-elsewhere"),
      ).toHaveLength(1);
      expect(
        diagnostics.filter(({ severity }) => severity === "error"),
      ).toEqual([]);
    },
  );

  test("of handlers, where a member has its notifications", () => {
    expect(
      both(
        `export interface NotifyRequest { method: "x" }`,
        `export type T = 1`,
      ),
    ).toEqual([expect.stringContaining("the handler notify is one of")]);
  });

  test("of results that nothing tells apart", () => {
    const result = (name: string) => ({
      results: {
        "tools/call": [
          { name, when: { property: "resultType", value: "shown" } },
        ],
      },
    });
    const { diagnostics } = extendRevision(core, [
      extension(`export interface A1 { a: 1 }`, result("A1")),
      extension(`export interface B1 { b: 1 }`, result("B1"), "x.y/other"),
    ]);
    expect(said({ diagnostics })).toEqual([
      'a result of tools/call with resultType "shown" is one of x.y/other and of com.example/widgets (widgets.ts:1:18)',
    ]);
  });

  test("of fields that a type of the core gets", () => {
    const widened = (text: string): string[] =>
      said(
        extendRevision(core, [
          extension(`import { Filter } from "core"; ${text}`, {
            widens: { Filter: "More" },
          }),
        ]),
      );
    expect(widened(`export interface More { toolsListChanged?: 1 }`)).toEqual([
      expect.stringContaining('the field "toolsListChanged" of More'),
    ]);
    expect(widened(`export interface More extends Filter { a: 1 }`)).toEqual([
      "More of com.example/widgets is to widen Filter, and extends it already",
    ]);
  });
});

test.each<[string, ExtensionFacts, string]>([
  ["a method", { methods: { "widgets/gt": {} } }, 'the method "widgets/gt"'],
  [
    "a param",
    { methods: { "widgets/get": { direction: "both", name: "no" } } },
    'the param "no" of "widgets/get"',
  ],
  [
    "a result",
    { methods: { "widgets/get": { direction: "both", result: "No" } } },
    'the result "No" of "widgets/get"',
  ],
  [
    "a method of the core",
    { results: { "tools/cal": [] } },
    'the request "tools/cal" of the core',
  ],
  [
    "an alternative",
    { results: { "tools/call": [{ name: "No", when: { property: "a" } }] } },
    'the result "No" of "tools/call"',
  ],
  ["a type of the core", { widens: { No: "Widget" } }, 'the object type "No"'],
  ["a type", { widens: { Filter: "No" } }, 'the object type "No"'],
  [
    "a notification",
    { subscriptions: { no: { filter: "a", param: "b" } } },
    'the notification "no"',
  ],
  [
    "a field of the filter",
    {
      subscriptions: {
        "notifications/widgets/changed": { filter: "no", param: "id" },
      },
    },
    'the field "no" of a filter',
  ],
  ["settings", { settings: "No" }, 'the type "No" of its settings'],
  ["what it describes", { descriptions: { "Widget.no": "x" } }, '"Widget.no"'],
])("a fact that names %s that is not there is told", (_, added, subject) => {
  const found = unknownFacts([
    extendRevision(core, [extension(widgets, added)]),
  ]);
  expect(said({ diagnostics: found })).toEqual([
    expect.stringContaining(
      `a fact of com.example/widgets names ${subject}, which`,
    ),
  ]);
});

test.each<[string, ExtensionFacts, object]>([
  [
    "a method",
    { methods: { "widgets/gt": { gated: true } } },
    { severity: "error", hint: 'did you mean "widgets/get"?' },
  ],
  [
    "settings",
    { settings: "Wigdet" },
    { severity: "error", hint: 'did you mean "Widget"?' },
  ],
  ["a type of the core", { widens: { No: "Widget" } }, { severity: "warning" }],
])("%s that only the schema can have is an error", (_, added, expected) => {
  const found = unknownFacts([
    extendRevision(core, [extension(widgets, added)]),
  ]);
  expect(found).toMatchObject([{ code: "fact-unknown", ...expected }]);
  if ("hint" in expected)
    expect(found[0]?.message).toMatch(/, which its schema does not have$/);
});

test("a fact that the package may have is corrected by one's own", () => {
  const read = [
    extendRevision(core, [extension(widgets, { widens: { No: "Widget" } })]),
  ];
  const [own] = unknownFacts(read);
  expect(own?.hint).toMatch(/^correct the fact/);
  const [known] = unknownFacts(read, new Set(["com.example/widgets"]));
  expect(known?.hint).toMatch(/^a fact of yours .*--extension-facts/);
});

test("what one of the revisions has is no mistake of a fact", () => {
  const older: Protocol = {
    ...derived(coreText.replaceAll("Filter", "Sieve")),
    revision: "2998-01-01",
  };
  const read = (one: ExtensionFacts) =>
    [older, core].map((each) =>
      extendRevision(each, [extension(widgets, one)]),
    );
  expect(unknownFacts(read(facts))).toEqual([]);
  expect(
    said({ diagnostics: unknownFacts(read({ widens: { No: "Widget" } })) }),
  ).toEqual([
    'a fact of com.example/widgets names the object type "No", which is not there in 2998-01-01, 2999-01-01',
  ]);
});

test.each([
  ["params: string[]", "{ a: 1 }", `the params of "a/go"`],
  ["params: Text", "{ a: 1 }", `the params of "a/go"`],
  ["params: {}", "number", `the result of "a/go"`],
  ["params: {}", `"a" | number[]`, `the result of "a/go"`],
  ["params: unknown", "{ a: 1 } | { b: 2 }", undefined],
  ["params?: Record<string, number>", "object", undefined],
])("what is no object is told: %s, %s", (params, result, what) => {
  const { diagnostics } = extendRevision(core, [
    extension(`type Text = string;
      export interface GoRequest { method: "a/go"; ${params} }
      export type GoResult = ${result};`),
  ]);
  const codes = diagnostics.filter(({ code }) => code === "not-an-object-type");
  expect(codes.map(({ message }) => message)).toEqual(
    what === undefined
      ? []
      : [`${what} of com.example/widgets can be no object`],
  );
});

test("a name of the core that is used as what it is not is told", () => {
  const { diagnostics } = extendRevision(core, [
    extension(
      `import { Icon, Filter } from "core"; export interface Own { a: typeof Icon; b: Filter.all }`,
    ),
  ]);
  expect(diagnostics).toMatchObject([
    { code: "unknown-constant", position: { column: 10 } },
    { code: "unknown-member" },
  ]);
});

test("an extension is for the revisions that have its imports, within its facts", () => {
  const absent = (text: string, added: ExtensionFacts): unknown =>
    extendRevision(core, [extension(text, added)]).absent.map(({ missing }) =>
      missing.map(({ name }) => name),
    );
  const own = `export type Own = 1;`;
  expect(absent(own, {})).toEqual([]);
  expect(absent(own, { since: revision })).toEqual([]);
  expect(absent(own, { since: "2999-01-02" })).toEqual([[]]);
  expect(absent(own, { until: revision })).toEqual([[]]);
  expect(
    absent(`import { No, Icon } from "x"; export type Own = No | Icon;`, {}),
  ).toEqual([["No"]]);
});

test.each([
  ["com.example/widgets", true],
  ["io.modelcontextprotocol/tasks", true],
  ["com.example/my-widgets.v2_b", true],
  ["a/b", true],
  ["widgets", false],
  ["/widgets", false],
  ["com.example/", false],
  ["com.example/a/b", false],
  ["com..example/a", false],
  ["1com.example/a", false],
  ["com.example-/a", false],
  ["com.example/-a", false],
  ["com.example/..", false],
  ["com.example/a b", false],
  ["com.example/close", false],
  [`com.example/${"a".repeat(200)}`, false],
])("%s identifies an extension: %s", (text, fits) => {
  expect(identifierProblem(text) === undefined).toBe(fits);
});

test.each([
  [["resources", "subscribe"], "resources.subscribe"],
  [
    ["extensions", "com.example/my.widgets"],
    'extensions["com.example/my.widgets"]',
  ],
  [["a.b", 'c"d]', "e"], '["a.b"]["c\\"d]"].e'],
])("the keys %j are the path %s, and back", (keys, path) => {
  expect(capabilityPath(keys)).toBe(path);
  expect(capabilityKeys(path)).toEqual(keys);
});

test("facts that are added prevail, method by method", () => {
  const known: ExtensionFacts = {
    since: "1",
    methods: { a: { gated: true, page: "a" }, b: { gated: true } },
    widens: { A: "B" },
  };
  expect(
    mergeFacts(known, { since: "2", methods: { a: { gated: false } } }),
  ).toEqual({
    since: "2",
    methods: { a: { gated: false, page: "a" }, b: { gated: true } },
    widens: { A: "B" },
  });
  expect(mergeFacts(known, undefined)).toBe(known);
});

test("facts of a core that had the methods of an extension are none of the extension's", () => {
  const text = `
    export interface JSONRPCRequest { jsonrpc: "2.0"; id: string }
    export interface GetTaskRequest extends JSONRPCRequest { method: "tasks/get" }
    export interface GetTaskResult { a: 1 }
    export type ClientRequest = GetTaskRequest;`;
  const { declarations } = parseSchema({ path: "schema.ts", text });
  const method = (one: string) =>
    deriveRevision(declarations, { revision: one }).protocol;
  for (const one of ["2026-07-28", "tasks", "draft"]) {
    const { requests, descriptions } = method(one);
    expect(requests[0]).not.toHaveProperty("capability");
    expect(requests[0]).not.toHaveProperty("page");
    expect(descriptions).not.toHaveProperty(["tasks/get"]);
  }
  expect(method("2025-11-25").requests[0]).toMatchObject({
    capability: { side: "receiver", path: "tasks" },
    page: "basic/utilities/tasks",
  });
});

test.each([
  ["my-widgets", "myWidgets"],
  ["my.widgets_two", "myWidgetsTwo"],
  ["UI", "ui"],
  ["2d", "_2d"],
  ["delete", "_delete"],
  // What the module of an extension imports has the name already.
  ["types", "_types"],
  ["core-types", "_coreTypes"],
])("%s is %s in code", (name, member) => {
  expect(memberName(name)).toBe(member);
});
