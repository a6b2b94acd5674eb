import { createDiagnostic } from "../base/diagnostics/create.ts";
import type { Diagnostic } from "../base/diagnostics/diagnostic.ts";
import { extend } from "../schema/extend/index.ts";
import { isCopy } from "../schema/extend/likeness.ts";
import { keyOf } from "../schema/extend/own.ts";
import type { ExtendedProtocol, ExtensionPart } from "../schema/extend/part.ts";
import { placeOf } from "../schema/extend/place.ts";
import type {
  Declaration,
  ExtensionModel,
  Protocol,
} from "../schema/model/index.ts";
import { diff, type Change } from "./protocol-diff/index.ts";

/**
 * Adds extensions to a revision, and reports where types that they copied from the core
 * differ from it.
 */
export function extendRevision(
  core: Protocol,
  extensions: readonly ExtensionModel[],
): ExtendedProtocol {
  const extended = extend(core, extensions);
  const copies = extended.parts.flatMap((part) => compareCopies(part, core));
  return { ...extended, diagnostics: [...copies, ...extended.diagnostics] };
}

function compareCopies(
  { model, declarations: own, copies: others }: ExtensionPart,
  core: Protocol,
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
