import { describe, expect, test } from "vitest";
import { diff, type Rule } from "../../../src/compat/protocol-diff/index.ts";
import { protocolWith } from "./small.ts";

/** The rules that decide on the changes of one type, by field. */
function rulesOf(type: string, one: string, other: string): string[] {
  return diff(protocolWith(one), protocolWith(other))
    .changes.filter(({ where }) => where.name === type)
    .map(({ rule, where }) => `${where.path?.join(".") ?? ""} ${rule}`);
}

const echo = (fields: string, base = "Request"): string =>
  `export interface EchoRequest extends ${base} { method: "echo"; ${fields} }`;

const both = 'jsonrpc: "2.0"; id: RequestId';

describe("a message has its envelope on the wire", () => {
  test("whether its type declares the fields itself or by a base", () => {
    const expected = ["jsonrpc envelope-added", "id envelope-added"];
    expect(rulesOf("EchoRequest", echo(""), echo(both))).toEqual(expected);
    expect(
      rulesOf("EchoRequest", echo(""), echo("", "JSONRPCRequest")),
    ).toEqual(expected);
  });

  test("whether its type declares them as optional", () => {
    const [required, optional] = [echo(both), echo(both.replaceAll(":", "?:"))];
    expect(rulesOf("EchoRequest", optional, required)).toEqual([
      "jsonrpc envelope-added",
      "id envelope-added",
    ]);
    expect(rulesOf("EchoRequest", required, optional)).toEqual([
      "jsonrpc envelope-removed",
      "id envelope-removed",
    ]);
  });

  test("also where its type omits them", () => {
    const omitted = echo("", 'Omit<JSONRPCRequest, "id">');
    expect(rulesOf("EchoRequest", echo("", "JSONRPCRequest"), omitted)).toEqual(
      ["id envelope-removed"],
    );
  });

  test.each(["PagedRequest", 'Omit<PagedRequest, "cursor">'])(
    "as does what only messages extend, such as %s",
    (heritage) => {
      const paged = (base: string): string =>
        `export interface PagedRequest extends ${base} { cursor?: string }
${echo("", heritage)}`;
      expect(
        rulesOf("PagedRequest", paged("Request"), paged("JSONRPCRequest")),
      ).toEqual(["jsonrpc envelope-added", "id envelope-added"]);
    },
  );

  test("and is covered by it as a member of a union", () => {
    const union = (members: string): string =>
      `${echo("")} export type Any = ${members};`;
    expect(
      rulesOf(
        "Any",
        union("JSONRPCRequest | RequestId"),
        union("JSONRPCRequest | RequestId | EchoRequest"),
      ),
    ).toEqual([" member-covered"]);
  });
});

describe("what only looks like an envelope is judged by the ordinary rules", () => {
  const required = ["jsonrpc required-field-added", "id required-field-added"];

  test("in a type that is no message", () => {
    const tool = (fields: string): string =>
      `export interface Tool { name: string; ${fields} }`;
    expect(rulesOf("Tool", tool(""), tool(both))).toEqual(required);
  });

  test("in a message that travels inside another one alone", () => {
    const embedded = (fields: string): string => `${echo(fields)}
export type Inner = EchoRequest | { other: string };
export interface EchoResult extends Result { inner: Inner }
export type ClientRequest = never;`;
    expect(rulesOf("EchoRequest", embedded(""), embedded(both))).toEqual(
      required,
    );
  });

  test("in a message that travels inside another one too", () => {
    const held = (fields: string): string => `${echo(fields)}
export interface EchoResult extends Result { again: EchoRequest[] }`;
    expect(rulesOf("EchoRequest", held(""), held(both))).toEqual(required);
  });

  test("in a message that nobody sends", () => {
    const unsent = (fields: string): string =>
      `${echo(fields)} export type ClientRequest = never;`;
    expect(rulesOf("EchoRequest", unsent(""), unsent(both))).toEqual(required);
  });

  test("in what other types extend besides messages", () => {
    const base = (fields: string): string => `${echo("", "Base")}
export interface Base { method: string; ${fields} }
export interface Other extends Base { other: string }`;
    expect(rulesOf("Base", base(""), base(both))).toEqual(required);
  });

  test("of a notification, which has no id", () => {
    const hurry = (fields: string): string =>
      `export interface HurryNotification extends Notification { method: "notifications/hurry"; ${fields} }`;
    expect(rulesOf("HurryNotification", hurry(""), hurry(both))).toEqual([
      "jsonrpc envelope-added",
      "id required-field-added",
    ]);
  });

  test("in a schema without a union of all that travels", () => {
    const alone = (fields: string): string =>
      `${echo(fields)} export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification;`;
    expect(rulesOf("EchoRequest", alone(""), alone(both))).toEqual(required);
  });

  test.each<[string, string, Rule[]]>([
    ["id: string", "id", ["member-removed"]],
    ["id: RequestId | null", "id", ["member-added"]],
    ['jsonrpc: "3.0"', "jsonrpc", ["values-replaced"]],
    ["trace: string", "trace", ["required-field-added"]],
  ])("where it is another: %s", (field, name, rules) => {
    expect(rulesOf("EchoRequest", echo(""), echo(field))).toEqual(
      rules.map((rule) => `${name} ${rule}`),
    );
  });
});

describe("an envelope itself has what it declares", () => {
  const envelope = (fields: string): string =>
    `${echo("", "JSONRPCRequest")}
export interface JSONRPCRequest extends Request { jsonrpc: "2.0"; ${fields} }`;

  test.each<[string, string, string[]]>([
    ["id: RequestId", "id?: RequestId", ["id field-optional"]],
    ["id: RequestId", "id: string", ["id member-removed"]],
    [
      "id: RequestId",
      "id: RequestId; trace: string",
      ["trace required-field-added"],
    ],
    [
      "id: RequestId; trace: string",
      "id: RequestId",
      ["trace required-field-removed"],
    ],
    [
      "id: RequestId; trace?: string",
      "id: RequestId; trace: string",
      ["trace field-required"],
    ],
  ])("%s becomes %s, for it and its messages", (one, other, rules) => {
    for (const type of ["JSONRPCRequest", "EchoRequest"])
      expect(rulesOf(type, envelope(one), envelope(other))).toEqual(rules);
  });

  test("what it only may have is not on the wire of every message", () => {
    const optional = `export interface JSONRPCRequest extends Request { jsonrpc: "2.0"; id: RequestId; trace?: string }`;
    expect(
      rulesOf(
        "EchoRequest",
        `${optional} ${echo("")}`,
        `${optional} ${echo("trace: string")}`,
      ),
    ).toEqual(["trace required-field-added"]);
  });

  test("where there are two, both must have the field", () => {
    const two = (fields: string): string => `${echo(fields)}
export interface BareRequest extends Request { id: RequestId }
export type JSONRPCMessage = JSONRPCRequest | BareRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError;`;
    expect(rulesOf("EchoRequest", two(""), two(both))).toEqual([
      "jsonrpc required-field-added",
      "id envelope-added",
    ]);
  });
});
