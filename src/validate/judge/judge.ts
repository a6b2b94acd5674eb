import { allowsErrorsWithoutId } from "../../emit/dispatch/errors.ts";
import type {
  Direction,
  MethodResult,
  NotificationMethod,
  Protocol,
} from "../../model/index.ts";
import { errorChecks } from "./errors.ts";
import {
  problem,
  type MessageKind,
  type Problem,
  type Sender,
} from "../message/finding.ts";
import type { Guards, Issue, Validate } from "./guards.ts";
import { isObject, objectOf, type JsonObject } from "../message/json.ts";
import { createMemberReader } from "./members.ts";

/** What decides whether messages of one revision are valid. */
export interface Judge {
  readonly revision: string;
  readonly lifecycle: Protocol["lifecycle"];
  readonly batches: boolean;
  problemOf(subject: Subject): Problem | undefined;
  /** Who alone sends the method. */
  senderOf(method: string): Sender | undefined;
}

/** What is judged. */
export interface Subject {
  readonly kind: MessageKind;
  readonly message: JsonObject;
  /** Of a result: the method of its request; undefined when nobody knows it. */
  readonly method: string | undefined;
  readonly from: Sender | undefined;
}

/** A message of one method: who sends it, and what it has to satisfy. */
interface Entry {
  readonly direction: Direction;
  readonly check: Check;
}

type Check = (message: JsonObject) => Problem | undefined;

/** Judges messages by the guards of their protocol. */
export function createJudge(protocol: Protocol, guards: Guards): Judge {
  const { revision, lifecycle, batches } = protocol;
  const whole = (...types: readonly string[]): Check[] =>
    types.flatMap((type) => checkOf(guards(type)));
  const membersOf = createMemberReader(protocol);
  /** Newer schemas say in a message's type all that its envelope does, older ones apart. */
  const messageTypes = (envelope: string, type: string): string[] => {
    if (guards(envelope) === undefined) return [type];
    const { properties } = membersOf(type);
    const said = [...membersOf(envelope).properties.keys()];
    return said.every((name) => properties.has(name))
      ? [type]
      : [envelope, type];
  };
  const entries = (
    methods: readonly NotificationMethod[],
    envelope: string,
  ): ReadonlyMap<unknown, Entry> =>
    new Map(
      methods.map(({ method, type, direction }) => [
        method,
        {
          direction,
          check: inOrder(whole(...messageTypes(envelope, type))),
        },
      ]),
    );
  const requests = entries(protocol.requests, "JSONRPCRequest");
  const notifications = entries(protocol.notifications, "JSONRPCNotification");
  const results = new Map(
    protocol.requests.map(({ method, results }) => [
      method,
      results.map((result) => resultCheck(result, guards)),
    ]),
  );
  const resultEnvelope = inOrder(
    whole(
      guards("JSONRPCResultResponse")
        ? "JSONRPCResultResponse"
        : "JSONRPCResponse",
    ),
  );
  const errorEnvelope = inOrder(
    whole(
      guards("JSONRPCErrorResponse") ? "JSONRPCErrorResponse" : "JSONRPCError",
    ),
  );
  const errors = errorChecks(protocol, guards, membersOf);
  const nullForNoId = !allowsErrorsWithoutId(protocol);
  const unknownMethod = problem(
    "unknown-method",
    `${revision} has no such method`,
    ["method"],
  );

  function request({ message, from }: Subject): Problem | undefined {
    const { method } = message;
    const entry = requests.get(method);
    if (entry !== undefined) return call(entry, message, from);
    return notifications.has(method)
      ? problem("invalid-message", "a notification has no id", ["id"])
      : unknownMethod;
  }

  function notification({ message, from }: Subject): Problem | undefined {
    const { method } = message;
    const entry = notifications.get(method);
    if (entry !== undefined) return call(entry, message, from);
    return requests.has(method)
      ? problem("invalid-message", "a request has an id", [])
      : unknownMethod;
  }

  function result({ message, method }: Subject): Problem | undefined {
    const found = resultEnvelope(message);
    if (found !== undefined || method === undefined) return found;
    const choices = results.get(method);
    if (choices === undefined) return undefined;
    for (const { isMeant, check } of choices)
      if (isMeant(message["result"])) return check(message);
    return problem("unknown-result", `this is no result of ${method}`, [
      "result",
      ...choices.flatMap(({ property }) => property ?? []).slice(0, 1),
    ]);
  }

  function error({ message }: Subject): Problem | undefined {
    // JSON-RPC's null stands for an id that nobody could read, where the schema asks for one.
    const isNull = nullForNoId && message["id"] === null;
    const checked = isNull ? { ...message, id: 0 } : message;
    const found = errorEnvelope(checked);
    if (found !== undefined) return found;
    const { code } = objectOf(message["error"]);
    return errors.get(code)?.(checked);
  }

  return {
    revision,
    lifecycle,
    batches,
    problemOf(subject) {
      switch (subject.kind) {
        case "request":
          return request(subject);
        case "notification":
          return notification(subject);
        case "result":
          return result(subject);
        case "error":
          return error(subject);
        default:
          return subject.kind satisfies never;
      }
    },
    senderOf(method) {
      const entry = requests.get(method) ?? notifications.get(method);
      if (entry?.direction === "clientToServer") return "client";
      return entry?.direction === "serverToClient" ? "server" : undefined;
    },
  };
}

function call(
  entry: Entry,
  message: JsonObject,
  from: Sender | undefined,
): Problem | undefined {
  return directionProblem(entry, from) ?? entry.check(message);
}

function checkOf(validate: Validate | undefined): Check[] {
  return validate === undefined ? [] : [(message) => told(validate(message))];
}

function told(issue: Issue | undefined, field?: string): Problem | undefined {
  if (issue === undefined) return undefined;
  const { path, message } = issue;
  const whole = field === undefined ? path : [field, ...path];
  return problem("wrong-type", message, whole);
}

/** Several checks as one, which tells the first problem. */
function inOrder([first, ...others]: readonly Check[]): Check {
  if (first === undefined) return () => undefined;
  if (others.length === 0) return first;
  const rest = inOrder(others);
  return (message) => first(message) ?? rest(message);
}

function resultCheck({ name, when }: MethodResult, guards: Guards) {
  const validate = guards(name);
  const check: Check = (message) =>
    told(validate?.(message["result"]), "result");
  const isMeant = (result: unknown): boolean => {
    if (when === undefined) return true;
    if (!isObject(result) || !Object.hasOwn(result, when.property))
      return when.orAbsent === true;
    return when.value === undefined || result[when.property] === when.value;
  };
  return { isMeant, check, property: when?.property };
}

function directionProblem(
  { direction }: Entry,
  from: Sender | undefined,
): Problem | undefined {
  switch (direction) {
    case "both":
      return undefined;
    case "clientToServer":
      return from === "server" ? wrongWay("client") : undefined;
    case "serverToClient":
      return from === "client" ? wrongWay("server") : undefined;
    case "embedded":
      return problem(
        "wrong-direction",
        "this travels inside other messages alone",
        ["method"],
      );
    case "none":
      return problem("wrong-direction", "neither side sends this", ["method"]);
    default:
      return direction satisfies never;
  }
}

function wrongWay(sender: Sender): Problem {
  const reason = `only a ${sender} sends this`;
  return problem("wrong-direction", reason, ["method"]);
}
