import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position, Protocol } from "../model/index.ts";
import type { Message } from "./messages.ts";
import { hasResult } from "./results.ts";

/** What is doubtful about the messages of a schema. */
export function checkMessages(
  messages: readonly Message[],
  protocol: Protocol,
): Diagnostic[] {
  const missing = protocol.requests.filter(
    ({ results }) => !hasResult(results),
  );
  return [
    ...messages.filter(isUnplaced).map(unplaced),
    ...messages.filter(({ guessed }) => guessed).map(guessed),
    ...repeated(messages, ({ method }) => method).map(sameMethod),
    ...sameHandlers(messages, protocol),
    ...missing.map(({ method, type }) =>
      withoutResult(method, positionOf(type, messages)),
    ),
  ];
}

function isUnplaced(message: Message): boolean {
  return message.direction === "none";
}

function unplaced(message: Message): Diagnostic {
  return at(message, {
    code: "method-without-union",
    severity: "warning",
    message: `${message.declaration.name} ("${message.method}") is in no union of messages, so nothing says who sends it`,
    hint: `add it to ClientRequest, ServerRequest, ClientNotification or ServerNotification; until then it has types and guards, and no handler`,
  });
}

function guessed(message: Message): Diagnostic {
  return at(message, {
    code: "ambiguous-message",
    severity: "warning",
    message: `${message.declaration.name} ("${message.method}") extends neither a request nor a notification; it was taken for a ${message.kind} by its name`,
    hint: "let it extend JSONRPCRequest or JSONRPCNotification",
  });
}

function sameMethod([first, second]: readonly [Message, Message]): Diagnostic {
  return at(second, {
    code: "duplicate-method",
    severity: "error",
    message: `"${second.method}" is the method of both ${first.declaration.name} and ${second.declaration.name}`,
    hint: "give one of them another method",
  });
}

function sameHandlers(
  messages: readonly Message[],
  protocol: Protocol,
): Diagnostic[] {
  const methods = [...protocol.requests, ...protocol.notifications];
  return repeated(methods, ({ handler }) => handler)
    .filter(([first, second]) => first.method !== second.method)
    .map(([first, second]): Diagnostic => ({
      code: "duplicate-handler",
      severity: "error",
      message: `${first.type} and ${second.type} would both be handled by "${second.handler}"`,
      hint: "rename one of the types: a handler is named after its message's type",
      ...positionOf(second.type, messages),
    }));
}

function withoutResult(
  method: string,
  position: { position?: Position },
): Diagnostic {
  return {
    code: "method-without-result",
    severity: "warning",
    message: `nothing says what answers "${method}"`,
    hint: "declare its result as the request's name with Result in place of Request, or an EmptyResult; until then any result passes",
    ...position,
  };
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

function at(message: Message, diagnostic: Diagnostic): Diagnostic {
  const { position } = message.declaration;
  return position === undefined ? diagnostic : { ...diagnostic, position };
}

function positionOf(
  type: string,
  messages: readonly Message[],
): { position?: Position } {
  const position = messages.find(({ declaration }) => declaration.name === type)
    ?.declaration.position;
  return position === undefined ? {} : { position };
}
