import { describe, expect, test } from "vitest";
import { diff, type Change } from "../../../src/compat/protocol-diff/index.ts";
import { protocolWith } from "./small.ts";

describe("a type under another name", () => {
  const tree = (name: string): string =>
    `export interface ${name} { kids?: ${name}[]; leaf: string }`;

  test("may refer to itself", () => {
    expect(renamed(tree("Tree"), tree("Node"))).toEqual(["Tree → Node"]);
  });

  test("may refer to another renamed type, and that to it", () => {
    const pair = (one: string, other: string): string => `
export interface ${one} { held: ${other}; a: string }
export interface ${other} { holder?: ${one}; b: number }`;
    expect(renamed(pair("One", "Other"), pair("Uno", "Altro"))).toEqual([
      "One → Uno",
      "Other → Altro",
    ]);
  });

  test("is none where what it refers to has another body", () => {
    const held = (name: string, type: string): string => `
export interface ${name} { held: ${name}Part }
export interface ${name}Part { a: ${type} }`;
    expect(renamed(held("One", "string"), held("Uno", "number"))).toEqual([]);
  });

  test("is none where two could be meant", () => {
    expect(renamed(tree("Tree"), `${tree("Node")} ${tree("Twig")}`)).toEqual(
      [],
    );
  });

  test("is none where the body says little", () => {
    expect(
      renamed("export interface One {}", "export interface Two {}"),
    ).toEqual([]);
  });

  test("is sent by whom it was sent", () => {
    const echo = (name: string): string => `
export interface EchoResult extends Result { held: ${name} }
export interface ${name} { a: string }`;
    expect(changes(echo("One"), echo("Two"))).toContainEqual(
      expect.objectContaining({ rule: "type-renamed", senders: ["server"] }),
    );
  });
});

describe("a field of another type", () => {
  const held = (name: string, fields: string): string => `
export interface EchoResult extends Result { held: ${name} }
export interface ${name} { ${fields} }`;
  const rule = (one: string, other: string): string[] =>
    changes(one, other).flatMap(({ rule, where }) =>
      where.path?.join() === "held" ? [rule] : [],
    );

  test("has the same values only if both declare the same", () => {
    const [one, other] = [
      held("One", "a: string"),
      held("Two", "a: string; b?: string"),
    ];
    expect(rule(one, other)).toEqual(["values-compatible"]);
    expect(rule(other, one)).toEqual(["values-compatible"]);
    const bare = held("One", "");
    expect(rule(bare, held("Two", "a?: string"))).toEqual([
      "values-compatible",
    ]);
    const again = `${held("Two", "a: string")} export interface Three { a: string }`;
    expect(rule(one, again)).toEqual(["values-same"]);
  });
});

describe("a method", () => {
  const hurry = (method: string): string =>
    `export interface HurryNotification extends Notification { method: "${method}" }`;
  const echo = (base: string): string => `
export interface EchoRequest extends ${base} { method: "echo"; params: { text: string } }
export type ClientRequest = ${base === "Request" ? "EchoRequest" : "never"};
export type ClientNotification = HurryNotification${base === "Request" ? "" : " | EchoRequest"};`;

  test("is renamed where the notification keeps its type", () => {
    const found = changes(
      hurry("notifications/hurry"),
      hurry("notifications/haste"),
    );
    expect(found.filter(({ subject }) => subject === "method")).toMatchObject([
      {
        rule: "method-renamed",
        before: "notifications/hurry",
        after: "notifications/haste",
      },
    ]);
  });

  test.each([
    ["Request", "Notification", "request", "notification"],
    ["Notification", "Request", "notification", "request"],
  ])(
    "of a %s that is a %s now has turned, and breaks both",
    (one, other, before, after) => {
      const found = changes(echo(one), echo(other));
      expect(found.filter(({ subject }) => subject === "method")).toMatchObject(
        [
          {
            rule: "method-turned",
            where: { method: "echo" },
            before,
            after,
            effect: { olderReceivers: "breaking", olderSenders: "breaking" },
          },
        ],
      );
    },
  );

  test("that has turned under another name is another method", () => {
    const renamed = echo("Notification").replace(
      '"echo"',
      '"notifications/echo"',
    );
    expect(
      changes(echo("Request"), renamed).flatMap(({ subject, kind }) =>
        subject === "method" ? [kind] : [],
      ),
    ).toEqual(["removed", "added"]);
  });

  test("that has turned is not told of by its id as well", () => {
    const call = (name: string, union: string): string => `
export interface Call${name} extends JSONRPC${name} { method: "call" }
export type ${union} = Call${name};`;
    const found = changes(
      call("Request", "ClientRequest"),
      call("Notification", "ClientNotification"),
    );
    expect(found.map(({ rule }) => rule)).toContain("method-turned");
    expect(found.filter(({ where }) => where.path?.includes("id"))).toEqual([]);
  });

  test("has its capability under its new name too", () => {
    const call = (method: string): string => `
export interface CallRequest extends Request { method: "${method}" }
export type ClientRequest = CallRequest;`;
    const found = changes(call("tools/call"), call("tools/invoke"));
    expect(found.map(({ rule }) => rule)).toContain("method-renamed");
    expect(found.filter(({ subject }) => subject === "capability")).toEqual([]);
  });

  test("keeps its result where only the name of its request or result changes", () => {
    const call = (request: string, result: string): string => `
export interface ${request}Request extends Request { method: "call"; params: { tool: string } }
export interface ${result}Result { said: string }
export type ClientRequest = ${request}Request;`;
    const results = (one: string, other: string): Change[] =>
      changes(one, other).filter(({ subject }) => subject === "result");
    expect(results(call("Call", "Call"), call("Invoke", "Call"))).toEqual([]);
    expect(results(call("Invoke", "Call"), call("Call", "Call"))).toEqual([]);
    expect(results(call("Call", "Call"), call("Call", "Invoke"))).toEqual([]);
    expect(
      changes(call("Call", "Call"), call("Call", "Invoke")),
    ).toContainEqual(
      expect.objectContaining({ after: "InvokeResult", senders: ["server"] }),
    );
  });

  test("has another result where a type says so, or one of its name has come", () => {
    const call = (result: string): string => `
export interface CallRequest extends Request { method: "call"; params: { tool: string } }
export interface CallResult extends Result { said: string }
export interface CallResultResponse { id: number; result: ${result} }
export type ClientRequest = CallRequest;`;
    expect(
      changes(call("CallResult"), call("EmptyResult")).map(({ rule }) => rule),
    ).toEqual(expect.arrayContaining(["result-added", "result-covered"]));
    const named = (name: string): string => `
export interface ${name}Request extends Request { method: "call"; params: { tool: string } }
export interface CallResult extends Result { said: string }
export interface InvokeResult extends Result { told: string }
export type ClientRequest = ${name}Request;`;
    expect(
      changes(named("Call"), named("Invoke")).map(({ rule }) => rule),
    ).toEqual(expect.arrayContaining(["result-added", "result-removed"]));
  });
});

describe("a result that has made way for none", () => {
  const request = (name: string): string => `
export interface ${name}Request extends Request { method: "call"; params: { tool: string } }`;
  const call = "export interface CallResult extends Result { said: string }";
  const calls = `${request("Call")} ${call}
export type ClientRequest = CallRequest;`;
  const invokes = `${request("Invoke")}
export type ClientRequest = InvokeRequest;`;
  const rules = (one: string, other: string): string[] =>
    changes(one, other).flatMap(({ subject, rule }) =>
      subject === "result" ? [rule] : [],
    );

  test("is told where it is gone itself", () => {
    expect(rules(calls, invokes)).toContain("result-added");
  });

  test("is told where it answers another request", () => {
    const others = `
export interface OtherRequest extends Request { method: "other" }
export interface OtherResultResponse { id: number; result: CallResult }
export type ServerRequest = OtherRequest;`;
    expect(
      rules(`${calls} ${others}`, `${invokes} ${call} ${others}`),
    ).toContain("result-added");
  });

  test("is told where another one has gone too", () => {
    const more = "export interface MoreResult extends Result { more: string }";
    const response =
      "export interface CallResultResponse { id: number; result: CallResult | MoreResult }";
    expect(
      rules(`${calls} ${more} ${response}`, `${invokes} ${call} ${more}`),
    ).toContain("result-added");
  });
});

test("a member of an enum under another name has the same value", () => {
  const level = (name: string): string =>
    `export enum Level { ${name} = "low", High = "high" }`;
  expect(changes(level("Low"), level("Least"))).toMatchObject([
    {
      kind: "renamed",
      subject: "enum member",
      rule: "member-renamed",
      where: { name: "Level" },
      before: "Low",
      after: "Least",
      effect: { olderReceivers: "compatible", olderSenders: "compatible" },
    },
  ]);
});

test("of members with one value, the first is meant", () => {
  const level = (second: string): string =>
    `export enum Level { Low = "low", ${second} = "low", High = "high" }`;
  expect(changes(level("Least"), level("Lowest"))).toEqual([]);
});

function changes(one: string, other: string): Change[] {
  return diff(protocolWith(one), protocolWith(other)).changes;
}

/** The types that have got another name. */
function renamed(one: string, other: string): string[] {
  return changes(one, other).flatMap(({ kind, subject, before, after }) =>
    kind === "renamed" && subject === "type" ? [`${before} → ${after}`] : [],
  );
}
