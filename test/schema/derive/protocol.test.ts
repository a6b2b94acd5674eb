import { describe, expect, test } from "vitest";
import type { ErrorCode, Lifecycle } from "../../../src/schema/model/index.ts";
import type { DeriveRevisionOptions } from "../../../src/revisions/derive.ts";
import { derive, envelope } from "./derived.ts";

const message = (method: string): string =>
  `${envelope} interface InitRequest extends Request { method: "${method}" }
    interface EmptyResult {} type ClientRequest = InitRequest;`;

test.each<[string, Lifecycle]>([
  ["initialize", "handshake"],
  ["server/discover", "stateless"],
  ["other", "stateless"],
])("a request %s means the lifecycle %s", (method, lifecycle) => {
  expect(derive(message(method)).protocol.lifecycle).toBe(lifecycle);
});

test.each<[string, { given: string; want: boolean }]>([
  ["one message", { given: "type JSONRPCMessage = A;", want: false }],
  ["messages", { given: "type JSONRPCMessage = A | B;", want: false }],
  ["an array", { given: "type JSONRPCMessage = A | B[];", want: true }],
  [
    "an array behind a name",
    {
      given: "type JSONRPCMessage = A | Batch; type Batch = (A | B)[];",
      want: true,
    },
  ],
  [
    "an array inside another message",
    { given: "type JSONRPCMessage = C; interface C { all: A[] }", want: false },
  ],
  ["an array elsewhere", { given: "type Batch = A[];", want: false }],
])("batches: %s", (_, { given, want }) => {
  const { protocol } = derive(`interface A {} interface B {} ${given}`);
  expect(protocol.batches).toBe(want);
});

test.each<[string, { given: string; want: ErrorCode[] }]>([
  [
    "constants of the reserved range",
    {
      given: `const LAST = -32768; const FIRST = -32000; const BELOW = -32769;
        const ABOVE = -31999; const HALF = -32000.5; const TEXT = "-32001"; const YES = true;`,
      want: [
        { name: "LAST", code: -32768 },
        { name: "FIRST", code: -32000 },
      ],
    },
  ],
  [
    "the type whose code it is",
    {
      given: `const GONE = -32001; interface Gone { code: typeof GONE }`,
      want: [{ name: "GONE", code: -32001, type: "Gone" }],
    },
  ],
  [
    "the type whose error's code it is",
    {
      given: `const GONE = -32001; interface Other { code: number }
        interface Gone { error: Other & { code: typeof GONE } }`,
      want: [{ name: "GONE", code: -32001, type: "Gone" }],
    },
  ],
  ["none", { given: "interface A { code: -32001 }", want: [] }],
])("errors: %s", (_, { given, want }) => {
  // Before every known revision, so that no fact adds an error.
  const { protocol } = derive(given, { revision: "3000-01-01" });
  expect(protocol.errors).toEqual(want);
});

test("a fact says which param names what a request calls", () => {
  const given = `${envelope} interface ARequest extends Request { method: "a" }
    interface BRequest extends Request { method: "b" }
    interface AResult {} interface BResult {} type ClientRequest = ARequest | BRequest;`;
  const name = (param: string) => ({
    method: "b",
    param,
    reason: "",
    page: "",
  });
  const facts = { names: [name("early"), name("late")] };
  const { requests } = derive(given, { facts }).protocol;
  expect(requests.map(({ name }) => name)).toEqual([undefined, "late"]);
});

describe("diagnostics", () => {
  const clean = `${envelope} interface ARequest extends Request { method: "a" }
    interface AResult {} type ClientRequest = ARequest;`;

  test.each<
    [
      string,
      {
        given: string;
        options?: Partial<DeriveRevisionOptions>;
        want: string[];
      },
    ]
  >([
    ["nothing doubtful", { given: clean, want: [] }],
    [
      "a message in no union",
      {
        given: `${clean} interface BNotification extends Notification { method: "b" }`,
        want: ["method-without-union at BNotification"],
      },
    ],
    [
      "a message whose union tells its kind",
      {
        given: `${clean} interface BNotification { method: "b" }
          type ClientNotification = C; type C = BNotification; `,
        want: [],
      },
    ],
    [
      "a message whose kind only its name tells",
      {
        given: `${clean} interface BNotification { method: "b" }`,
        want: [
          "method-without-union at BNotification",
          "ambiguous-message at BNotification",
        ],
      },
    ],
    [
      "two messages of one method",
      {
        given: `${clean} interface BRequest extends Request { method: "a" }
          interface BResult {} type ServerRequest = BRequest;`,
        want: ["duplicate-method at BRequest"],
      },
    ],
    [
      "two messages of one handler",
      {
        given: `${clean} interface A extends Request { method: "b" }
          type ServerRequest = A;`,
        want: ["duplicate-handler at A"],
      },
    ],
    [
      "a request without a result",
      {
        given: `${clean} interface BRequest extends Request { method: "b" }
          type ServerRequest = BRequest;`,
        want: ["method-without-result at BRequest"],
      },
    ],
    [
      "a revision that nobody knows",
      {
        given: clean,
        options: { knownRevisions: ["2020-01-01"] },
        want: ["facts-inherited at nothing"],
      },
    ],
    [
      "a fact of a method that is not there",
      {
        given: clean,
        options: {
          facts: {
            capabilities: [
              { method: "b", side: "server", path: "b", reason: "", page: "" },
            ],
          },
        },
        want: ["fact-unknown at nothing"],
      },
    ],
    [
      "a feature that nothing asks for",
      {
        given: clean,
        options: {
          facts: { features: [{ name: "sesions", reason: "", page: "" }] },
        },
        want: ["fact-unknown at nothing"],
      },
    ],
    [
      "a description of what is not there",
      {
        given: clean,
        options: {
          facts: {
            descriptions: [
              { of: "ARequest.gone", text: "", reason: "", page: "" },
              { of: "ARequest.method", text: "", reason: "", page: "" },
              { of: "a", text: "", reason: "", page: "" },
            ],
          },
        },
        want: ["fact-unknown at nothing"],
      },
    ],
    [
      "a name of what is not there",
      {
        given: clean,
        options: {
          facts: { names: [{ method: "b", param: "b", reason: "", page: "" }] },
        },
        want: ["fact-unknown at nothing"],
      },
    ],
  ])("%s", (_, { given, options, want }) => {
    const { diagnostics } = derive(given, options);
    const lines = given.split("\n");
    const found = diagnostics.map(({ code, position }) => {
      const line = position && lines[position.line - 1];
      const rest = line?.slice((position?.column ?? 1) - 1);
      return `${code} at ${rest?.split(/[ {]/)[0] ?? "nothing"}`;
    });
    expect(found).toEqual(want);
  });
});
