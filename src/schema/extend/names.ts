import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import type {
  Declaration,
  ExtensionModel,
  MethodResult,
  NotificationMethod,
  Protocol,
  RequestMethod,
  Type,
} from "../model/index.ts";
import type { Scope } from "../model/scope.ts";
import { typesOfDeclaration, typesWithin } from "../model/walk.ts";

/** The names of the core that declarations and messages use, sorted. */
export function coreNames(
  declarations: readonly Declaration[],
  requests: readonly RequestMethod[],
  notifications: readonly NotificationMethod[],
  core: Protocol,
): string[] {
  const messages = [...requests, ...notifications];
  const types = [
    ...declarations.flatMap((one) => [...typesOfDeclaration(one)]),
    ...messages.flatMap(({ params }) => typesOf(params)),
    ...requests.flatMap(({ results }) => results.flatMap(typesOf)),
  ];
  const used = new Set(types.flatMap(namesIn));
  const names = core.declarations.map(({ name }) => name);
  return [...new Set(names.filter((name) => used.has(name)))].sort();
}

function typesOf({ name, type }: Pick<MethodResult, "name" | "type">): Type[] {
  return [...typesWithin(type ?? { kind: "reference", name })];
}

function namesIn(type: Type): string[] {
  if (type.kind === "reference" || type.kind === "constant") return [type.name];
  return type.kind === "enumMember" ? [type.enum] : [];
}

/** Says which names of the core an extension uses as what they are not. */
export function misusedNames(
  { extension, imports }: ExtensionModel,
  declarations: readonly Declaration[],
  { revision }: Protocol,
  scope: Scope,
): Diagnostic[] {
  const types = declarations.flatMap((one) => [...typesOfDeclaration(one)]);
  const misused = new Map(
    types.flatMap((type) => {
      const found = misuse(type, scope);
      return found === undefined
        ? []
        : [[JSON.stringify(type), found] as const];
    }),
  );
  return [...misused.values()].map(({ name, code, problem }) => {
    const position = imports.find((one) => one.name === name)?.position;
    return createDiagnostic(code, {
      message: `${extension} uses ${name} of ${revision} as ${problem}`,
      hint: "correct the name, or how it is used",
      ...(position === undefined ? {} : { position }),
    });
  });
}

interface Misuse {
  readonly name: string;
  readonly code: "unknown-type" | "unknown-constant" | "unknown-member";
  readonly problem: string;
}

function misuse(type: Type, scope: Scope): Misuse | undefined {
  switch (type.kind) {
    case "reference":
      return scope.types.has(type.name)
        ? undefined
        : {
            name: type.name,
            code: "unknown-type",
            problem: "a type, which it is not",
          };
    case "constant":
      return scope.constants.has(type.name)
        ? undefined
        : {
            name: type.name,
            code: "unknown-constant",
            problem: "a constant, which it is not",
          };
    case "enumMember": {
      const declared = scope.types.get(type.enum);
      const members = declared?.kind === "enum" ? declared.members : [];
      return members.some(({ name }) => name === type.member)
        ? undefined
        : {
            name: type.enum,
            code: "unknown-member",
            problem: `an enum with ${type.member}, which it is not`,
          };
    }
    default:
      return undefined;
  }
}
