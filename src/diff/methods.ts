import type {
  Direction,
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../model/index.ts";
import type { Change } from "./change.ts";
import { compareResults } from "./results.ts";
import { changeOf } from "./make.ts";
import type { Rule } from "./change.ts";
import { findRenames } from "./renames.ts";
import { otherSide, sendersOf } from "./senders.ts";
import type { Shape } from "./shape.ts";
import type { Shapes } from "./shapes.ts";
import { textOf } from "./text.ts";
import type { Within } from "./within.ts";

/** Any message; a request has results. */
export type Message = NotificationMethod | RequestMethod;

/** Both sides of a diff, as far as methods are concerned. */
export interface MethodPair {
  before: Protocol;
  after: Protocol;
  shapes: { before: Shapes; after: Shapes };
  within: Within;
  renamed: ReadonlyMap<string, string>;
}

/** Methods that came, went, or are sent and answered otherwise. */
export function compareMethods(pair: MethodPair): Change[] {
  const [old, now] = [messagesOf(pair.before), messagesOf(pair.after)];
  const renames = renamedMethods(old, now, pair);
  const newNames = new Set(renames.values());
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((method) => {
    const [left, right] = [old.get(method), now.get(method)];
    const newName = renames.get(method);
    if (left !== undefined && right !== undefined)
      return compareMethod(left, right, pair);
    if (left !== undefined && newName !== undefined)
      return [renamedMethod(left, newName)];
    if (left !== undefined) return [loneMethod("removed", left)];
    return right === undefined || newNames.has(method)
      ? []
      : [loneMethod("added", right)];
  });
}

function messagesOf(protocol: Protocol): Map<string, Message> {
  const messages = [...protocol.requests, ...protocol.notifications];
  return new Map(messages.map((message) => [message.method, message]));
}

function loneMethod(kind: "added" | "removed", message: Message): Change {
  const { method, type, direction } = message;
  const senders = sendersOf(direction);
  const rule: Rule = senders.length === 0 ? "method-inside" : `method-${kind}`;
  const what = "results" in message ? "request" : "notification";
  return changeOf({
    kind,
    subject: "method",
    rule,
    where: { method, name: type },
    [kind === "added" ? "after" : "before"]: `${what}, ${direction}`,
    senders,
  });
}

function renamedMethod(
  { method, type, direction }: Message,
  name: string,
): Change {
  return changeOf({
    kind: "renamed",
    subject: "method",
    rule: "method-renamed",
    where: { method: name, name: type },
    before: method,
    after: name,
    senders: sendersOf(direction),
  });
}

/** A method has been renamed if nothing but its name tells it from one other. */
function renamedMethods(
  old: ReadonlyMap<string, Message>,
  now: ReadonlyMap<string, Message>,
  { shapes, renamed }: MethodPair,
): Map<string, string> {
  const newName = (name: string): string => renamed.get(name) ?? name;
  const bodies = (
    own: ReadonlyMap<string, Message>,
    other: ReadonlyMap<string, Message>,
    body: (message: Message) => string,
  ): Map<string, Shape> => {
    // Many notifications have the same params, and nothing besides.
    const lone = [...own.values()].filter(
      (message) => "results" in message && !other.has(message.method),
    );
    return new Map(
      lone.map((message) => [
        message.method,
        { kind: "literal", value: body(message) },
      ]),
    );
  };
  return findRenames(
    bodies(old, now, (message) => bodyText(message, shapes.before, newName)),
    bodies(now, old, (message) => bodyText(message, shapes.after, String)),
  );
}

function bodyText(
  message: Message,
  shapes: Shapes,
  newName: (name: string) => string,
): string {
  const { direction, params } = message;
  const own =
    params.type === undefined
      ? newName(params.name)
      : textOf(shapes.of(params.type));
  const results =
    "results" in message
      ? message.results.map(({ name }) => newName(name))
      : [];
  return JSON.stringify([direction, own, ...results]);
}

function compareMethod(old: Message, now: Message, pair: MethodPair): Change[] {
  const where = { method: now.method, name: now.type };
  const [before, after] = [old.direction, now.direction];
  const capability = [capabilityOf(old), capabilityOf(now)] as const;
  const senders = [...new Set([...sendersOf(before), ...sendersOf(after)])];
  return [
    ...(before === after
      ? []
      : [
          changeOf({
            kind: "changed",
            subject: "direction",
            rule: directionRule(before, after),
            where,
            before,
            after,
            senders,
          }),
        ]),
    ...(capability[0] === capability[1]
      ? []
      : [
          changeOf({
            kind: "changed",
            subject: "capability",
            rule: "capability-changed",
            where,
            before: capability[0],
            after: capability[1],
            senders,
          }),
        ]),
    ...("results" in old && "results" in now
      ? compareResults(old, now, senders.map(otherSide), pair)
      : []),
  ];
}

function directionRule(before: Direction, after: Direction): Rule {
  const [old, now] = [sendersOf(before), sendersOf(after)];
  const isWidened = now.some((side) => !old.includes(side));
  const isNarrowed = old.some((side) => !now.includes(side));
  if (isWidened) return isNarrowed ? "direction-turned" : "direction-widened";
  return isNarrowed ? "direction-narrowed" : "method-inside";
}

function capabilityOf({ capability }: Message): string {
  return capability === undefined
    ? "none"
    : `${capability.path} of the ${capability.side}`;
}
