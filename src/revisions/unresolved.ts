import type {
  NotificationMethod,
  Protocol,
  RequestMethod,
  Type,
} from "../schema/model/index.ts";
import { createScope, type Scope } from "../schema/model/scope.ts";
import { typesOfDeclaration, typesWithin } from "../schema/model/walk.ts";

/** The names that a protocol refers to and does not declare. */
export function unresolvedNames(
  protocol: Pick<Protocol, "declarations" | "requests" | "notifications">,
): string[] {
  const scope = createScope(protocol.declarations);
  const messages = [...protocol.requests, ...protocol.notifications];
  const types = [
    ...protocol.declarations.flatMap((declaration) => [
      ...typesOfDeclaration(declaration),
    ]),
    ...messages.flatMap(({ params }) => namedType(params)),
    ...protocol.requests.flatMap(({ results }) => results.flatMap(namedType)),
  ];
  const unresolved = [
    ...types.flatMap((type) => unresolvedName(type, scope) ?? []),
    ...messages.map(messageType).filter((name) => !scope.types.has(name)),
  ];
  return [...new Set(unresolved)];
}

function messageType({ type }: NotificationMethod | RequestMethod): string {
  return type;
}

/** Params and results name a declared type, or carry their own. */
function namedType({ name, type }: { name: string; type?: Type }): Type[] {
  return [...typesWithin(type ?? { kind: "reference", name })];
}

function unresolvedName(type: Type, scope: Scope): string | undefined {
  switch (type.kind) {
    case "reference":
      return scope.types.has(type.name) ? undefined : type.name;
    case "constant":
      return scope.constants.has(type.name) ? undefined : type.name;
    case "enumMember": {
      const declaration = scope.types.get(type.enum);
      const members = declaration?.kind === "enum" ? declaration.members : [];
      return members.some(({ name }) => name === type.member)
        ? undefined
        : `${type.enum}.${type.member}`;
    }
    default:
      return undefined;
  }
}
