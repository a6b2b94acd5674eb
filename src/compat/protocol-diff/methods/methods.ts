import type { Direction, Protocol } from "../../../schema/model/index.ts";
import type { Change, Rule, Side, Subject } from "../change/change.ts";
import { compareShapes } from "../types/compare.ts";
import type { Difference } from "../types/comparison.ts";
import { compareResults } from "./results.ts";
import { changeOf, loneTurn } from "../change/make.ts";
import { createPositions } from "../change/positions.ts";
import type { MessageMethod, MethodPair } from "./pair.ts";
import { findRenamedMethods } from "./renames.ts";
import { otherSide, sendersOf } from "../reach/senders.ts";
import type { Shape } from "../shape/shape.ts";

/** Methods that came, went, or are sent and answered otherwise. */
export function compareMethods(pair: MethodPair): Change[] {
  const [old, now] = [messagesOf(pair.before), messagesOf(pair.after)];
  const renames = findRenamedMethods(old, now, pair);
  const newNames = new Set(renames.values());
  const position = createPositions(pair.before, pair.after).type;
  const place = (change: Change): Change => {
    const { subject, kind, where } = change;
    const isGone = subject === "method" && kind === "removed";
    return { ...change, ...position(where.name ?? "", isGone) };
  };
  const names = new Set([...old.keys(), ...now.keys()]);
  const changes = [...names].flatMap((method) => {
    const [left, right] = [old.get(method), now.get(method)];
    const renamed = now.get(renames.get(method) ?? "");
    if (left !== undefined && right !== undefined)
      return compareMethod(left, right, pair);
    if (left !== undefined && renamed !== undefined)
      return [
        renamedMethod(left, renamed),
        // Capabilities are known by the method's name.
        ...compareMethod(left, renamed, pair).filter(
          ({ subject }) => subject !== "capability",
        ),
      ];
    if (left !== undefined) return [loneMethod("removed", left)];
    return right === undefined || newNames.has(method)
      ? []
      : [loneMethod("added", right)];
  });
  return changes.map(place);
}

function messagesOf(protocol: Protocol): Map<string, MessageMethod> {
  const messages = [...protocol.requests, ...protocol.notifications];
  return new Map(messages.map((message) => [message.method, message]));
}

function loneMethod(kind: "added" | "removed", message: MessageMethod): Change {
  const { method, type, direction } = message;
  const senders = sendersOf(direction);
  const rule: Rule = senders.length === 0 ? "method-inside" : `method-${kind}`;
  return changeOf({
    ...loneTurn(kind, `${kindOf(message)}, ${direction}`),
    subject: "method",
    rule,
    where: { method, name: type },
    senders,
  });
}

function renamedMethod(
  old: MessageMethod,
  { method, type }: MessageMethod,
): Change {
  return changeOf({
    kind: "renamed",
    subject: "method",
    rule: "method-renamed",
    where: { method, name: type },
    before: old.method,
    after: method,
    senders: sendersOf(old.direction),
  });
}

function compareMethod(
  old: MessageMethod,
  now: MessageMethod,
  pair: MethodPair,
): Change[] {
  const where = { method: now.method, name: now.type };
  const [before, after] = [old.direction, now.direction];
  const senders = [...new Set([...sendersOf(before), ...sendersOf(after)])];
  const compared: ComparedText[] = [
    {
      subject: "method",
      rule: "method-turned",
      texts: [kindOf(old), kindOf(now)],
      senders,
    },
    {
      subject: "direction",
      rule: directionRule(before, after),
      texts: [before, after],
      senders: turnedSides(before, after),
    },
    {
      subject: "capability",
      rule: "capability-changed",
      texts: [capabilityOf(old), capabilityOf(now)],
      senders,
    },
  ];
  return [
    ...compared.flatMap(({ texts: [left, right], ...details }) =>
      left === right
        ? []
        : changeOf({
            ...details,
            kind: "changed",
            where,
            before: left,
            after: right,
          }),
    ),
    ...compareBodies(old, now, senders, pair),
    ...("results" in old && "results" in now
      ? compareResults(old, now, senders.map(otherSide), pair)
      : []),
  ];
}

/** What is said of a method, in both revisions. */
interface ComparedText {
  subject: Subject;
  rule: Rule;
  texts: readonly [before: string, after: string];
  senders: Side[];
}

/** A message that another type declares now; one of the same name is compared as a type. */
function compareBodies(
  old: MessageMethod,
  now: MessageMethod,
  senders: Side[],
  { shapes, comparison }: MethodPair,
): Change[] {
  const newName = comparison.renamed.get(old.type) ?? old.type;
  const before = shapes.before.named.get(old.type);
  const after = shapes.after.named.get(now.type);
  if (newName === now.type || before === undefined || after === undefined)
    return [];
  const place = { path: [], subject: "type" } as const;
  // That a request has an id, and a notification has none, is told of the method.
  const isTold = ({ path: [name = ""] }: Difference): boolean =>
    kindOf(old) !== kindOf(now) && isOfEnvelope(name, before, after);
  return compareShapes(before, after, place, comparison)
    .filter((one) => one.kind !== "documentation" && !isTold(one))
    .map(({ path, owner: _, ...difference }) =>
      changeOf({
        ...difference,
        where: { method: now.method, name: now.type, path: [...path] },
        senders,
      }),
    );
}

function isOfEnvelope(name: string, ...shapes: readonly Shape[]): boolean {
  return shapes.some(
    (shape) => shape.kind === "object" && shape.envelope?.has(name),
  );
}

function kindOf(message: MessageMethod): "request" | "notification" {
  return "results" in message ? "request" : "notification";
}

/** Who sends it in one revision alone. */
function turnedSides(before: Direction, after: Direction): Side[] {
  const [old, now] = [sendersOf(before), sendersOf(after)];
  return [
    ...old.filter((side) => !now.includes(side)),
    ...now.filter((side) => !old.includes(side)),
  ];
}

function directionRule(before: Direction, after: Direction): Rule {
  const [old, now] = [sendersOf(before), sendersOf(after)];
  const isWidened = now.some((side) => !old.includes(side));
  const isNarrowed = old.some((side) => !now.includes(side));
  if (isWidened) return isNarrowed ? "direction-turned" : "direction-widened";
  return isNarrowed ? "direction-narrowed" : "method-inside";
}

function capabilityOf({ capability }: MessageMethod): string {
  return capability === undefined
    ? "none"
    : `${capability.path} of the ${capability.side}`;
}
