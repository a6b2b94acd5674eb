import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diff, type Change, type Side } from "../../src/diff/index.ts";
import { createReach } from "../../src/diff/reach.ts";
import { sendersOf } from "../../src/diff/senders.ts";
import { guardedSchemas } from "../../src/emit/guards/index.ts";
import type { Protocol, RequestMethod } from "../../src/model/index.ts";
import { seed } from "../guards/effort.ts";
import { emitGuards, loadGuards, type Guard } from "../guards/emitted.ts";
import { createValues } from "../guards/values.ts";
import { messageTypes, resultTypes } from "./on-wire.ts";
import { pairs, protocols } from "./revisions.ts";

/** A revision with its emitted guards, and values that they accept. */
interface Revision {
  protocol: Protocol;
  guard(type: string): Guard;
  values(type: string): readonly unknown[];
  /** Values as they travel: messages in their envelopes. */
  sent(type: string): readonly unknown[];
  /** Whether a guard accepts a value as a receiver reads it. */
  accepts(type: string, value: unknown): boolean;
}

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

/** What no generated value shows, and another test does. */
const rare: ReadonlySet<string> = new Set([
  // A list of more than a hundred values.
  "CompleteResult",
]);

describe.each(ways)("from $from to $to", ({ from, to }) => {
  const [before, after] = [revisionOf(from), revisionOf(to)];
  const { changes } = diff(before.protocol, after.protocol);

  test("types that hold nothing breaking pass the other's guards, and those that break fail", () => {
    const found = {
      olderReceivers: typeVerdicts("olderReceivers", after, before, changes),
      olderSenders: typeVerdicts("olderSenders", before, after, changes),
    };
    expect(found.olderReceivers.wrong).toEqual([]);
    expect(found.olderSenders.wrong).toEqual([]);
    expect(found.olderReceivers.judged).toBeGreaterThan(20);
    expect(found.olderSenders.judged).toBeGreaterThan(20);
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

/** Judges each type that both have, with values of the sender, by the receiver's guard. */
function typeVerdicts(
  way: Way,
  sender: Revision,
  receiver: Revision,
  changes: readonly Change[],
): { wrong: unknown[]; judged: number } {
  const breaking = new Set(
    changes
      .filter(
        ({ where, effect }) =>
          where.method === undefined && effect[way] === "breaking",
      )
      .map(({ where }) => where.name ?? ""),
  );
  const reach = [sender, receiver].map(({ protocol }) => createReach(protocol));
  const wrong: unknown[] = [];
  let judged = 0;
  for (const type of sharedTypes(sender.protocol, receiver.protocol)) {
    const held = reach.flatMap((reached) => [...reached([type])]);
    const mayFail = held.some((name) => breaking.has(name));
    const mustFail = breaking.has(type) && !rare.has(type);
    if (mayFail && !mustFail) continue;
    judged++;
    const paths = changes
      .filter(
        ({ where, effect }) =>
          where.name === type && effect[way] === "breaking",
      )
      .map(({ where }) => where.path ?? []);
    const values = sender.sent(type);
    const refused = [
      ...values,
      ...probes(values, paths, sender.guard(type)),
    ].find((value) => !receiver.accepts(type, value));
    if ((refused !== undefined) !== mustFail)
      wrong.push({ type, mustFail, refused });
  }
  return { wrong, judged };
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

/** The value with another one at a path of properties; itself where it has no such place. */
function withInner(
  value: unknown,
  [name, ...rest]: readonly string[],
  inner: unknown,
): unknown {
  if (name === undefined) return inner;
  if (typeof value !== "object" || value === null) return value;
  const held = (value as Record<string, unknown>)[name];
  return rest.length > 0 && held === undefined
    ? value
    : { ...value, [name]: withInner(held, rest, inner) };
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
    .some((value) => !expected.some((one) => receiver.accepts(one, value)));
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

const runs = 100;

async function createRevision(protocol: Protocol): Promise<Revision> {
  const guards = await loadGuards(emitGuards(protocol).text);
  const valuesOf = createValues(guardedSchemas(protocol));
  const known = new Map<string, readonly unknown[]>();
  const guard = (type: string): Guard => {
    const found = guards.get(type);
    if (found === undefined)
      throw new Error(`${protocol.revision} has no ${type}`);
    return found;
  };
  const values = (type: string): readonly unknown[] => {
    const made =
      known.get(type) ??
      fc
        .sample(valuesOf(type), { numRuns: runs, seed })
        .filter((value) => guard(type).is(value));
    if (made.length === 0) throw new Error(`no values of ${type}`);
    known.set(type, made);
    return made;
  };
  const messages = messageTypes(protocol);
  const results = resultTypes(protocol);
  const sent = (type: string): readonly unknown[] => {
    const envelope = messages.get(type);
    if (envelope === undefined) return values(type);
    const envelopes = values(envelope);
    return values(type).map((value, index) => ({
      ...fieldsOf(envelopes[index % envelopes.length], "jsonrpc", "id"),
      ...(value as object),
    }));
  };
  const accepts = (type: string, value: unknown): boolean =>
    guard(type).is(asRead(value, type, results));
  return { protocol, guard, values, sent, accepts };
}

function fieldsOf(value: unknown, ...names: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(value as object).filter(([name]) => names.includes(name)),
  );
}

/** A result, also inside an answer, with what its receiver takes it to say. */
function asRead(
  value: unknown,
  type: string,
  results: ReturnType<typeof resultTypes>,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  const meant = results.get(type);
  if (meant !== undefined) return { [meant.property]: meant.value, ...value };
  const [any] = results.values();
  if (any === undefined || !("result" in value && "jsonrpc" in value))
    return value;
  const result = { [any.property]: any.value, ...(value.result as object) };
  return { ...value, result };
}
