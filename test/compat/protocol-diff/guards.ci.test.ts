import { describe, expect, test } from "vitest";
import {
  diff,
  type Change,
  type Side,
} from "../../../src/compat/protocol-diff/index.ts";
import { sendersOf } from "../../../src/compat/protocol-diff/reach/senders.ts";
import type {
  Protocol,
  RequestMethod,
} from "../../../src/schema/model/index.ts";
import type { Guard } from "../../emit/guards/emitted.ts";
import { createRevision, type Revision } from "./revision.ts";
import { pairs, protocols } from "./revisions.ts";
import {
  changesAt,
  isOpenAt,
  placesRefused,
  withInner,
  type Path,
} from "./witnesses.ts";

const revisions = new Map(
  await Promise.all(
    protocols.map(
      async (protocol) =>
        [protocol.revision, await createRevision(protocol)] as const,
    ),
  ),
);

const ways = pairs.flatMap(({ before, after }) => [
  { from: before.revision, to: after.revision },
  { from: after.revision, to: before.revision },
]);

/** What no generated value shows, and another test does: a list of more than a hundred values. */
function isRare({ where }: Change): boolean {
  return (
    where.name === "CompleteResult" &&
    where.path?.join() === "completion,values"
  );
}

describe.each(ways)("from $from to $to", ({ from, to }) => {
  const [before, after] = [revisionOf(from), revisionOf(to)];
  const { changes } = diff(before.protocol, after.protocol);

  test("the other's guards refuse values where something breaks, each thing that does, and nowhere else", () => {
    const found = {
      olderReceivers: typeVerdicts("olderReceivers", after, before, changes),
      olderSenders: typeVerdicts("olderSenders", before, after, changes),
    };
    expect(found.olderReceivers.wrong).toEqual([]);
    expect(found.olderSenders.wrong).toEqual([]);
    expect(found.olderReceivers.judged).toBeGreaterThan(50);
    expect(found.olderSenders.judged).toBeGreaterThan(50);
  });

  test("methods do what their rules say", () => {
    const about = changes.filter(({ subject }) =>
      ["method", "direction", "result", "batches", "lifecycle"].includes(
        subject,
      ),
    );
    const wrong = about.filter(
      (change) =>
        isBreaking(change, after, before) !==
          (change.effect.olderReceivers === "breaking") ||
        isBreaking(change, before, after) !==
          (change.effect.olderSenders === "breaking"),
    );
    expect(wrong).toEqual([]);
  });
});

test("a field that an index signature takes over may be anything", () => {
  const [before, after] = [revisionOf("2025-11-25"), revisionOf("2026-07-28")];
  const tool = (properties: object) => ({
    name: "tool",
    inputSchema: { type: "object", properties },
  });
  expect(after.guard("Tool").is(tool({ any: true }))).toBe(true);
  expect(before.guard("Tool").is(tool({ any: true }))).toBe(false);
  expect(before.guard("Tool").is(tool({ any: {} }))).toBe(true);
  const rules = diff(before.protocol, after.protocol).changes.flatMap(
    ({ where, rule }) =>
      where.name === "Tool" && where.path?.join() === "inputSchema,properties"
        ? [rule]
        : [],
  );
  expect(rules).toEqual(["values-widened"]);
});

type Way = "olderReceivers" | "olderSenders";

/**
 * Judges each type that both have, with values of the sender, by the receiver's guard:
 * all that is refused must be where something breaks, and each change that breaks must
 * have something refused where it is.
 */
function typeVerdicts(
  way: Way,
  sender: Revision,
  receiver: Revision,
  changes: readonly Change[],
): { wrong: unknown[]; judged: number } {
  const breaking = changes.filter(
    ({ where, effect }) =>
      where.method === undefined && effect[way] === "breaking",
  );
  const wrong: unknown[] = [];
  const types = sharedTypes(sender.protocol, receiver.protocol);
  for (const type of types) {
    const isOwn = ({ where }: Change): boolean => where.name === type;
    const shown = new Set<Change>();
    for (const { value, place } of refusals(
      type,
      changes.filter((one) => isOwn(one) && isShown(one, way)),
      sender,
      receiver,
    )) {
      const found = [sender, receiver].flatMap(({ definitions }) =>
        changesAt(type, place, breaking, definitions),
      );
      if (found.length === 0) wrong.push({ type, place, value });
      for (const change of found) shown.add(change);
    }
    for (const change of breaking.filter(isOwn))
      if (!shown.has(change) && !isRare(change)) wrong.push({ type, change });
  }
  return { wrong, judged: types.length };
}

/** That metadata is open on both sides, the schemas do not say where it is a `Record`. */
function isShown({ where, effect }: Change, way: Way): boolean {
  return effect[way] === "breaking" || !where.path?.includes("_meta");
}

/** What a receiver refuses of what is sent, and where. */
function* refusals(
  type: string,
  changes: readonly Change[],
  sender: Revision,
  receiver: Revision,
): Generator<{ value: unknown; place: Path }> {
  const values = sender.sent(type);
  const accepted = receiver.sent(type);
  // What both leave open says nothing of the names that one of them declares.
  const open = changes
    .map(({ where }) => where.path ?? [])
    .filter(
      (path) =>
        isOpenAt(type, path, sender.definitions) &&
        !isOpenAt(type, [...path.slice(0, -1), ""], receiver.definitions),
    );
  for (const value of [...values, ...probes(values, open, sender.guard(type))])
    for (const place of placesRefused(
      value,
      (one) => receiver.issue(type, one),
      accepted,
    ))
      yield { value, place };
}

/** What an index signature allows a sender to put where the receiver names a property. */
function* probes(
  values: readonly unknown[],
  paths: readonly (readonly string[])[],
  guard: Guard,
): Generator<unknown> {
  for (const path of paths)
    for (const value of values)
      for (const inner of [null, 0, "", [], {}]) {
        const probe = withInner(value, path, inner);
        if (guard.is(probe)) yield probe;
      }
}

function sharedTypes(one: Protocol, other: Protocol): string[] {
  const names = (protocol: Protocol): string[] =>
    protocol.declarations
      .filter(({ kind }) => kind !== "constant")
      .map(({ name }) => name);
  const others = new Set(names(other));
  return names(one).filter((name) => others.has(name));
}

/** Whether what a sender may send is refused by all that a receiver expects. */
function isBreaking(
  { subject, where, before, after }: Change,
  sender: Revision,
  receiver: Revision,
): boolean {
  const method = where.method ?? "";
  switch (subject) {
    case "method":
    case "direction":
      return isMessageRefused(method, sender, receiver);
    case "result":
      return isResultRefused(method, after ?? before ?? "", sender, receiver);
    case "lifecycle":
      return allMethods(sender.protocol).some((one) =>
        isMessageRefused(one, sender, receiver),
      );
    case "batches":
      return isBatchRefused(sender, receiver);
    default:
      throw new Error(`nothing is sent of a ${subject}`);
  }
}

function isMessageRefused(
  method: string,
  sender: Revision,
  receiver: Revision,
): boolean {
  const message = messagesOf(sender.protocol).find(
    (one) => one.method === method,
  );
  if (message === undefined) return false;
  const values = sender.values(message.type);
  return sendersOf(message.direction).some((side) =>
    values.some((value) => !acceptsFrom(side, value, receiver)),
  );
}

/** By its method alone: what is inside a message is its type's business. */
function acceptsFrom(side: Side, value: unknown, receiver: Revision): boolean {
  const { method } = value as { method: string };
  return messagesOf(receiver.protocol).some(
    (one) => one.method === method && sendersOf(one.direction).includes(side),
  );
}

/** Whether a kind of result is sent that is none of those that are expected. */
function isResultRefused(
  method: string,
  name: string,
  sender: Revision,
  receiver: Revision,
): boolean {
  const expected = resultNames(receiver.protocol, method);
  if (!resultNames(sender.protocol, method).includes(name)) return false;
  if (expected.includes(name)) return false;
  return sender
    .values(name)
    .some((value) =>
      expected.every((one) => receiver.issue(one, value) !== undefined),
    );
}

function isBatchRefused(sender: Revision, receiver: Revision): boolean {
  const batches = sender.values("JSONRPCMessage").filter(Array.isArray);
  return batches.some((batch) => !receiver.guard("JSONRPCMessage").is(batch));
}

function resultNames({ requests }: Protocol, method: string): string[] {
  const request: RequestMethod | undefined = requests.find(
    (one) => one.method === method,
  );
  return request?.results.map(({ name }) => name) ?? [];
}

function messagesOf({ requests, notifications }: Protocol) {
  return [...requests, ...notifications];
}

function allMethods(protocol: Protocol): string[] {
  return messagesOf(protocol).map(({ method }) => method);
}

function revisionOf(id: string): Revision {
  const revision = revisions.get(id);
  if (revision === undefined) throw new Error(`there is no ${id}`);
  return revision;
}
