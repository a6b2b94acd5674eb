import type { NotificationMethod, Protocol } from "../../schema/model/index.ts";
import type {
  Guards,
  ImportedCode,
  Issue,
  NotificationEntry,
  Validate,
} from "./dispatch.ts";
import { errorChecks } from "./errors.ts";
import { problem, type Problem } from "../message/finding.ts";
import type { JsonObject } from "../message/json.ts";
import { createMemberReader, type MemberReader } from "./members.ts";

export type Check = (message: JsonObject) => Problem | undefined;

/** A message of one method: who sends it, and what it has to satisfy. */
export interface CheckedMethod extends NotificationEntry {
  readonly check: Check;
}

/** What messages of one revision have to satisfy as a whole. */
export interface Checks {
  readonly requests: ReadonlyMap<unknown, CheckedMethod>;
  readonly notifications: ReadonlyMap<unknown, CheckedMethod>;
  readonly result: Check;
  readonly error: Check;
  /** What else an error has to satisfy, by its code. */
  readonly errors: ReadonlyMap<unknown, Check>;
}

/** Puts together the emitted guards of whole messages. */
export function createChecks(
  protocol: Protocol,
  { guards, dispatch }: ImportedCode,
): Checks {
  const membersOf = createMemberReader(protocol);
  const { requests, notifications } = dispatch.protocol;

  function methods(
    declared: readonly NotificationMethod[],
    table: { readonly [method: string]: NotificationEntry },
    envelope: string,
  ): ReadonlyMap<unknown, CheckedMethod> {
    const typed = new Map(declared.map(({ method, type }) => [method, type]));
    return new Map(
      Object.entries(table).map(([method, { direction }]) => {
        const type = typed.get(method) ?? envelope;
        const types = messageTypes(envelope, type, guards, membersOf);
        return [method, { direction, check: firstOf(types, guards) }];
      }),
    );
  }

  return {
    requests: methods(protocol.requests, requests, "JSONRPCRequest"),
    notifications: methods(
      protocol.notifications,
      notifications,
      "JSONRPCNotification",
    ),
    result: envelopeOf(["JSONRPCResultResponse", "JSONRPCResponse"], guards),
    error: envelopeOf(["JSONRPCErrorResponse", "JSONRPCError"], guards),
    errors: errorChecks(protocol, guards, membersOf),
  };
}

/** Newer schemas say in a message's type all that its envelope does, older ones apart. */
function messageTypes(
  envelope: string,
  type: string,
  guards: Guards,
  membersOf: MemberReader,
): string[] {
  if (guards(envelope) === undefined) return [type];
  const { properties } = membersOf(type);
  const said = [...membersOf(envelope).properties.keys()];
  return said.every((name) => properties.has(name)) ? [type] : [envelope, type];
}

/** The envelope by the first of its names that the schema has. */
function envelopeOf(names: readonly string[], guards: Guards): Check {
  const known = names.filter((name) => guards(name) !== undefined);
  return firstOf(known.slice(0, 1), guards);
}

/** The checks of several types as one, which tells the first problem. */
function firstOf(types: readonly string[], guards: Guards): Check {
  return inOrder(types.flatMap((type) => checkOf(guards(type))));
}

function checkOf(validate: Validate | undefined): Check[] {
  return validate === undefined ? [] : [(message) => told(validate(message))];
}

/** What a guard says, as a problem of the message or of one of its fields. */
export function told(
  issue: Issue | undefined,
  field?: string,
): Problem | undefined {
  if (issue === undefined) return undefined;
  const { path, message } = issue;
  const whole = field === undefined ? path : [field, ...path];
  return problem("wrong-type", message, whole);
}

function inOrder([first, ...others]: readonly Check[]): Check {
  if (first === undefined) return () => undefined;
  if (others.length === 0) return first;
  const rest = inOrder(others);
  return (message) => first(message) ?? rest(message);
}
