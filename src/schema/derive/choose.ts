import type { Direction } from "../model/index.ts";
import type { MessageFact } from "../overrides/tables.ts";
import type { Message } from "./messages.ts";

/** Declarations that have one method, and which of them is the message. */
export interface Shared {
  readonly method: string;
  /** In source order. */
  readonly all: readonly [Message, Message, ...Message[]];
  /** Undefined where nothing says which. */
  readonly chosen: Message | undefined;
}

/** What a fact says of it. */
type Chosen = Pick<MessageFact, "method" | "type">;

export interface Choice {
  /** One for each method, in source order. Of those that nothing tells apart, all. */
  readonly messages: readonly Message[];
  readonly shared: readonly Shared[];
}

/**
 * Of declarations with one method, the message is what a fact says, or else the only one that
 * a side's union names, or where none does, the only one that travels in another message.
 */
export function chooseMessages(
  found: readonly Message[],
  facts: readonly Chosen[],
): Choice {
  const shared: Shared[] = [];
  for (const group of groups(found)) {
    const [first, second, ...others] = group;
    if (first === undefined || second === undefined) continue;
    const { method } = first;
    const all = [first, second, ...others] as const;
    shared.push({ method, all, chosen: chosenOf(all, facts) });
  }
  const messages = found.flatMap((message): Message[] => {
    const { chosen } =
      shared.find(({ method }) => method === message.method) ?? {};
    if (chosen === undefined) return [message];
    return chosen.declaration === message.declaration ? [chosen] : [];
  });
  return { messages, shared };
}

function groups(found: readonly Message[]): Message[][] {
  const byMethod = new Map<string, Message[]>();
  for (const message of found) {
    const group = byMethod.get(message.method);
    if (group === undefined) byMethod.set(message.method, [message]);
    else group.push(message);
  }
  return [...byMethod.values()];
}

function chosenOf(
  all: Shared["all"],
  facts: readonly Chosen[],
): Message | undefined {
  const [{ method }] = all;
  const type = facts.findLast((fact) => fact.method === method)?.type;
  const said = all.find(({ declaration }) => declaration.name === type);
  if (said !== undefined)
    return isNamed(said) ? said : withDirection(said, all);
  const named = all.filter(isNamed);
  return onlyOf(
    named.length > 0
      ? named
      : all.filter(({ direction }) => direction === "embedded"),
  );
}

function onlyOf(messages: readonly Message[]): Message | undefined {
  const [only, ...others] = messages;
  return others.length === 0 ? only : undefined;
}

/** Whether one of the unions that say who sends what has the message. */
export function isNamed({ direction }: Message): boolean {
  return direction !== "none" && direction !== "embedded";
}

/** A message that no union names is sent by who sends the others. */
function withDirection(message: Message, all: Shared["all"]): Message {
  const directions = new Set(
    all.filter(isNamed).map(({ direction }) => direction),
  );
  const [first, ...others] = directions;
  if (first === undefined) return message;
  const direction: Direction = others.length === 0 ? first : "both";
  return { ...message, direction, guessed: false, unsent: false };
}
