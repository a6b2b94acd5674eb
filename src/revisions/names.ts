import type {
  NotificationMethod,
  Protocol,
  RequestMethod,
  Type,
} from "../schema/model/index.ts";
import { isIdentifierName } from "../schema/model/identifier.ts";
import { keywords, reservedNames } from "../schema/model/reserved.ts";
import { cyclicNames } from "../schema/model/bounds/cycles.ts";
import { declarationNames, typeNames } from "./type-names.ts";
import { unresolvedNames } from "./unresolved.ts";

/** What of a protocol has names. */
export type Named = Pick<
  Protocol,
  "declarations" | "requests" | "notifications" | "errors"
>;

/**
 * What is wrong with the names of a protocol that no parser has seen: they become
 * names in code, so they must be identifiers, declared, and declared once.
 */
export function nameProblems(protocol: Named): string[] {
  const declared = (constant: boolean): string[] =>
    protocol.declarations
      .filter(({ kind }) => (kind === "constant") === constant)
      .map(({ name }) => name);
  // A type and a constant may share a name.
  const repeated = [...twice(declared(false)), ...twice(declared(true))];
  const all = protocol.declarations.map(({ name }) => name);
  return [
    ...repeated.map((name) => `${quote(name)} is declared twice`),
    ...all
      .filter((name) => keywords.has(name) || reservedNames.has(name))
      .map((name) => `${quote(name)} is a reserved word`),
    ...namesInCode(protocol)
      .filter((name) => !isIdentifierName(name))
      .map((name) => `${quote(name)} is not an identifier`),
    ...repeatedMethods(protocol),
    ...cyclicNames(protocol).map((name) => `${quote(name)} stands for itself`),
    ...unresolvedNames(protocol).map(
      (name) => `${quote(name)} is not declared`,
    ),
  ];
}

function repeatedMethods({ requests, notifications }: Named): string[] {
  const messages = [...requests, ...notifications];
  return [
    ...twice(messages.map(({ method }) => method)).map(
      (method) => `the method ${quote(method)} stands twice`,
    ),
    ...twice(messages.map(({ handler }) => handler)).map(
      (handler) => `the handler ${quote(handler)} stands twice`,
    ),
  ];
}

function namesInCode(protocol: Named): string[] {
  return [
    ...protocol.declarations.flatMap(declarationNames),
    ...protocol.notifications.flatMap(messageNames),
    ...protocol.requests.flatMap(requestNames),
    ...protocol.errors.flatMap(({ name, type }) => [name, type ?? name]),
  ];
}

function messageNames({ type, handler, params }: NotificationMethod): string[] {
  return [type, handler, ...namesOf(params)];
}

function requestNames(request: RequestMethod): string[] {
  return [...messageNames(request), ...request.results.flatMap(namesOf)];
}

function namesOf({ name, type }: { name: string; type?: Type }): string[] {
  return type === undefined ? [name] : [name, ...typeNames(type)];
}

function twice(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}

function quote(name: string): string {
  return JSON.stringify(name);
}
