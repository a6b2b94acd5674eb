import type { Rule } from "../../../src/compat/protocol-diff/index.ts";
import type { FactTables } from "../../../src/revisions/overrides/index.ts";
import type { Sent } from "./sent.ts";

/** Whom a change breaks: receivers or senders of the older revision, both, or nobody. */
export type Breaks = "nobody" | "receivers" | "senders" | "both";

/** What decides on a change, and whom that breaks. */
export type Way = readonly [rule: Rule, breaks: Breaks];

/** Two texts that one line of a schema can be; each way has its own rule. */
export interface RuleCase {
  one: string;
  other: string;
  /** What decides from the one to the other, and what on the way back. */
  ways: readonly [Way, Way];
  /** What is sent on both sides, to see whom it breaks; results of an echo where nothing is said. */
  sent?: Sent;
  /** What the other side knows besides. */
  facts?: Partial<FactTables>;
}

/** What an echo is answered with. */
export const thing = (fields: string): string =>
  `export interface EchoResult extends Result {\n  ${fields};\n}`;

const echo = (base: string): string =>
  `export interface EchoRequest extends ${base} { method: "echo" }`;

const kinds = `export type ResultType = "complete" | "input_required";`;

const results = (fields: string): string =>
  `export interface Result { ${fields} }`;

const unions = (
  clientRequest: string,
  serverNotification = "never",
  clientNotification = "HurryNotification",
): string => `
export type ClientRequest = ${clientRequest};
export type ClientNotification = ${clientNotification};
export type ServerNotification = ${serverNotification};`;

const more = `export interface MoreRequest extends Request { method: "more"; params: { a: string } }
export interface MoreResult extends Result { a: string }`;

const answers = (result: string): string =>
  `export interface EchoResultResponse { id: number; result: ${result} }`;

const opening = (name: string, method: string): string =>
  `export interface ${name}Request extends Request { method: "${method}"; params: { from: string } }
export interface ${name}Result extends Result { to: number }`;

const fact = { reason: "it is so", page: "basic" };

const shared = `export interface AskParams { a: string }`;
const ask = (name: string): string =>
  `export interface AskRequest extends Request { method: "${name}"; params: AskParams }
export interface AskResult extends Result { a: string }`;

export const ruleCases: readonly RuleCase[] = [
  {
    one: thing("text: string"),
    other: thing("text: string; a?: string"),
    ways: [
      ["field-added", "nobody"],
      ["field-removed", "nobody"],
    ],
  },
  {
    one: thing("text: string"),
    other: thing("text: string; a: string"),
    ways: [
      ["required-field-added", "senders"],
      ["required-field-removed", "receivers"],
    ],
  },
  {
    one: echo("Request"),
    other: echo("JSONRPCRequest"),
    ways: [
      ["envelope-added", "nobody"],
      ["envelope-removed", "nobody"],
    ],
    sent: { methods: ["echo"] },
  },
  {
    one: `${kinds} ${results("")}`,
    other: `${kinds} ${results("resultType: ResultType")}`,
    ways: [
      ["result-type-added", "nobody"],
      ["result-type-removed", "nobody"],
    ],
    sent: { results: "echo" },
  },
  {
    one: thing("text?: string"),
    other: thing("text: string"),
    ways: [
      ["field-required", "senders"],
      ["field-optional", "receivers"],
    ],
  },
  {
    one: thing("text: string"),
    other: thing("text: unknown"),
    ways: [
      ["values-widened", "receivers"],
      ["values-narrowed", "senders"],
    ],
  },
  {
    one: thing("text: string"),
    other: thing("text: boolean"),
    ways: [
      ["values-replaced", "both"],
      ["values-replaced", "both"],
    ],
  },
  {
    one: thing("text: { a: string }"),
    other: `${thing("text: Text")} export interface Text { a: string }`,
    ways: [
      ["values-same", "nobody"],
      ["values-same", "nobody"],
    ],
  },
  {
    one: thing("text: string"),
    other: thing("text: string | null"),
    ways: [
      ["member-added", "receivers"],
      ["member-removed", "senders"],
    ],
  },
  {
    one: thing('text: "a"'),
    other: thing('text: "a" | "b"'),
    ways: [
      ["member-added", "receivers"],
      ["member-removed", "senders"],
    ],
  },
  {
    one: thing("text: Result"),
    other: `${thing("text: Result | Text")} export interface Text extends Result { a: string }`,
    ways: [
      ["member-covered", "nobody"],
      ["member-covered", "nobody"],
    ],
  },
  {
    one: thing("text: string"),
    other: `${thing("text: string")} export interface Text { a: string }`,
    ways: [
      ["type-added", "nobody"],
      ["type-removed", "nobody"],
    ],
  },
  {
    one: `${thing("text: One")} export interface One { a: string }`,
    other: `${thing("text: Two")} export interface Two { a: string }`,
    ways: [
      ["type-renamed", "nobody"],
      ["type-renamed", "nobody"],
    ],
  },
  {
    one: unions("EchoRequest"),
    other: `${more} ${unions("EchoRequest | MoreRequest")}`,
    ways: [
      ["method-added", "receivers"],
      ["method-removed", "senders"],
    ],
    sent: { methods: ["echo", "more"] },
  },
  {
    one: `${shared} ${ask("ask")} ${unions("EchoRequest | AskRequest")}`,
    other: `${shared} ${ask("demand")} ${unions("EchoRequest | AskRequest")}`,
    ways: [
      ["method-renamed", "both"],
      ["method-renamed", "both"],
    ],
    sent: { methods: ["ask", "demand"] },
  },
  {
    one: unions("EchoRequest"),
    other: unions("EchoRequest", "HurryNotification"),
    ways: [
      ["direction-widened", "receivers"],
      ["direction-narrowed", "senders"],
    ],
    sent: { methods: ["notifications/hurry"] },
  },
  {
    one: unions("EchoRequest"),
    other: unions("EchoRequest", "HurryNotification", "never"),
    ways: [
      ["direction-turned", "both"],
      ["direction-turned", "both"],
    ],
    sent: { methods: ["notifications/hurry"] },
  },
  {
    one: "export const A = 1;",
    other: "export const A = 2;",
    sent: { errors: true },
    ways: [
      ["constant-changed", "nobody"],
      ["constant-changed", "nobody"],
    ],
  },
  {
    one: "export const A_CODE = -32050;",
    other: "export const OTHER = -32051;",
    ways: [
      ["constant-changed", "nobody"],
      ["constant-changed", "nobody"],
    ],
  },
  {
    one: "/** Says this. */ export interface Said { a: string }",
    other: "/** Says that. */ export interface Said { a: string }",
    ways: [
      ["documentation", "nobody"],
      ["documentation", "nobody"],
    ],
  },
  {
    one: answers("Result"),
    other: answers("Result | EchoResult"),
    ways: [
      ["result-covered", "nobody"],
      ["result-covered", "nobody"],
    ],
    sent: { results: "echo" },
  },
  {
    one: answers("EchoResult"),
    other: `${more} ${answers("EchoResult | MoreResult")}`,
    ways: [
      ["result-added", "receivers"],
      ["result-removed", "senders"],
    ],
    sent: { results: "echo" },
  },
  {
    one: "",
    other: more,
    ways: [
      ["method-inside", "nobody"],
      ["method-inside", "nobody"],
    ],
    sent: { methods: ["more"] },
  },
  {
    one: "",
    other: "",
    facts: {
      capabilities: [{ ...fact, method: "echo", side: "server", path: "echo" }],
    },
    ways: [
      ["capability-changed", "nobody"],
      ["capability-changed", "nobody"],
    ],
    sent: { methods: ["echo"] },
  },
  {
    one: "",
    other: "",
    facts: { features: [{ ...fact, name: "loudness" }] },
    ways: [
      ["feature-changed", "nobody"],
      ["feature-changed", "nobody"],
    ],
    sent: { methods: ["echo"] },
  },
  {
    one: "export const QUIET = -32050;",
    other: "export const QUIET = -32051;",
    ways: [
      ["error-changed", "nobody"],
      ["error-changed", "nobody"],
    ],
    sent: { errors: true },
  },
  {
    one: `${opening("Initialize", "initialize")} ${unions("EchoRequest | InitializeRequest")}`,
    other: `${opening("Discover", "server/discover")} ${unions("EchoRequest | DiscoverRequest")}`,
    ways: [
      ["lifecycle-changed", "both"],
      ["lifecycle-changed", "both"],
    ],
    sent: { methods: ["initialize", "server/discover"] },
  },
  {
    one: "",
    other: `export type JSONRPCBatch = (JSONRPCRequest | JSONRPCNotification)[];
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCBatch | JSONRPCResponse | JSONRPCError;`,
    ways: [
      ["batches-added", "receivers"],
      ["batches-removed", "senders"],
    ],
    sent: { batches: true },
  },
  {
    one: `export interface AskRequest extends Request { method: "ask"; params: { a: string } }
${unions("EchoRequest | AskRequest")}`,
    other: `export interface AskNotification extends Notification { method: "ask"; params: { a: string } }
${unions("EchoRequest", "never", "HurryNotification | AskNotification")}`,
    ways: [
      ["method-turned", "both"],
      ["method-turned", "both"],
    ],
    sent: { methods: ["ask"] },
  },
  {
    one: `${thing("text: One")} export interface One { a: string }`,
    other: `${thing("text: Two")} export interface Two { a: string; own?: string }`,
    ways: [
      ["values-compatible", "nobody"],
      ["values-compatible", "nobody"],
    ],
  },
  {
    one: `${thing("text: Level")} export enum Level { Low = "low", High = "high" }`,
    other: `${thing("text: Level")} export enum Level { Quiet = "low", High = "high" }`,
    ways: [
      ["member-renamed", "nobody"],
      ["member-renamed", "nobody"],
    ],
  },
];
