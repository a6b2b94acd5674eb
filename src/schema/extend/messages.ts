import { camelCase } from "../derive/camel-case.ts";
import { descendsFrom } from "../derive/lookup.ts";
import { chooseMessages } from "../derive/choose.ts";
import { methodElsewhere } from "../derive/problems.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import { findMessages, messageStem, type Message } from "../derive/messages.ts";
import { deriveParams } from "../derive/params.ts";
import { deriveResults } from "../derive/results.ts";
import { capabilityPath } from "../model/paths/capability-path.ts";
import type {
  ExtensionMethodFact,
  ExtensionModel,
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../model/index.ts";
import { asksForInput } from "../model/input.ts";
import type { Scope } from "../model/scope.ts";
import { hasParam } from "./facts.ts";
import type { OwnDeclarations } from "./own.ts";

/** The messages that an extension declares. */
export interface OwnMessages {
  readonly messages: readonly Message[];
  /** Declarations that have the method of another message. */
  readonly elsewhere: readonly Diagnostic[];
  readonly requests: RequestMethod[];
  readonly notifications: NotificationMethod[];
}

/** Finds the messages of an extension, in a scope that has the core as well. */
export function ownMessages(
  model: ExtensionModel,
  { declarations, directions }: OwnDeclarations,
  core: Protocol,
  scope: Scope,
): OwnMessages {
  const unexported = new Set(model.unexported);
  const names = new Set(
    declarations
      .map(({ name }) => name)
      .filter((name) => !unexported.has(name)),
  );
  const found = findMessages(scope)
    .filter(({ declaration }) => names.has(declaration.name))
    .filter((message) => !isRefinement(message, core, scope))
    .map((message): Message => {
      const stated = directions.get(message.declaration.name);
      return { ...message, direction: stated ?? "none" };
    });
  const choice = chooseMessages(found, messageFacts(model));
  const messages = choice.messages.map((message): Message => {
    const { kind = message.kind, direction } = factOf(model, message);
    const stated = message.direction === "none" ? "both" : message.direction;
    return { ...message, kind, direction: direction ?? stated };
  });
  return {
    messages,
    elsewhere: choice.shared.flatMap(methodElsewhere),
    requests: messages
      .filter(({ kind }) => kind === "request")
      .map((message) => requestOf(message, model, scope)),
    notifications: messages
      .filter(({ kind }) => kind === "notification")
      .map((message) => messageOf(message, model, scope)),
  };
}

/** A type that narrows a message of the core is a form of that, and no other message. */
function isRefinement(
  { declaration, method }: Message,
  core: Protocol,
  scope: Scope,
): boolean {
  const known = [...core.requests, ...core.notifications].find(
    (one) => one.method === method,
  );
  return (
    known !== undefined &&
    descendsFrom(declaration.name, new Set([known.type]), scope)
  );
}

/** Which declaration is the message, where facts say so. */
function messageFacts({ facts: { methods = {} } }: ExtensionModel) {
  return Object.entries(methods).flatMap(([method, { type }]) =>
    type === undefined ? [] : [{ method, type }],
  );
}

/** What the facts say of a message; nothing where they do not name it. */
export function factOf(
  { facts }: ExtensionModel,
  { method }: Pick<Message, "method">,
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
  const known = result !== undefined && scope.types.has(result);
  const results = deriveResults(message, scope, known ? result : undefined);
  const common = messageOf(message, model, scope);
  return {
    ...common,
    results,
    ...(name !== undefined && hasParam(name, common, scope) && { name }),
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
