import type { Protocol } from "../../../schema/model/index.ts";
import { heirsByBase } from "../reach/heirs.ts";
import { heldNames } from "./held.ts";
import { sendersOf } from "../reach/senders.ts";
import type { Field, ObjectShape, Shape } from "./shape.ts";
import { textOf } from "./text.ts";

type Named = ReadonlyMap<string, Shape>;
type Kind = "request" | "notification";

/**
 * Gives the types of messages what JSON-RPC sends with each of them, whether they
 * declare it or not.
 *
 * @see {@link https://www.jsonrpc.org/specification | JSON-RPC 2.0}
 */
export function withEnvelopes(named: Named, protocol: Protocol): Named {
  const envelopes = findEnvelopes(named);
  const sent = {
    request: alwaysSent([...envelopes.values()].filter(hasId)),
    notification: alwaysSent(
      [...envelopes.values()].filter((one) => !hasId(one)),
    ),
  };
  const kindOf = createKinds(named, protocol, envelopes);
  return new Map(
    [...named].map(([name, shape]) => {
      const kind = shape.kind === "object" ? kindOf(name) : undefined;
      return [
        name,
        kind === undefined ? shape : { ...shape, envelope: sent[kind] },
      ];
    }),
  );
}

/**
 * The types of any request and of any notification: their method is open, and they
 * stand in the union of all that travels, beside answers, which have no method.
 */
function findEnvelopes(named: Named): Map<string, ObjectShape> {
  const unions = [...named.values()].map((shape) => objectsOf(shape, named));
  return new Map(
    unions
      .filter((members) => members.some(([, one]) => !one.fields.has("method")))
      .flatMap((members) => members.filter(([, one]) => hasOpenMethod(one))),
  );
}

/** The named objects among the members of a union. */
function objectsOf(shape: Shape, named: Named): [string, ObjectShape][] {
  if (shape.kind !== "union") return [];
  return shape.members.flatMap((member): [string, ObjectShape][] => {
    if (member.kind !== "reference") return [];
    const target = named.get(member.name);
    return target?.kind === "object" ? [[member.name, target]] : [];
  });
}

function hasOpenMethod({ fields }: ObjectShape): boolean {
  const method = fields.get("method");
  return (
    method?.optional === false &&
    method.shape.kind === "keyword" &&
    method.shape.name === "string"
  );
}

/** A request has an id, by which it is answered, and a notification has none. */
function hasId({ fields }: ObjectShape): boolean {
  return fields.has("id");
}

/** The fields that all envelopes of a kind require. */
function alwaysSent([first, ...others]: readonly ObjectShape[]): ReadonlyMap<
  string,
  Field
> {
  const isShared = ([name, field]: [string, Field]): boolean =>
    !field.optional &&
    others.every(({ fields }) => {
      const other = fields.get(name);
      return (
        other?.optional === false && textOf(other.shape) === textOf(field.shape)
      );
    });
  return new Map([...(first?.fields ?? [])].filter(isShared));
}

/** Which messages are of a type, if each of them travels on its own. */
function createKinds(
  named: Named,
  { declarations, requests, notifications }: Protocol,
  envelopes: ReadonlyMap<string, ObjectShape>,
): (name: string) => Kind | undefined {
  const messages = new Map<string, Kind | undefined>([
    ...[...envelopes].map(
      ([name, shape]) =>
        [name, hasId(shape) ? "request" : "notification"] as const,
    ),
    ...kindsOf(requests, "request"),
    ...kindsOf(notifications, "notification"),
  ]);
  const heirs = heirsByBase(declarations);
  const held = heldNames(named);

  function kindOf(name: string): Kind | undefined {
    if (held.has(name)) return undefined;
    if (messages.has(name)) return messages.get(name);
    const [kind, ...others] = (heirs.get(name) ?? []).map(kindOf);
    return others.every((one) => one === kind) ? kind : undefined;
  }

  return kindOf;
}

function kindsOf(
  messages: Protocol["notifications"],
  kind: Kind,
): [string, Kind | undefined][] {
  return messages.map(({ type, direction }) => [
    type,
    sendersOf(direction).length > 0 ? kind : undefined,
  ]);
}
