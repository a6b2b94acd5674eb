import { suggest } from "../../base/diagnostics/nearest.ts";
import { describedPaths, type Described } from "../derive/descriptions.ts";
import { propertiesNamed } from "../derive/lookup.ts";
import type {
  Declaration,
  ExtensionModel,
  NotificationMethod,
  Protocol,
  Type,
} from "../model/index.ts";
import type { Scope } from "../model/scope.ts";
import { typesOfDeclaration } from "../model/walk.ts";
import type { UnknownFact } from "./part.ts";

/** What the facts of an extension name, and what is there under such a name. */
export interface FactSubjects extends Described {
  readonly core: Protocol;
  readonly scope: Scope;
  /** The types of the core that get fields of the extension. */
  readonly widens: Readonly<Record<string, string>>;
}

/** Says so when a fact speaks of what neither the extension nor the core has. */
export function checkFacts(
  model: ExtensionModel,
  subjects: FactSubjects,
): UnknownFact[] {
  const unknown: Unknown = (subject, hint, isOwn = false) => ({
    extension: model.extension,
    subject,
    isOwn,
    ...(hint === undefined ? {} : { hint }),
  });
  return [
    ...unknownMethods(model, subjects, unknown),
    ...unknownResults(model, subjects, unknown),
    ...unknownSubscriptions(model, subjects, unknown),
    ...unknownSettings(model, subjects, unknown),
    ...undescribed(model, subjects).map((path) => unknown(`"${path}"`)),
  ];
}

type Unknown = (subject: string, hint?: string, isOwn?: boolean) => UnknownFact;

function unknownMethods(
  { declarations, facts: { methods = {} } }: ExtensionModel,
  { requests, notifications, scope }: FactSubjects,
  unknown: Unknown,
): UnknownFact[] {
  const own = [...requests, ...notifications].map(({ method }) => method);
  return Object.entries(methods).flatMap(([method, { type, result, name }]) => {
    if (!own.includes(method))
      return [
        unknown(
          `the method "${method}"`,
          suggest(method, own),
          !declarations.some((one) => speaksOf(method, one)),
        ),
      ];
    const request = requests.find((one) => one.method === method);
    const message = [...requests, ...notifications].find(
      (one) => one.method === method,
    );
    return [
      ...(type !== undefined && type !== message?.type
        ? [unknown(`${type} as the message of "${method}"`)]
        : []),
      ...(result !== undefined && !scope.types.has(result)
        ? [unknown(`the result "${result}" of "${method}"`)]
        : []),
      ...(name !== undefined && !hasParam(name, request, scope)
        ? [unknown(`the param "${name}" of "${method}"`)]
        : []),
    ];
  });
}

/** Whether a declaration has that text as the type of anything. */
export function speaksOf(text: string, declaration: Declaration): boolean {
  if (declaration.kind === "constant") return declaration.value === text;
  return [...typesOfDeclaration(declaration)].some(
    (type) => type.kind === "literal" && type.value === text,
  );
}

function unknownResults(
  { facts: { results = {} } }: ExtensionModel,
  { core, scope }: FactSubjects,
  unknown: Unknown,
): UnknownFact[] {
  const methods = core.requests.map(({ method }) => method);
  return Object.entries(results).flatMap(([method, alternatives]) => [
    ...(methods.includes(method)
      ? []
      : [
          unknown(
            `the request "${method}" of the core`,
            suggest(method, methods),
          ),
        ]),
    ...alternatives
      .filter(({ name }) => !scope.types.has(name))
      .map(({ name }) => unknown(`the result "${name}" of "${method}"`)),
  ]);
}

function unknownSubscriptions(
  { facts: { subscriptions = {} } }: ExtensionModel,
  { notifications, scope, widens }: FactSubjects,
  unknown: Unknown,
): UnknownFact[] {
  const filters = Object.values(widens);
  return Object.entries(subscriptions).flatMap(
    ([method, { filter, param }]) => {
      const notification = notifications.find((one) => one.method === method);
      if (notification === undefined)
        return [unknown(`the notification "${method}"`)];
      return [
        ...(filters.some((name) => hasField(filter, name, scope))
          ? []
          : [
              unknown(
                `the field "${filter}" of a filter`,
                "declare it in a type, and name that type in widens",
              ),
            ]),
        ...(hasParam(param, notification, scope)
          ? []
          : [unknown(`the param "${param}" of "${method}"`)]),
      ];
    },
  );
}

function unknownSettings(
  { declarations, facts: { settings } }: ExtensionModel,
  { scope }: FactSubjects,
  unknown: Unknown,
): UnknownFact[] {
  return settings === undefined || scope.types.has(settings)
    ? []
    : [
        unknown(
          `the type "${settings}" of its settings`,
          suggest(
            settings,
            declarations.map(({ name }) => name),
          ),
          true,
        ),
      ];
}

function undescribed(
  { facts: { descriptions = {} } }: ExtensionModel,
  subjects: FactSubjects,
): string[] {
  const known = new Set([...describedPaths(subjects)].flat());
  return Object.keys(descriptions).filter((path) => !known.has(path));
}

function hasField(field: string, name: string, scope: Scope): boolean {
  return propertiesNamed(field, { kind: "reference", name }, scope).length > 0;
}

/** Whether the params of a message have a name, in one of their forms at least. */
export function hasParam(
  param: string,
  message: Pick<NotificationMethod, "params"> | undefined,
  scope: Scope,
): boolean {
  if (message === undefined) return false;
  const { name, type = { kind: "reference", name } } = message.params;
  return mayHave(param, type, scope, new Set());
}

function mayHave(
  field: string,
  type: Type,
  scope: Scope,
  seen: Set<string>,
): boolean {
  if (propertiesNamed(field, type, scope).length > 0) return true;
  switch (type.kind) {
    case "union":
    case "intersection":
      return type.members.some((one) => mayHave(field, one, scope, seen));
    case "wrap":
      return mayHave(field, type.type, scope, seen);
    case "reference": {
      if (seen.has(type.name)) return false;
      seen.add(type.name);
      const declared = scope.types.get(type.name);
      return (
        declared?.kind === "alias" && mayHave(field, declared.type, scope, seen)
      );
    }
    default:
      return false;
  }
}
