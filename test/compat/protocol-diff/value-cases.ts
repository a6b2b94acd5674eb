import { thing, type RuleCase } from "./rule-cases.ts";

const parts = `export interface One { a: string }
export interface Two { b: string }`;

/** Limits, tuples and index signatures are values too. */
export const valueCases: readonly RuleCase[] = [
  {
    one: thing("text: string[]"),
    other: thing("/** @maxItems 3 */ text: string[]"),
    sent: { type: "EchoResult", also: [{ text: ["a", "b", "c", "d"] }] },
    ways: [
      ["values-narrowed", "senders"],
      ["values-widened", "receivers"],
    ],
  },
  {
    one: thing("/** @minimum 1 */ text: number"),
    other: thing("/** @minimum 2 */ text: number"),
    ways: [
      ["values-narrowed", "senders"],
      ["values-widened", "receivers"],
    ],
  },
  {
    one: thing("text: [string, string]"),
    other: thing("text: string[]"),
    ways: [
      ["values-widened", "receivers"],
      ["values-narrowed", "senders"],
    ],
  },
  {
    one: thing("text: { [key: string]: string }"),
    other: thing("text: { [key: string]: string | null }"),
    ways: [
      ["member-added", "receivers"],
      ["member-removed", "senders"],
    ],
  },
  {
    one: thing("text: { [key: string]: string }"),
    other: thing("text: { [key: string]: string; a: string }"),
    ways: [
      ["field-required", "senders"],
      ["field-optional", "receivers"],
    ],
  },
  {
    one: thing("text: object"),
    other: thing("text: { [key: string]: string }"),
    sent: { type: "EchoResult", also: [{ text: { a: 1 } }] },
    ways: [
      ["values-narrowed", "senders"],
      ["values-widened", "receivers"],
    ],
  },
  {
    one: thing("text: object"),
    other: thing("text: { [key: string]: unknown }"),
    ways: [
      ["values-same", "nobody"],
      ["values-same", "nobody"],
    ],
  },
  {
    one: thing("text: { a?: string }"),
    other: thing("text: { a?: string; [key: string]: string }"),
    ways: [
      ["field-added", "nobody"],
      ["field-removed", "nobody"],
    ],
  },
  {
    one: thing("text: object"),
    other: thing("text: { a?: string }"),
    ways: [
      ["field-added", "nobody"],
      ["field-removed", "nobody"],
    ],
  },
  {
    one: thing("text: { a?: string }"),
    other: thing("text: { [key: string]: unknown }"),
    ways: [
      ["values-widened", "receivers"],
      ["values-narrowed", "senders"],
    ],
  },
  {
    one: thing("text: { a: string }"),
    other: thing("text: { [key: string]: unknown }"),
    ways: [
      ["required-field-removed", "receivers"],
      ["required-field-added", "senders"],
    ],
  },
  {
    // No sender of either puts another value under a name that one of them declares.
    one: thing("text: { own?: string; [key: string]: unknown }"),
    other: thing("text: { [key: string]: unknown }"),
    ways: [
      ["field-removed", "nobody"],
      ["field-added", "nobody"],
    ],
  },
  {
    one: thing("text: unknown"),
    other: `${thing("text: Json")}
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }`,
    ways: [
      ["values-narrowed", "senders"],
      ["values-widened", "receivers"],
    ],
  },
  // What one type says in parts, another says as a whole.
  {
    one: thing("text: unknown"),
    other: `${thing("text: string | Fraction | boolean | null | unknown[] | { [key: string]: unknown }")}
/** @TJS-type number */ export type Fraction = number;`,
    ways: [
      ["values-same", "nobody"],
      ["values-same", "nobody"],
    ],
  },
  {
    one: thing("text: number"),
    other: thing("/** @TJS-type number */ text: number"),
    ways: [
      ["values-widened", "receivers"],
      ["values-narrowed", "senders"],
    ],
    sent: { type: "EchoResult", also: [{ text: 1.5 }] },
  },
  {
    one: `${thing("text: One")} export interface One { more?: One[] }`,
    other: `${thing("text: Two")} export interface Two { more?: Two[]; own?: string }`,
    ways: [
      ["values-compatible", "nobody"],
      ["values-compatible", "nobody"],
    ],
  },
  {
    one: `${thing("text: One")} export interface One { [key: string]: string }`,
    other: `${thing("text: Two")} export interface Two { a?: number }`,
    ways: [
      ["values-replaced", "both"],
      ["values-replaced", "both"],
    ],
  },
  {
    one: `${parts} ${thing("text: One[]")}`,
    other: `${parts} ${thing("text: One[] & Two[]")}`,
    ways: [
      ["values-narrowed", "senders"],
      ["values-widened", "receivers"],
    ],
  },
  {
    one: thing("/** @pattern ^a */ text: string"),
    other: thing("/** @pattern ^b */ text: string"),
    ways: [
      ["values-replaced", "both"],
      ["values-replaced", "both"],
    ],
  },
];
