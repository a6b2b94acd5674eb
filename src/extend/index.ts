import type {
  Declaration,
  ExtensionModel,
  MethodResult,
  NotificationMethod,
  Protocol,
  RequestMethod,
  Type,
} from "../model/index.ts";
import { createScope } from "../model/scope.ts";
import { typesOfDeclaration, typesWithin } from "../model/walk.ts";
import { extensionName } from "./identifier.ts";
import { ownMessages } from "./messages.ts";
import type {
  AbsentExtension,
  ExtendedProtocol,
  ExtensionPart,
} from "./part.ts";

export { extensionName } from "./identifier.ts";
export type {
  AbsentExtension,
  ExtendedProtocol,
  ExtensionPart,
} from "./part.ts";

/** Adds extensions to a revision of the core, as if they stood in its schema. */
export function extend(
  core: Protocol,
  extensions: readonly ExtensionModel[],
): ExtendedProtocol {
  const absent = extensions.flatMap((model) => absence(model, core));
  const present = extensions.filter((model) =>
    absent.every((one) => one.model !== model),
  );
  const declarations = present.reduce(
    (all, model) => [...widened(all, model), ...model.declarations],
    core.declarations,
  );
  const scope = createScope(declarations);
  const parts = present.map((model) => partOf(model, core, scope));
  return {
    protocol: merged({ ...core, declarations }, parts),
    parts,
    absent,
    diagnostics: [],
  };
}

function absence(model: ExtensionModel, core: Protocol): AbsentExtension[] {
  const { since = "", until } = model.facts;
  const { revision } = core;
  if (revision < since || (until !== undefined && revision >= until))
    return [{ model, missing: [] }];
  const names = new Set(core.declarations.map(({ name }) => name));
  const missing = model.imports.filter(({ name }) => !names.has(name));
  return missing.length === 0 ? [] : [{ model, missing }];
}

function widened(
  declarations: readonly Declaration[],
  { facts: { widens = {} } }: ExtensionModel,
): Declaration[] {
  return declarations.map((declaration) => {
    const added = Object.hasOwn(widens, declaration.name)
      ? widens[declaration.name]
      : undefined;
    return added === undefined ? declaration : withFields(declaration, added);
  });
}

function withFields(declaration: Declaration, added: string): Declaration {
  const more: Type = { kind: "reference", name: added };
  switch (declaration.kind) {
    case "interface":
      return { ...declaration, extends: [...declaration.extends, more] };
    case "alias":
      return {
        ...declaration,
        type: { kind: "intersection", members: [declaration.type, more] },
      };
    case "constant":
    case "enum":
      return declaration;
    default:
      return declaration satisfies never;
  }
}

function partOf(
  model: ExtensionModel,
  core: Protocol,
  scope: ReturnType<typeof createScope>,
): ExtensionPart {
  const { extension, facts, declarations } = model;
  const { results = {}, widens = {}, subscriptions = {} } = facts;
  const names = new Set(declarations.map(({ name }) => name));
  const { requests, notifications } = ownMessages(model, names, scope);
  return {
    model,
    name: extensionName(extension),
    declarations,
    requests,
    notifications,
    results,
    widens,
    subscriptions,
    ...(facts.settings !== undefined && { settings: facts.settings }),
    ...(facts.behaviour !== undefined && { behaviour: facts.behaviour }),
    core: usedNames(declarations, requests, notifications)
      .filter((name) => core.declarations.some((one) => one.name === name))
      .sort(),
  };
}

function usedNames(
  declarations: readonly Declaration[],
  requests: readonly RequestMethod[],
  notifications: readonly NotificationMethod[],
): string[] {
  const messages = [...requests, ...notifications];
  const types = [
    ...declarations.flatMap((one) => [...typesOfDeclaration(one)]),
    ...messages.flatMap(({ params }) => withinGenerated(params)),
    ...requests.flatMap(({ results }) => results.flatMap(withinGenerated)),
  ];
  return [...new Set(types.flatMap(namesIn))];
}

function withinGenerated({
  name,
  type,
}: Pick<MethodResult, "name" | "type">): Type[] {
  return type === undefined
    ? [{ kind: "reference", name }]
    : [...typesWithin(type)];
}

function namesIn(type: Type): string[] {
  if (type.kind === "reference" || type.kind === "constant") return [type.name];
  return type.kind === "enumMember" ? [type.enum] : [];
}

/** The core with the messages of the parts, and the results that they bring. */
function merged(core: Protocol, parts: readonly ExtensionPart[]): Protocol {
  return {
    ...core,
    requests: [
      ...core.requests.map((request) => ({
        ...request,
        results: [
          ...parts.flatMap(({ results }) =>
            Object.hasOwn(results, request.method)
              ? (results[request.method] ?? [])
              : [],
          ),
          ...request.results,
        ],
      })),
      ...parts.flatMap(({ requests }) => requests),
    ],
    notifications: [
      ...core.notifications,
      ...parts.flatMap(({ notifications }) => notifications),
    ],
  };
}
