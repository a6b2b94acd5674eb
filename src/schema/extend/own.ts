import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import { unionNames } from "../derive/lookup.ts";
import { roles } from "../derive/roles.ts";
import { diff, type Change } from "../../compat/protocol-diff/index.ts";
import type {
  Declaration,
  Direction,
  ExtensionModel,
  Protocol,
} from "../model/index.ts";
import { createScope } from "../model/scope.ts";
import { isCopy, isEqual } from "./likeness.ts";
import { placeOf } from "./place.ts";

/** What an extension declares, beside what it only repeats. */
export interface OwnDeclarations {
  /** In source order. */
  readonly declarations: readonly Declaration[];
  /** Who sends a message, by its type: what the extension's own unions of messages say. */
  readonly directions: ReadonlyMap<string, Direction>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Tells what an extension declares itself from what it copies from the core, which holds in
 * place of the copy; and says where a copy is another by now.
 */
export function ownDeclarations(
  model: ExtensionModel,
  core: Protocol,
): OwnDeclarations {
  const unions = new Set<string>(Object.values(roles.unions));
  const named = new Map(core.declarations.map((one) => [keyOf(one), one]));
  const own: Declaration[] = [];
  const others: Declaration[] = [];
  for (const declaration of model.declarations) {
    if (unions.has(declaration.name)) continue;
    const known = named.get(keyOf(declaration));
    if (known === undefined) own.push(declaration);
    else if (!isEqual(declaration, known)) others.push(declaration);
  }
  return {
    declarations: own,
    directions: directionsOf(model),
    diagnostics: compareCopies(model, core, own, others),
  };
}

/** A type and a constant may share a name. */
function keyOf({ kind, name }: Declaration): string {
  return `${kind === "constant" ? "constant" : "type"} ${name}`;
}

function directionsOf({
  declarations,
}: ExtensionModel): Map<string, Direction> {
  const scope = createScope(declarations);
  const { unions } = roles;
  const from = (...names: string[]): string[] =>
    names.flatMap((name) => unionNames(name, scope));
  const directions = new Map<string, Direction>();
  for (const name of from(unions.clientRequest, unions.clientNotification))
    directions.set(name, "clientToServer");
  for (const name of from(unions.serverRequest, unions.serverNotification))
    directions.set(name, directions.has(name) ? "both" : "serverToClient");
  return directions;
}

function compareCopies(
  model: ExtensionModel,
  core: Protocol,
  own: readonly Declaration[],
  others: readonly Declaration[],
): Diagnostic[] {
  if (others.length === 0) return [];
  const copies = new Map(others.map((one) => [keyOf(one), one]));
  const copied: Protocol = {
    ...core,
    declarations: [
      ...core.declarations.map((one) => copies.get(keyOf(one)) ?? one),
      ...own,
    ],
  };
  const { changes } = diff(core, copied);
  const names = new Set(core.declarations.map(({ name }) => name));
  return others.flatMap((copy) => {
    const found = changes.filter((one) => isOf(copy, one, names));
    if (found.length === 0) return [];
    return isCopy(copy, core, copied)
      ? drift(copy, found, model, core)
      : collision(copy, model, core);
  });
}

function isOf(
  { name }: Declaration,
  { kind, where, inheritedFrom }: Change,
  names: ReadonlySet<string>,
): boolean {
  return (
    kind !== "documentation" &&
    where.method === undefined &&
    where.name === name &&
    // What a base makes too is told of the base.
    (inheritedFrom === undefined || !names.has(inheritedFrom))
  );
}

const shown = 6;

function drift(
  copy: Declaration,
  changes: readonly Change[],
  { extension }: ExtensionModel,
  { revision }: Protocol,
): Diagnostic {
  const { name, position } = copy;
  const texts = [...new Set(changes.map(changeText))];
  const rest = texts.length - shown;
  const list = texts
    .slice(0, shown)
    .concat(rest > 0 ? [`${rest} more`] : [])
    .join("; ");
  return createDiagnostic("extension-drift", {
    message: `${name} of ${extension} is a copy of ${name} of ${revision}, and differs: ${list}; that of ${revision} holds`,
    hint: `import ${name} from the core, or give the extension's own another name`,
    ...(position === undefined ? {} : { position }),
  });
}

/** `Tool.execution is missing`. */
function changeText({
  kind,
  where,
  subject,
  before = "",
  after = "",
}: Change): string {
  const { name = "", path = [] } = where;
  const at = [name, ...path].join(".");
  const what = subject === "union member" || subject === "enum member";
  switch (kind) {
    case "added":
      return what ? `${at} has ${after} in addition` : `${at} is in addition`;
    case "removed":
      return what ? `${at} lacks ${before}` : `${at} is missing`;
    case "renamed":
    case "changed":
      return `${at} is ${after} and not ${before}`;
    case "documentation":
      return at;
    default:
      return kind satisfies never;
  }
}

function collision(
  { name, kind, position }: Declaration,
  { extension }: ExtensionModel,
  core: Protocol,
): Diagnostic {
  const other = core.declarations.find((one) => one.name === name);
  const what = kind === "constant" ? "constant" : "type";
  return createDiagnostic("extension-collision", {
    message: `the ${what} ${name} is declared by ${extension} and by the core of ${core.revision}${placeOf(other, core.source?.url)}, and is another`,
    hint: "give the extension's own another name",
    ...(position === undefined ? {} : { position }),
  });
}
