import type {
  Declaration,
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../model/index.ts";
import { isIdentifierName } from "../emit/names.ts";

/**
 * What is wrong with the names of a protocol that no parser has seen: they become
 * names in code, so they must be identifiers, and declared once.
 */
export function nameProblems(protocol: Protocol): string[] {
  const names = protocol.declarations.map(({ name }) => name);
  return [
    ...twice(names).map((name) => `${quote(name)} is declared twice`),
    ...namesInCode(protocol)
      .filter((name) => !isIdentifierName(name))
      .map((name) => `${quote(name)} is not an identifier`),
  ];
}

function namesInCode(protocol: Protocol): string[] {
  return [
    ...protocol.declarations.flatMap(declaredNames),
    ...protocol.notifications.flatMap(messageNames),
    ...protocol.requests.flatMap(requestNames),
    ...protocol.errors.flatMap(({ name, type }) => [name, type ?? name]),
  ];
}

function declaredNames(declaration: Declaration): string[] {
  if (declaration.kind !== "enum") return [declaration.name];
  return [declaration.name, ...declaration.members.map(({ name }) => name)];
}

function messageNames({ type, handler, params }: NotificationMethod): string[] {
  return [type, handler, params.name];
}

function requestNames(request: RequestMethod): string[] {
  return [...messageNames(request), ...request.results.map(({ name }) => name)];
}

function twice(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}

function quote(name: string): string {
  return JSON.stringify(name);
}
