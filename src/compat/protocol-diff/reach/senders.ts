import type {
  Direction,
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../../../schema/model/index.ts";
import type { ChangeKind, Side } from "../change/change.ts";
import { createReach, namesIn, namesWithin } from "./reach.ts";

/** Who sends values of a type, by its name. */
export interface Senders {
  /** What the params and results of methods lead to. */
  reached: SidesByName;
  /** What itself leads to what travels: a union of messages, or an envelope. */
  leading: SidesByName;
}

type SidesByName = ReadonlyMap<string, ReadonlySet<Side>>;

/**
 * Who sends values of a type in either revision. What leads to others is sent by whom
 * both revisions say, or else by whom the one says that has what has changed.
 */
export function sendersOfType(
  name: string,
  kind: ChangeKind,
  [before, after]: readonly [Senders, Senders],
  oldName: string = name,
): Side[] {
  const reached = [
    ...(before.reached.get(oldName) ?? []),
    ...(after.reached.get(name) ?? []),
  ];
  const [old, now] = [before.leading.get(oldName), after.leading.get(name)];
  const shared = common([old, now].flatMap((sides) => sides ?? []));
  const leading =
    shared.size > 1 ? (kind === "removed" ? old : now) : undefined;
  const sides = new Set(reached.length > 0 ? reached : (leading ?? shared));
  return (["client", "server"] as const).filter((side) => sides.has(side));
}

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
  const errors = [...reach(errorAnswers(protocol))];
  const unsent = errors.filter((name) => !senders.has(name));
  for (const { direction } of protocol.requests)
    for (const side of sendersOf(direction)) sends(otherSide(side), unsent);
  return { reached: senders, leading: findLeading(protocol, senders) };
}

/** What any request may be answered with; it may quote what travels besides. */
function errorAnswers({ declarations }: Protocol): string[] {
  return declarations.flatMap((one) =>
    one.kind === "interface" &&
    one.properties.some(({ name }) => name === "error")
      ? [one.name]
      : [],
  );
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
function findLeading(
  { declarations }: Protocol,
  reached: SidesByName,
): SidesByName {
  const leading = new Map<string, ReadonlySet<Side>>();
  const references = new Map(
    declarations.map((one) => [one.name, namesIn(one)] as const),
  );
  const pending = new Set<string>();

  function sidesOf(name: string): ReadonlySet<Side> {
    const known = reached.get(name) ?? leading.get(name);
    if (known !== undefined) return known;
    if (pending.has(name)) return new Set();
    pending.add(name);
    const inner = (references.get(name) ?? []).map(sidesOf);
    pending.delete(name);
    const sides = common(inner.filter(({ size }) => size > 0));
    if (pending.size === 0 && sides.size > 0) leading.set(name, sides);
    return sides;
  }

  for (const { name } of declarations) sidesOf(name);
  return leading;
}

function common(sets: readonly ReadonlySet<Side>[]): Set<Side> {
  const all = new Set(sets.flatMap((set) => [...set]));
  const shared = [...all].filter((side) => sets.every((set) => set.has(side)));
  return shared.length > 0 ? new Set(shared) : all;
}
