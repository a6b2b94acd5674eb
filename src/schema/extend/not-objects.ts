import { resolveAlias } from "../derive/lookup.ts";
import type { Message } from "../derive/messages.ts";
import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import type { ExtensionModel, Type } from "../model/index.ts";
import type { Scope } from "../model/scope.ts";
import type { OwnMessages } from "./messages.ts";

/** Says which params and results can be no object: the protocol sends no others. */
export function notObjects(
  { extension }: ExtensionModel,
  { messages, requests, notifications }: OwnMessages,
  scope: Scope,
): Diagnostic[] {
  const of = (
    what: "params" | "result",
    method: string,
    named: readonly Named[],
  ): Diagnostic[] =>
    named.some((one) => isNoObject(one, scope))
      ? [noObject(extension, what, method, positionOf(method, messages))]
      : [];
  return [
    ...[...requests, ...notifications].flatMap(({ method, params }) =>
      of("params", method, [params]),
    ),
    ...requests.flatMap(({ method, results }) => of("result", method, results)),
  ];
}

function noObject(
  extension: string,
  what: string,
  method: string,
  position: Diagnostic["position"],
): Diagnostic {
  return createDiagnostic("not-an-object-type", {
    message: `the ${what} of "${method}" of ${extension} can be no object`,
    hint: "put it into a property of an object",
    ...(position === undefined ? {} : { position }),
  });
}

function positionOf(
  method: string,
  messages: readonly Message[],
): Diagnostic["position"] {
  return messages.find((one) => one.method === method)?.declaration.position;
}

interface Named {
  readonly name: string;
  readonly type?: Type;
}

function isNoObject(
  { name, type = { kind: "reference", name } }: Named,
  scope: Scope,
): boolean {
  return neverObject(resolveAlias(type, scope), scope);
}

/** Unions that stand in unions without end are told of elsewhere. */
const deepest = 32;

function neverObject(type: Type, scope: Scope, depth = 0): boolean {
  if (depth > deepest) return false;
  switch (type.kind) {
    case "keyword":
      return !["unknown", "any", "object"].includes(type.name);
    case "literal":
    case "constant":
    case "enumMember":
    case "array":
    case "tuple":
      return true;
    case "union":
      return type.members.every((one) =>
        neverObject(resolveAlias(one, scope), scope, depth + 1),
      );
    case "intersection":
      return type.members.some((one) =>
        neverObject(resolveAlias(one, scope), scope, depth + 1),
      );
    default:
      return false;
  }
}
