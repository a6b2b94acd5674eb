import { camelCase } from "../derive/camel-case.ts";
import { findMessages, messageStem, type Message } from "../derive/messages.ts";
import { deriveParams } from "../derive/params.ts";
import { deriveResults } from "../derive/results.ts";
import { capabilityPath } from "../model/capability-path.ts";
import type {
  ExtensionMethodFact,
  ExtensionModel,
  MethodResult,
  NotificationMethod,
  RequestMethod,
} from "../model/index.ts";
import { asksForInput } from "../model/input.ts";
import type { Scope } from "../model/scope.ts";

/** The messages that an extension declares. */
export interface OwnMessages {
  readonly messages: readonly Message[];
  readonly requests: RequestMethod[];
  readonly notifications: NotificationMethod[];
}

/** Finds the messages among the names, in a scope that has the core as well. */
export function ownMessages(
  model: ExtensionModel,
  names: ReadonlySet<string>,
  scope: Scope,
): OwnMessages {
  const messages = findMessages(scope)
    .filter(({ declaration }) => names.has(declaration.name))
    .map((message): Message => ({
      ...message,
      direction: factOf(model, message).direction ?? "both",
    }));
  return {
    messages,
    requests: messages
      .filter(({ kind }) => kind === "request")
      .map((message) => requestOf(message, model, scope)),
    notifications: messages
      .filter(({ kind }) => kind === "notification")
      .map((message) => messageOf(message, model, scope)),
  };
}

function factOf(
  { facts }: ExtensionModel,
  { method }: Message,
): ExtensionMethodFact {
  const { methods = {} } = facts;
  return Object.hasOwn(methods, method) ? (methods[method] ?? {}) : {};
}

function requestOf(
  message: Message,
  model: ExtensionModel,
  scope: Scope,
): RequestMethod {
  const { result, name } = factOf(model, message);
  const results: MethodResult[] =
    result === undefined ? deriveResults(message, scope) : [{ name: result }];
  return {
    ...messageOf(message, model, scope),
    results,
    ...(name !== undefined && { name }),
    ...(results.some(asksForInput) && { input: true }),
  };
}

function messageOf(
  message: Message,
  model: ExtensionModel,
  scope: Scope,
): NotificationMethod {
  const { method, direction } = message;
  const { gated = false, page } = factOf(model, message);
  const { extension, facts } = model;
  return {
    method,
    type: message.declaration.name,
    handler: camelCase(messageStem(message)),
    direction,
    params: deriveParams(message, scope),
    ...(gated && {
      capability: {
        side: "receiver",
        path: capabilityPath(["extensions", extension]),
      },
    }),
    ...(page !== undefined &&
      facts.pages !== undefined && { page: `${facts.pages}/${page}` }),
  };
}
