import type { Definitions } from "../../../src/emit/guards/scope/schemas.ts";
import type { JsonSchema } from "../../../src/emit/json-schema/index.ts";
import type {
  Declaration,
  Protocol,
  Type,
} from "../../../src/schema/model/index.ts";

/** What the official schemas call the envelopes of messages that travel on their own. */
export type Envelope = "JSONRPCRequest" | "JSONRPCNotification";

/** The types whose values are messages, with the envelope that each is sent in. */
export function messageTypes(
  protocol: Protocol,
): ReadonlyMap<string, Envelope> {
  const { declarations, requests, notifications } = protocol;
  const isSent = ({ direction }: { direction: string }): boolean =>
    direction !== "embedded" && direction !== "none";
  const own = (messages: typeof notifications, envelope: Envelope) =>
    messages.filter(isSent).map(({ type }) => [type, envelope] as const);
  const found = new Map<string, Envelope>([
    ...own(requests, "JSONRPCRequest"),
    ...own(notifications, "JSONRPCNotification"),
  ]);
  const shared = (names: readonly string[]): Envelope | undefined => {
    const [first, ...others] = names.map((name) => found.get(name));
    return others.every((one) => one === first) ? first : undefined;
  };
  for (const declaration of declarations) {
    const { name } = declaration;
    const heirs = declarations.filter((one) => basesOf(one).includes(name));
    const envelope =
      shared(heirs.map((one) => one.name)) ?? shared(membersOf(declaration));
    const isEnvelope = name.startsWith("JSONRPC");
    if (envelope !== undefined && !isEnvelope && !found.has(name))
      found.set(name, envelope);
  }
  return found;
}

/** The results, and what they extend, that a receiver reads as the main kind of result. */
export function resultTypes(protocol: Protocol): ReadonlyMap<string, Meant> {
  const main = protocol.requests.flatMap(({ results }) =>
    results.flatMap(({ name, when }): [string, Meant][] =>
      when?.orAbsent === true && when.value !== undefined
        ? [[name, { property: when.property, value: when.value }]]
        : [],
    ),
  );
  const found = new Map(main);
  const byName = new Map(
    protocol.declarations.map((one) => [one.name, one] as const),
  );
  // A map is walked to its end, also to what is added on the way.
  for (const [name, meant] of found) {
    const declaration = byName.get(name);
    if (declaration === undefined) continue;
    for (const base of basesOf(declaration)) found.set(base, meant);
  }
  for (const declaration of protocol.declarations)
    for (const name of membersOf(declaration)) {
      const meant = found.get(name);
      if (meant !== undefined) found.set(declaration.name, meant);
    }
  return found;
}

export interface Meant {
  property: string;
  value: string;
}

/** JSON Schemas of what is on the wire: messages in their envelopes, results as they are read. */
export function schemasOnWire(
  definitions: Definitions,
  protocol: Protocol,
): Definitions {
  const messages = messageTypes(protocol);
  const results = resultTypes(protocol);
  return new Map(
    [...definitions].map(([name, schema]) => {
      const envelope = messages.get(name);
      const meant = results.get(name);
      const sent =
        envelope === undefined
          ? schema
          : inEnvelope(schema, definitions.get(envelope) ?? {});
      return [
        name,
        meant === undefined ? sent : without(sent, meant.property),
      ] as const;
    }),
  );
}

function inEnvelope(schema: JsonSchema, envelope: JsonSchema): JsonSchema {
  if (schema.properties === undefined) return schema;
  return {
    ...schema,
    properties: { ...envelope.properties, ...schema.properties },
    required: [
      ...new Set([...(envelope.required ?? []), ...(schema.required ?? [])]),
    ],
  };
}

function without(schema: JsonSchema, property: string): JsonSchema {
  const { required, ...rest } = schema;
  return required === undefined
    ? schema
    : { ...rest, required: required.filter((name) => name !== property) };
}

function basesOf(declaration: Declaration): string[] {
  return declaration.kind === "interface"
    ? declaration.extends.flatMap(referenceName)
    : [];
}

/** What an alias is another name of, or a union of. */
function membersOf(declaration: Declaration): string[] {
  if (declaration.kind !== "alias") return [];
  const { type } = declaration;
  return (type.kind === "union" ? type.members : [type]).flatMap(referenceName);
}

function referenceName(type: Type): string[] {
  return type.kind === "reference" ? [type.name] : [];
}
