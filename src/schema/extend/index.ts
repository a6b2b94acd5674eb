import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import { deriveDescriptions } from "../derive/descriptions.ts";
import type {
  Declaration,
  ExtensionModel,
  MethodResult,
  Protocol,
} from "../model/index.ts";
import { cyclicNames } from "../model/bounds/cycles.ts";
import { createScope, type Scope } from "../model/scope.ts";
import { sizeProblems } from "../model/bounds/size.ts";
import { assumptions } from "./assumed.ts";
import { findCollisions, resultCollisions } from "./collisions.ts";
import { checkFacts } from "./facts.ts";
import { extensionName, memberName } from "./identifier.ts";
import { mergeParts } from "./merge.ts";
import { ownMessages } from "./messages.ts";
import { notObjects } from "./not-objects.ts";
import { coreNames, misusedNames } from "./names.ts";
import { ownDeclarations, type OwnDeclarations } from "./own.ts";
import type { ExtendedProtocol, ExtensionPart } from "./part.ts";
import { absences } from "./presence.ts";
import type { UnknownFact } from "./part.ts";
import { widen } from "./widen.ts";

export { fittingFacts } from "./known.ts";
export { unknownFacts } from "./unknown.ts";
export { extensionName, identifierProblem, memberName } from "./identifier.ts";
export type {
  AbsentExtension,
  ExtendedProtocol,
  ExtensionPart,
} from "./part.ts";

/**
 * Adds extensions to a revision of the core, as if they stood in its schema. One that is not
 * for the revision is left out; what is doubtful is in the diagnostics, and where one of them
 * is an error, the protocol is not to be used.
 */
export function extend(
  core: Protocol,
  extensions: readonly ExtensionModel[],
): ExtendedProtocol {
  const absent = absences(core, extensions);
  const present = extensions.filter((model) =>
    absent.every((one) => one.model !== model),
  );
  const owned = new Map(
    present.map((model) => [model, ownDeclarations(model, core)]),
  );
  // Where a name has two meanings, each is read alone, or one would be taken for the other.
  const groups = shareNames([...owned.values()])
    ? [...owned].map((one) => new Map([one]))
    : [owned];
  const read = groups.map((group) => readTogether(core, group));
  const parts = read.flatMap((one) => one.parts);
  const diagnostics = [
    ...read.flatMap((one) => one.diagnostics),
    ...findCollisions(core, parts),
    ...resultCollisions(core, parts),
    ...read.flatMap((one) => one.whole),
  ];
  const declarations =
    read.length === 1 ? read[0]?.declarations : core.declarations;
  return {
    protocol: mergeParts(core, declarations ?? core.declarations, parts),
    parts,
    absent,
    diagnostics,
    unknown: read.flatMap((one) => one.unknown),
  };
}

/** Whether two extensions declare one name. */
function shareNames(all: readonly OwnDeclarations[]): boolean {
  const names = all.flatMap(({ declarations }) => [
    ...new Set(declarations.map(({ name }) => name)),
  ]);
  return new Set(names).size < names.length;
}

interface ReadParts {
  /** Those of the core, widened, and of the extensions. */
  readonly declarations: readonly Declaration[];
  readonly parts: ExtensionPart[];
  readonly diagnostics: readonly Diagnostic[];
  readonly unknown: readonly UnknownFact[];
  /** What is wrong where all declarations are together. */
  readonly whole: readonly Diagnostic[];
}

/** Reads extensions that share no name, in one scope with the core. */
function readTogether(
  core: Protocol,
  owned: ReadonlyMap<ExtensionModel, OwnDeclarations>,
): ReadParts {
  const own = [...owned.values()].flatMap(({ declarations }) => declarations);
  const all = [...core.declarations, ...own];
  const found = widen(core, [...owned.keys()], all);
  const scope = createScope(found.declarations);
  const read = [...owned].map(([model, declared]) =>
    readPart(model, declared, found.widens.get(model) ?? {}, core, scope),
  );
  return {
    declarations: found.declarations,
    parts: read.map(({ part }) => part),
    diagnostics: [
      ...found.diagnostics,
      ...read.flatMap(({ diagnostics }) => diagnostics),
    ],
    unknown: [...found.unknown, ...read.flatMap(({ unknown }) => unknown)],
    whole: wholeProblems(core, found.declarations, own),
  };
}

function readPart(
  model: ExtensionModel,
  declared: OwnDeclarations,
  widens: Readonly<Record<string, string>>,
  core: Protocol,
  scope: Scope,
): Pick<ReadParts, "diagnostics" | "unknown"> & { part: ExtensionPart } {
  const { extension, facts } = model;
  const { declarations } = declared;
  const messages = ownMessages(model, declared, core, scope);
  const { requests, notifications } = messages;
  const described = { declarations, requests, notifications };
  const part: ExtensionPart = {
    model,
    name: extensionName(extension),
    member: memberName(extensionName(extension)),
    ...described,
    copies: declared.copies,
    results: knownResults(model, core, scope),
    widens,
    subscriptions: Object.fromEntries(
      Object.entries(facts.subscriptions ?? {}).filter(([method]) =>
        notifications.some((one) => one.method === method),
      ),
    ),
    descriptions: deriveDescriptions(descriptionFacts(model), described),
    ...(facts.settings !== undefined &&
      scope.types.has(facts.settings) && { settings: facts.settings }),
    ...(facts.behaviour !== undefined && { behaviour: facts.behaviour }),
    core: coreNames(declarations, requests, notifications, core),
  };
  return {
    part,
    diagnostics: [
      ...misusedNames(model, declarations, core, scope),
      ...messages.elsewhere,
      ...assumptions(model, messages, declared, scope),
      ...notObjects(model, messages, scope),
    ],
    unknown: checkFacts(model, { ...described, core, scope, widens }),
  };
}

/** What methods of the core may be answered by, of what is there. */
function knownResults(
  { facts: { results = {} } }: ExtensionModel,
  core: Protocol,
  scope: Scope,
): Record<string, MethodResult[]> {
  const methods = new Set(core.requests.map(({ method }) => method));
  return Object.fromEntries(
    Object.entries(results)
      .filter(([method]) => methods.has(method))
      .map(([method, alternatives]) => [
        method,
        alternatives.filter(({ name }) => scope.types.has(name)),
      ]),
  );
}

type DescriptionFacts = Parameters<typeof deriveDescriptions>[0];

function descriptionFacts({
  extension,
  facts: { methods = {}, descriptions = {} },
}: ExtensionModel): DescriptionFacts {
  const told = Object.entries(methods).flatMap(([method, { description }]) =>
    description === undefined ? [] : [[method, description] as const],
  );
  const reason = `The facts of ${extension} say it.`;
  return [...told, ...Object.entries(descriptions)].map(([of, text]) => ({
    of,
    text,
    reason,
    page: "",
  }));
}

/** What is wrong only where core and extensions are together. */
function wholeProblems(
  { revision }: Protocol,
  declarations: readonly Declaration[],
  own: readonly Declaration[],
): Diagnostic[] {
  const positions = new Map(own.map((one) => [one.name, one.position]));
  const at = (name: string): Pick<Diagnostic, "position"> => {
    const position = positions.get(name);
    return position === undefined ? {} : { position };
  };
  const cyclic = cyclicNames({ declarations }).map((name) =>
    createDiagnostic("cyclic-heritage", {
      message: `with ${revision}, "${name}" extends itself`,
      hint: "take the type that widens it out of what extends it",
      ...at(name),
    }),
  );
  // What is too large is looked for by following what is extended.
  if (cyclic.length > 0) return cyclic;
  return sizeProblems(declarations).map(({ name, problem, hint }) =>
    createDiagnostic("too-large", {
      message: `with ${revision}, "${name}" ${problem}`,
      hint,
      ...at(name),
    }),
  );
}
