import { unionNames } from "../derive/lookup.ts";
import { roles } from "../derive/roles.ts";
import type {
  Declaration,
  Direction,
  ExtensionModel,
  Protocol,
} from "../model/index.ts";
import { createScope } from "../model/scope.ts";
import { isEqual } from "./likeness.ts";

/** What an extension declares, beside what it only repeats. */
export interface OwnDeclarations {
  /** In source order. */
  readonly declarations: readonly Declaration[];
  /** Who sends a message, by its type: what the extension's own unions of messages say. */
  readonly directions: ReadonlyMap<string, Direction>;
  /** Declarations of names that the core has too, and that differ from the core's. */
  readonly copies: readonly Declaration[];
}

/**
 * Separates the declarations of an extension from those that it copies from the core. The
 * core's replace the copies.
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
    copies: others,
  };
}

/** Returns the key of a declaration: a type and a constant may share a name. */
export function keyOf({ kind, name }: Declaration): string {
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
