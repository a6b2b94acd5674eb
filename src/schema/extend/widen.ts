import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import { bodies, descendsFrom } from "../derive/lookup.ts";
import type {
  Declaration,
  ExtensionModel,
  Protocol,
  Type,
} from "../model/index.ts";
import { createScope, type Scope } from "../model/scope.ts";
import type { UnknownFact } from "./part.ts";

/** The declarations with what extensions add to types of the core. */
export interface Widened {
  readonly declarations: readonly Declaration[];
  /** By extension: the types of the core that get more fields, and the type that has those. */
  readonly widens: ReadonlyMap<
    ExtensionModel,
    Readonly<Record<string, string>>
  >;
  readonly diagnostics: readonly Diagnostic[];
  /** The types that facts name and that are not there. */
  readonly unknown: readonly UnknownFact[];
}

/** Gives types of the core the fields that facts of extensions say, once each. */
export function widen(
  core: Protocol,
  models: readonly ExtensionModel[],
  declarations: readonly Declaration[],
): Widened {
  const scope = createScope(declarations);
  const coreTypes = new Map(
    core.declarations.map((one) => [one.name, one] as const),
  );
  const diagnostics: Diagnostic[] = [];
  const unknown: UnknownFact[] = [];
  const widens = new Map<ExtensionModel, Record<string, string>>();
  const added = new Map<string, string[]>();
  for (const model of models) {
    const fields: Record<string, string> = {};
    widens.set(model, fields);
    for (const [name, type] of Object.entries(model.facts.widens ?? {})) {
      const target = coreTypes.get(name);
      const problem =
        target === undefined || !hasFields(name, scope)
          ? { subject: `the object type "${name}"` }
          : !hasFields(type, scope)
            ? { subject: `the object type "${type}"` }
            : fieldCollision(
                model,
                name,
                [name, ...(added.get(name) ?? [])],
                scope,
              );
      if (problem !== undefined) {
        if ("code" in problem) diagnostics.push(problem);
        else
          unknown.push({
            extension: model.extension,
            isOwn: false,
            ...problem,
          });
        continue;
      }
      fields[name] = type;
      added.set(name, [...(added.get(name) ?? []), type]);
    }
  }
  return {
    declarations: declarations.map((one) =>
      coreTypes.get(one.name) === one
        ? withFields(one, added.get(one.name) ?? [])
        : one,
    ),
    widens,
    diagnostics,
    unknown,
  };
}

function hasFields(name: string, scope: Scope): boolean {
  const type = scope.types.get(name);
  const isOpen =
    type?.kind === "interface" ||
    (type?.kind === "alias" &&
      ["object", "intersection"].includes(type.type.kind));
  return isOpen && bodies({ kind: "reference", name }, scope).length > 0;
}

function fieldCollision(
  model: ExtensionModel,
  name: string,
  others: readonly string[],
  scope: Scope,
): Diagnostic | undefined {
  const type = model.facts.widens?.[name] ?? "";
  const place = scope.types.get(type)?.position;
  if (descendsFrom(type, new Set([name]), scope))
    return createDiagnostic("extension-collision", {
      message: `${type} of ${model.extension} is to widen ${name}, and extends it already`,
      hint: "declare the fields that are added, and these alone",
      ...(place === undefined ? {} : { position: place }),
    });
  const own = fieldsOf(type, scope);
  for (const other of others) {
    const field = fieldsOf(other, scope).find((one) => own.includes(one));
    if (field === undefined) continue;
    return createDiagnostic("extension-collision", {
      message: `${model.extension} gives ${name} the field "${field}" of ${type}, which ${other} has already`,
      hint: "give the field another name",
      ...(place === undefined ? {} : { position: place }),
    });
  }
  return undefined;
}

function fieldsOf(name: string, scope: Scope): string[] {
  return bodies({ kind: "reference", name }, scope).flatMap(({ properties }) =>
    properties.map((property) => property.name),
  );
}

function withFields(
  declaration: Declaration,
  added: readonly string[],
): Declaration {
  const more = added.map((name): Type => ({ kind: "reference", name }));
  if (more.length === 0) return declaration;
  switch (declaration.kind) {
    case "interface":
      return { ...declaration, extends: [...declaration.extends, ...more] };
    case "alias":
      return {
        ...declaration,
        type: { kind: "intersection", members: [declaration.type, ...more] },
      };
    case "constant":
    case "enum":
      return declaration;
    default:
      return declaration satisfies never;
  }
}
