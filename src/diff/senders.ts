import type {
  Direction,
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../model/index.ts";
import type { Side } from "./change.ts";
import { createReach, namesIn, namesWithin } from "./reach.ts";

/** Who sends values of a type, by its name. */
export type Senders = ReadonlyMap<string, ReadonlySet<Side>>;

/** Follows the params and results of every method, in the direction they travel. */
export function findSenders(protocol: Protocol): Senders {
  const reach = createReach(protocol);
  const senders = new Map<string, Set<Side>>();
  const sends = (side: Side, names: Iterable<string>): void => {
    for (const name of names)
      senders.set(name, (senders.get(name) ?? new Set()).add(side));
  };
  const messages: (RequestMethod | NotificationMethod)[] = [
    ...protocol.requests,
    ...protocol.notifications,
  ];
  for (const message of messages)
    for (const side of sendersOf(message.direction)) {
      sends(side, reach(messageNames(message)));
      if ("results" in message)
        sends(otherSide(side), reach(resultNames(message)));
    }
  addEnvelopes(protocol, senders);
  return senders;
}

/** Which sides send a message of its own; none where it travels inside others. */
export function sendersOf(direction: Direction): Side[] {
  switch (direction) {
    case "clientToServer":
      return ["client"];
    case "serverToClient":
      return ["server"];
    case "both":
      return ["client", "server"];
    case "embedded":
    case "none":
      return [];
    default:
      return direction satisfies never;
  }
}

/** The types that a message is declared with. */
export function messageNames({ type, params }: NotificationMethod): string[] {
  return [type, params.name, ...(params.type ? namesWithin(params.type) : [])];
}

/** The types that a request is answered with. */
export function resultNames({ results }: RequestMethod): string[] {
  return results.flatMap(({ name, type }) => [
    name,
    ...(type ? namesWithin(type) : []),
  ]);
}

/** Who receives what a side sends. */
export function otherSide(side: Side): Side {
  return side === "client" ? "server" : "client";
}

/**
 * What no method leads to but itself leads to what travels: a union of messages, or
 * an envelope. All that it holds must be sent by the same side, where there is one.
 */
function addEnvelopes(
  { declarations }: Protocol,
  senders: Map<string, Set<Side>>,
): void {
  const references = new Map(
    declarations.map((one) => [one.name, namesIn(one)] as const),
  );
  const pending = new Set<string>();

  function sidesOf(name: string): Set<Side> {
    const known = senders.get(name);
    if (known !== undefined) return known;
    if (pending.has(name)) return new Set();
    pending.add(name);
    const inner = (references.get(name) ?? []).map(sidesOf);
    pending.delete(name);
    const sides = common(inner.filter(({ size }) => size > 0));
    if (pending.size === 0 && sides.size > 0) senders.set(name, sides);
    return sides;
  }

  for (const { name } of declarations) sidesOf(name);
}

function common(sets: readonly ReadonlySet<Side>[]): Set<Side> {
  const all = new Set(sets.flatMap((set) => [...set]));
  const shared = [...all].filter((side) => sets.every((set) => set.has(side)));
  return shared.length > 0 ? new Set(shared) : all;
}
