import { expect, test } from "vitest";
import type { Params, Type } from "../../../src/schema/model/index.ts";
import { derive, envelope } from "./derived.ts";

const meta = "_meta";

interface Want extends Omit<Params, "type"> {
  /** The properties of params that stand inline; absent where the type is declared. */
  properties?: string[];
}

test.each<[string, { given: string; want: Want }]>([
  [
    "inline params get the _meta that they have overridden",
    {
      given: `interface ARequest extends Request { method: "a"; params: { name: string } }`,
      want: {
        name: "ARequestParams",
        required: true,
        properties: ["name", meta],
      },
    },
  ],
  [
    "inherited params",
    {
      given: `interface ARequest extends Request { method: "a" }`,
      want: { name: "ARequestParams", required: false, properties: [meta] },
    },
  ],
  [
    "optional params",
    {
      given: `interface ARequest extends Request { method: "a"; params?: { name: string } }`,
      want: {
        name: "ARequestParams",
        required: false,
        properties: ["name", meta],
      },
    },
  ],
  [
    "named params that have their _meta",
    {
      given: `interface AParams { _meta: object }
        interface ARequest extends Request { method: "a"; params: AParams }`,
      want: { name: "AParams", required: true },
    },
  ],
  [
    "named params that inherit it",
    {
      given: `interface RequestParams { _meta?: object }
        interface AParams extends RequestParams { name: string }
        interface ARequest extends Request { method: "a"; params: AParams }`,
      want: { name: "AParams", required: true },
    },
  ],
  [
    "named params whose alternatives all have it",
    {
      given: `interface One { _meta?: object } interface Two extends One {}
        type AParams = One | Two;
        interface ARequest extends Request { method: "a"; params: AParams }`,
      want: { name: "AParams", required: true },
    },
  ],
  [
    "named params without it are joined with it",
    {
      given: `interface AParams { name: string }
        interface ARequest extends Request { method: "a"; params: AParams }`,
      want: {
        name: "ARequestParams",
        required: true,
        properties: ["AParams", meta],
      },
    },
  ],
  [
    "named params of which one alternative lacks it",
    {
      given: `interface One { _meta?: object } interface Two {}
        type AParams = One | Two;
        interface ARequest extends Request { method: "a"; params: AParams }`,
      want: {
        name: "ARequestParams",
        required: true,
        properties: ["AParams", meta],
      },
    },
  ],
  [
    "the generated name gives way to a declared one",
    {
      given: `interface ARequestParams { name: string }
        interface ARequest extends Request { method: "a"; params: ARequestParams }`,
      want: {
        name: "ARequestParamsWithMeta",
        required: true,
        properties: ["ARequestParams", meta],
      },
    },
  ],
  [
    "and to another declared one",
    {
      given: `interface ARequestParams { name: string }
        interface ARequestParamsWithMeta {}
        interface ARequest extends Request { method: "a"; params: ARequestParams }`,
      want: {
        name: "ARequestParamsWithMeta_",
        required: true,
        properties: ["ARequestParams", meta],
      },
    },
  ],
  [
    "the _meta of the common params where nothing was overridden",
    {
      given: `interface RequestParams { _meta?: object }
        interface ARequest { method: "a"; params: { name: string } }
        type ClientRequest = ARequest;`,
      want: {
        name: "ARequestParams",
        required: true,
        properties: ["name", meta],
      },
    },
  ],
  [
    "embedded messages have none",
    {
      given: `interface RequestParams { _meta?: object }
        interface ARequest { method: "a"; params: { name: string } }
        type InputRequest = ARequest;`,
      want: { name: "ARequestParams", required: true, properties: ["name"] },
    },
  ],
  [
    "the params of both parts of an intersection",
    {
      given: `interface AParams { name: string; _meta?: object }
        type ARequest = Request & { method: "a"; params: AParams };`,
      want: {
        name: "ARequestParams",
        required: true,
        properties: [meta, "AParams"],
      },
    },
  ],
  [
    "no params at all",
    {
      given: `interface ARequest { method: "a" } type ClientRequest = ARequest;`,
      want: { name: "ARequestParams", required: false, properties: [] },
    },
  ],
])("%s", (_, { given, want }) => {
  const { protocol } = derive(envelope + given);
  const params = protocol.requests[0]?.params;
  if (params === undefined) throw new Error("there is no request");
  const { type, ...named } = params;
  expect({
    ...named,
    ...(type !== undefined && { properties: propertyNames(type) }),
  }).toEqual(want);
});

test("notifications take the _meta of notifications", () => {
  const { protocol } = derive(`
    interface NotificationParams { _meta?: { own: string } }
    interface RequestParams { _meta?: { other: string } }
    interface Notification { method: string }
    interface ANotification extends Notification { method: "a"; params: { name: string } }`);
  const text = JSON.stringify(protocol.notifications[0]?.params.type);
  expect(text).toContain('"own"');
  expect(text).not.toContain('"other"');
});

/** The names of the properties, and of the types that are joined with them. */
function propertyNames(type: Type): string[] {
  switch (type.kind) {
    case "object":
      return type.properties.map(({ name }) => name);
    case "intersection":
      return type.members.flatMap(propertyNames);
    case "reference":
      return [type.name];
    default:
      throw new Error(`params of kind ${type.kind}`);
  }
}
