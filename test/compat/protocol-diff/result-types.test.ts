import { expect, test } from "vitest";
import { diff } from "../../../src/compat/protocol-diff/index.ts";
import { protocolWith } from "./small.ts";

const told = 'export type ResultType = "complete" | "input_required";';
const resultType = "resultType: ResultType";

/** What decides on `resultType` where results, and those that ask for input, get it. */
function rulesOf(one: string, other: string): Record<string, string> {
  const { changes } = diff(protocolWith(one), protocolWith(other));
  return Object.fromEntries(
    changes
      .filter(({ where }) => where.path?.join() === "resultType")
      .map(({ rule, where }) => [where.name, rule]),
  );
}

const asking = (fields: string): string => `${told}
export interface Result { ${fields} }
export interface EchoResult extends Result { text: string }
export interface InputRequiredResult extends Result { asks: string }
export interface EchoResultResponse { jsonrpc: "2.0"; id: RequestId; result: EchoResult | InputRequiredResult }`;

test("a result that does not say its type is the main one", () => {
  expect(rulesOf(asking(""), asking(resultType))).toMatchObject({
    Result: "result-type-added",
    EchoResult: "result-type-added",
  });
  expect(rulesOf(asking(resultType), asking(""))).toMatchObject({
    Result: "result-type-removed",
    EchoResult: "result-type-removed",
  });
  expect(
    rulesOf(asking(resultType.replace(":", "?:")), asking(resultType)),
  ).toMatchObject({ EchoResult: "result-type-added" });
});

test("one that is meant by its type alone must say it", () => {
  expect(rulesOf(asking(""), asking(resultType))).toMatchObject({
    InputRequiredResult: "required-field-added",
  });
});

test("a field of the same name in what is no result is like any other", () => {
  const thing = (fields: string): string =>
    `${asking(resultType)} export interface Thing { ${fields} }`;
  expect(rulesOf(thing(""), thing(resultType))).toEqual({
    Thing: "required-field-added",
  });
});
