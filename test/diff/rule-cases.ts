import type { Rule } from "../../src/diff/index.ts";

/** Two texts that one line of a schema can be; each way has its own rule. */
export interface RuleCase {
  one: string;
  other: string;
  /** What decides from the one to the other, and what on the way back. */
  rules: readonly [Rule, Rule];
}

const thing = (fields: string): string =>
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

const shared = `export interface AskParams { a: string }`;
const ask = (name: string): string =>
  `export interface AskRequest extends Request { method: "${name}"; params: AskParams }
export interface AskResult extends Result { a: string }`;

export const ruleCases: readonly RuleCase[] = [
  {
    one: thing("text: string"),
    other: thing("text: string; a?: string"),
    rules: ["field-added", "field-removed"],
  },
  {
    one: thing("text: string"),
    other: thing("text: string; a: string"),
    rules: ["required-field-added", "required-field-removed"],
  },
  {
    one: echo("Request"),
    other: echo("JSONRPCRequest"),
    rules: ["envelope-added", "envelope-removed"],
  },
  {
    one: `${kinds} ${results("")}`,
    other: `${kinds} ${results("resultType: ResultType")}`,
    rules: ["result-type-added", "result-type-removed"],
  },
  {
    one: thing("text?: string"),
    other: thing("text: string"),
    rules: ["field-required", "field-optional"],
  },
  {
    one: thing("text: string"),
    other: thing("text: unknown"),
    rules: ["values-widened", "values-narrowed"],
  },
  {
    one: thing("text: string"),
    other: thing("text: boolean"),
    rules: ["values-replaced", "values-replaced"],
  },
  {
    one: thing("text: { a: string }"),
    other: `${thing("text: Text")} export interface Text { a: string }`,
    rules: ["values-same", "values-same"],
  },
  {
    one: thing("text: string"),
    other: thing("text: string | null"),
    rules: ["member-added", "member-removed"],
  },
  {
    one: thing('text: "a"'),
    other: thing('text: "a" | "b"'),
    rules: ["member-added", "member-removed"],
  },
  {
    one: thing("text: Result"),
    other: `${thing("text: Result | Text")} export interface Text extends Result { a: string }`,
    rules: ["member-covered", "member-covered"],
  },
  {
    one: thing("text: string"),
    other: `${thing("text: string")} export interface Text { a: string }`,
    rules: ["type-added", "type-removed"],
  },
  {
    one: `${thing("text: One")} export interface One { a: string }`,
    other: `${thing("text: Two")} export interface Two { a: string }`,
    rules: ["type-renamed", "type-renamed"],
  },
  {
    one: unions("EchoRequest"),
    other: `${more} ${unions("EchoRequest | MoreRequest")}`,
    rules: ["method-added", "method-removed"],
  },
  {
    one: `${shared} ${ask("ask")} ${unions("EchoRequest | AskRequest")}`,
    other: `${shared} ${ask("demand")} ${unions("EchoRequest | AskRequest")}`,
    rules: ["method-renamed", "method-renamed"],
  },
  {
    one: unions("EchoRequest"),
    other: unions("EchoRequest", "HurryNotification"),
    rules: ["direction-widened", "direction-narrowed"],
  },
  {
    one: unions("EchoRequest"),
    other: unions("EchoRequest", "HurryNotification", "never"),
    rules: ["direction-turned", "direction-turned"],
  },
  {
    one: "export const A = 1;",
    other: "export const A = 2;",
    rules: ["constant-changed", "constant-changed"],
  },
  {
    one: "export const A_CODE = -32050;",
    other: "export const OTHER = -32051;",
    rules: ["constant-changed", "constant-changed"],
  },
  {
    one: "/** Says this. */ export interface Said { a: string }",
    other: "/** Says that. */ export interface Said { a: string }",
    rules: ["documentation", "documentation"],
  },
  {
    one: "export interface EchoResultResponse { id: number; result: Result }",
    other:
      "export interface EchoResultResponse { id: number; result: Result | EchoResult }",
    rules: ["result-covered", "result-covered"],
  },
  // Limits, tuples and index signatures are values too.
  {
    one: thing("text: string[]"),
    other: thing("/** @maxItems 3 */ text: string[]"),
    rules: ["values-narrowed", "values-widened"],
  },
  {
    one: thing("/** @minimum 1 */ text: number"),
    other: thing("/** @minimum 2 */ text: number"),
    rules: ["values-narrowed", "values-widened"],
  },
  {
    one: thing("text: [string, string]"),
    other: thing("text: string[]"),
    rules: ["values-widened", "values-narrowed"],
  },
  {
    one: thing("text: { [key: string]: string }"),
    other: thing("text: { [key: string]: string | null }"),
    rules: ["member-added", "member-removed"],
  },
  {
    one: thing("text: { [key: string]: string }"),
    other: thing("text: { [key: string]: string; a: string }"),
    rules: ["field-required", "field-optional"],
  },
  {
    one: thing("text: object"),
    other: thing("text: { [key: string]: string }"),
    rules: ["values-narrowed", "values-widened"],
  },
  {
    one: thing("text: object"),
    other: thing("text: { [key: string]: unknown }"),
    rules: ["values-same", "values-same"],
  },
  {
    one: thing("text: { a?: string }"),
    other: thing("text: { a?: string; [key: string]: string }"),
    rules: ["field-added", "field-removed"],
  },
  {
    one: thing("text: object"),
    other: thing("text: { a?: string }"),
    rules: ["field-added", "field-removed"],
  },
  {
    one: thing("text: { a?: string }"),
    other: thing("text: { [key: string]: unknown }"),
    rules: ["values-widened", "values-narrowed"],
  },
  {
    one: thing("text: { a: string }"),
    other: thing("text: { [key: string]: unknown }"),
    rules: ["required-field-removed", "required-field-added"],
  },
  {
    one: thing("text: { a?: string; [key: string]: unknown }"),
    other: thing("text: { [key: string]: unknown }"),
    rules: ["field-removed", "field-added"],
  },
  {
    one: thing("text: unknown"),
    other: `${thing("text: Json")}
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }`,
    rules: ["values-narrowed", "values-widened"],
  },
];
