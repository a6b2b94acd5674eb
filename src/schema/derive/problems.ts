import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import type { Position, Protocol, RequestMethod } from "../model/index.ts";
import type { Scope, TypeDeclaration } from "../model/scope.ts";
import { isNamed, type Choice, type Shared } from "./choose.ts";
import { unnamedMessages, type Message } from "./messages.ts";
import { hasResult } from "./results.ts";

/** What is doubtful about the messages of a schema. */
export function checkMessages(
  { messages, shared }: Choice,
  protocol: Protocol,
  scope: Scope,
): Diagnostic[] {
  const missing = protocol.requests.filter(
    ({ results }) => !hasResult(results),
  );
  return [
    ...messages.filter(({ unsent }) => unsent).map(unplaced),
    ...messages.filter(({ guessed }) => guessed).map(guessed),
    ...shared.flatMap(sameMethod),
    ...sameHandlers(messages, protocol),
    ...unnamedMessages(scope).map(unnamed),
    ...missing.map((request) => withoutResult(request, messages)),
  ];
}

function unplaced(message: Message): Diagnostic {
  return createDiagnostic("method-without-union", {
    message: `${message.declaration.name} ("${message.method}") is in no union that says who sends it`,
    hint: `add it to ClientRequest, ServerRequest, ClientNotification or ServerNotification; until then it has types and guards, and no handler`,
    ...positionOf(message),
  });
}

function unnamed({ name, position }: TypeDeclaration): Diagnostic {
  return createDiagnostic("unnamed-message", {
    message: `${name} has a member without a name, which is no message until it has one`,
    hint: "declare it as an interface, and name that in the union",
    ...(position === undefined ? {} : { position }),
  });
}

function guessed(message: Message): Diagnostic {
  return createDiagnostic("ambiguous-message", {
    message: `${message.declaration.name} ("${message.method}") extends neither a request nor a notification; it was taken for a ${message.kind} by its name`,
    hint: "let it extend JSONRPCRequest or JSONRPCNotification",
    ...positionOf(message),
  });
}

function sameMethod(shared: Shared): Diagnostic[] {
  return shared.chosen === undefined
    ? [undecided(shared)]
    : methodElsewhere(shared);
}

/** Says of each declaration that is not the message of its method which one is. */
export function methodElsewhere({ method, all, chosen }: Shared): Diagnostic[] {
  if (chosen === undefined) return [];
  const { name } = chosen.declaration;
  return all
    .filter(({ declaration }) => declaration !== chosen.declaration)
    .map((message) =>
      createDiagnostic("method-elsewhere", {
        message: `${message.declaration.name} has the method "${method}", and ${name} is its message: ${message.declaration.name} keeps its types and guards alone`,
        hint: "give it a method of its own where it is another message",
        ...positionOf(message),
        ...otherPosition(chosen),
      }),
    );
}

function undecided({ method, all }: Shared): Diagnostic {
  const named = all.filter(isNamed);
  const [first, second] = named.length > 1 ? named : all;
  const names = all.map(({ declaration }) => declaration.name);
  const count = names.length === 2 ? "both" : "all";
  const unions = "ClientRequest, ServerRequest and the unions of notifications";
  const why =
    named.length === 0
      ? `${unions} name none of them`
      : named.length === names.length
        ? `unions of messages name ${count}`
        : `unions of messages name ${listed(named.map(({ declaration }) => declaration.name))}`;
  return createDiagnostic("duplicate-method", {
    message: `"${method}" is the method of ${count === "both" ? "both " : ""}${listed(names)}, and ${why}`,
    hint: `let one union name one of them, give them other methods, or say which it is with --facts: {"messages":[{"method":${JSON.stringify(method)},"type":${JSON.stringify(names[0])},"reason":"…","page":"…"}]}`,
    ...positionOf(second),
    ...otherPosition(first),
  });
}

/** `A, B and C`. */
function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1)]
    .filter(Boolean)
    .join(" and ");
}

function sameHandlers(
  messages: readonly Message[],
  protocol: Protocol,
): Diagnostic[] {
  const methods = [...protocol.requests, ...protocol.notifications];
  return repeated(methods, ({ handler }) => handler)
    .filter(([first, second]) => first.method !== second.method)
    .map(([first, second]) =>
      createDiagnostic("duplicate-handler", {
        message: `${first.type} and ${second.type} would both be handled by "${second.handler}"`,
        hint: "rename one of the types: a handler is named after its message's type",
        ...positionOf(declaring(second.type, messages)),
      }),
    );
}

function withoutResult(
  { method, type }: RequestMethod,
  messages: readonly Message[],
): Diagnostic {
  return createDiagnostic("method-without-result", {
    message: `nothing says what answers "${method}"`,
    hint: "declare its result as the request's name with Result in place of Request, or an EmptyResult; until then any result passes",
    ...positionOf(declaring(type, messages)),
  });
}

/** Each later item that repeats the key of an earlier one, with that one. */
function repeated<T>(
  items: readonly T[],
  key: (item: T) => string,
): (readonly [T, T])[] {
  const first = new Map<string, T>();
  const pairs: (readonly [T, T])[] = [];
  for (const item of items) {
    const earlier = first.get(key(item));
    if (earlier === undefined) first.set(key(item), item);
    else pairs.push([earlier, item]);
  }
  return pairs;
}

function declaring(
  type: string,
  messages: readonly Message[],
): Message | undefined {
  return messages.find(({ declaration }) => declaration.name === type);
}

function positionOf(message: Message | undefined): { position?: Position } {
  const position = message?.declaration.position;
  return position === undefined ? {} : { position };
}

function otherPosition(message: Message | undefined): { other?: Position } {
  const position = message?.declaration.position;
  return position === undefined ? {} : { other: position };
}
