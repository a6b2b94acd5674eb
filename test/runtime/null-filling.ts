import { isMeant } from "../../src/runtime/protocol/revision/result-condition.ts";
import { guardedSchemas } from "../../src/emit/guards/index.ts";
import type { JsonSchema } from "../../src/emit/json-schema/index.ts";
import {
  acceptsAnything,
  referredName,
  typesOf,
  type Definitions,
} from "../../src/emit/guards/scope/schemas.ts";
import type { Receiver, Transport } from "../../src/runtime/peer/transport.ts";
import type { Protocol } from "../../src/schema/model/index.ts";

type Fields = { readonly [key: string]: unknown };

/** Adds null for each optional field that a message does not have, however deep inside. */
export type FillNulls = (message: unknown) => unknown;

/** What each side of a connection receives: a result is known by the request of its id. */
export interface NullFilling {
  readonly atClient: FillNulls;
  readonly atServer: FillNulls;
}

export function nullFilling(protocol: Protocol): NullFilling {
  const definitions = guardedSchemas(protocol);
  const ofClient = new Map<unknown, string>();
  const ofServer = new Map<unknown, string>();
  return {
    atClient: filling(protocol, definitions, ofServer, ofClient),
    atServer: filling(protocol, definitions, ofClient, ofServer),
  };
}

function filling(
  protocol: Protocol,
  definitions: Definitions,
  received: Map<unknown, string>,
  sent: ReadonlyMap<unknown, string>,
): FillNulls {
  return function fillMessage(message): unknown {
    if (Array.isArray(message)) return message.map(fillMessage);
    if (!isObject(message)) return message;
    const { id, method, params, result } = message;
    if (typeof method === "string") {
      if (id !== undefined) received.set(id, method);
      const entry = [...protocol.requests, ...protocol.notifications].find(
        (one) => one.method === method,
      )?.params;
      if (!entry) return message;
      if (params === undefined)
        return entry.required ? message : { ...message, params: null };
      const schema = definitions.get(entry.name) ?? {};
      return { ...message, params: filled(schema, params, definitions) };
    }
    if (result === undefined) return message;
    const { results = [] } =
      protocol.requests.find((one) => one.method === sent.get(id)) ?? {};
    const type = results.find(({ when }) => isMeant(when, Object(result)));
    const schema = type && definitions.get(type.name);
    return {
      ...message,
      ...(schema && { result: filled(schema, result, definitions) }),
    };
  };
}

/** A transport whose peer writes null for whatever it has not got. */
export function withNulls(transport: Transport, fill: FillNulls): Transport {
  return replacing(transport, {
    start: (receiver: Receiver) =>
      transport.start(
        replacing(receiver, {
          message: (value: unknown) => receiver.message(fill(value)),
        }),
      ),
  });
}

/** The same over HTTP: of requests and answers, streams of events among them. */
export function fetchWithNulls(
  handle: (request: Request) => Promise<Response>,
  { atClient, atServer }: NullFilling,
): typeof fetch {
  const fill = (text: string, by: FillNulls): string =>
    JSON.stringify(by(JSON.parse(text)));
  return async (input, init) => {
    const body = init?.body;
    const filled = typeof body === "string" ? fill(body, atServer) : body;
    const request = new Request(String(input), {
      ...init,
      body: filled ?? null,
    });
    const response = await handle(request);
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("application/json"))
      return new Response(fill(await response.text(), atClient), response);
    if (!type.startsWith("text/event-stream") || !response.body)
      return response;
    const lines = (event: string): string =>
      event.replace(
        /^data: (\{.*)$/gmu,
        (_, data: string) => `data: ${fill(data, atClient)}`,
      );
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(wholeEvents(lines))
      .pipeThrough(new TextEncoderStream());
    return new Response(events, response);
  };
}

function wholeEvents(
  change: (event: string) => string,
): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(chunk, controller) {
      const events = (rest + chunk).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) controller.enqueue(`${change(event)}\n\n`);
    },
  });
}

function filled(
  schema: JsonSchema,
  value: unknown,
  definitions: Definitions,
): unknown {
  const name = referredName(schema);
  if (name !== undefined)
    return filled(definitions.get(name) ?? {}, value, definitions);
  const member = schema.anyOf?.find((one) => fits(one, value, definitions));
  if (member) return filled(member, value, definitions);
  const parts = schema.allOf ?? [];
  const inParts = parts.reduce(
    (all, part) => filled(part, all, definitions),
    value,
  );
  if (Array.isArray(inParts)) {
    const { items } = schema;
    if (items === undefined || Array.isArray(items)) return inParts;
    return inParts.map((item: unknown) => filled(items, item, definitions));
  }
  if (!isObject(inParts)) return inParts;
  const { properties = {}, required = [], additionalProperties: rest } = schema;
  const result: { [key: string]: unknown } = { ...inParts };
  for (const [key, property] of Object.entries(properties))
    if (key in result) result[key] = filled(property, result[key], definitions);
    else if (!required.includes(key) && !admitsNull(property, definitions))
      result[key] = null;
  if (typeof rest === "object")
    for (const key of Object.keys(result))
      if (!(key in properties) && result[key] !== null)
        result[key] = filled(rest, result[key], definitions);
  return result;
}

function admitsNull(schema: JsonSchema, definitions: Definitions): boolean {
  return (
    acceptsAnything(schema) || typesOf(schema, definitions).includes("null")
  );
}

/** Whether a value has what a member of a union requires, and the constants that it tells. */
function fits(
  schema: JsonSchema,
  value: unknown,
  definitions: Definitions,
): boolean {
  const name = referredName(schema);
  if (name !== undefined)
    return fits(definitions.get(name) ?? {}, value, definitions);
  if (schema.allOf)
    return schema.allOf.every((one) => fits(one, value, definitions));
  if (schema.anyOf)
    return schema.anyOf.some((one) => fits(one, value, definitions));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.some((one) => one === value);
  if (Array.isArray(value)) return schema.type === "array";
  if (!isObject(value))
    return schema.type !== "object" && schema.type !== "array";
  const { type, properties = {}, required = [] } = schema;
  return (
    (type === undefined || type === "object") &&
    required.every((key) => key in value) &&
    Object.entries(properties).every(
      ([key, { const: only, enum: several }]) =>
        !(key in value) ||
        ((only === undefined || only === value[key]) &&
          (several === undefined || several.some((one) => one === value[key]))),
    )
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object with some members of its own instead. */
function replacing<Whole extends object>(
  whole: Whole,
  members: Partial<Whole>,
): Whole {
  return new Proxy(whole, {
    get(target, key) {
      if (Object.hasOwn(members, key))
        return Reflect.get(members, key) as unknown;
      const member: unknown = Reflect.get(target, key);
      return typeof member === "function"
        ? (member.bind(target) as unknown)
        : member;
    },
  });
}
