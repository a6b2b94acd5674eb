import type { Declaration, Protocol } from "../../schema/model/index.ts";
import { typesOfDeclaration } from "../../schema/model/walk.ts";
import type { Annotated } from "../../schema/model/type.ts";
import { declaredNames } from "../lookup/declared-names.ts";
import { namesIn } from "../print/names-in.ts";
import type { Name } from "../print/layout.ts";
import type { Item, Module } from "../print/module.ts";
import { itemText } from "../print/render.ts";
import type { Unit } from "./classes.ts";

/** A module of one revision, some of which others may have too. */
export interface RevisionModule {
  readonly protocol: Protocol;
  readonly module: Module;
}

/** A part of a module that can stand elsewhere. */
export type Declared = Exclude<Item, { readonly kind: "import" | "reexport" }>;

export function declaredItems({ items }: Module): Declared[] {
  return items.filter(
    (item) => item.kind !== "import" && item.kind !== "reexport",
  );
}

/**
 * The items of the module, then the types that the schema declares: a guard is the
 * same as another only where the types are that it tells of. `start` is the place of
 * the first in the list that they will stand in.
 */
export function unitsOf(
  { protocol, module }: RevisionModule,
  start: number,
): Unit[] {
  const items = declaredItems(module);
  const { declarations } = protocol;
  const places = new Map<string, number>();
  for (const { name } of items) places.set(name, start + places.size);
  for (const { name } of declarations)
    places.set(`types.${name}`, start + places.size);

  function placesOf(names: readonly Name[]): number[] {
    return names.flatMap(({ name, from }) => {
      const place = places.get(from === undefined ? name : `${from}.${name}`);
      return place ?? [];
    });
  }

  return [
    ...items.map((item) => ({
      says: itemText(item),
      refersTo: placesOf(namesIn(item)),
    })),
    ...declarations.map((declaration) => ({
      says: declarationText(declaration, protocol),
      refersTo: placesOf(typeNames(declaration)),
    })),
  ];
}

function declarationText(
  declaration: Declaration,
  { revision }: Protocol,
): string {
  const text = JSON.stringify(declaration, (key, value: unknown) =>
    annotations.has(key) ? undefined : value,
  );
  // No enum is the type of another that is written alike.
  return declaration.kind === "enum" ? `${revision} ${text}` : text;
}

/** What the schema says of a declaration that is no part of its type. */
const annotations: ReadonlySet<string> = new Set<keyof Annotated | "position">([
  "comment",
  "deprecated",
  "internal",
  "category",
  "constraints",
  "position",
]);

function typeNames(declaration: Declaration): Name[] {
  return declaredNames(typesOfDeclaration(declaration)).map((name) => ({
    kind: "name",
    name,
    from: "types",
  }));
}
