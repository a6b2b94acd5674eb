import type { Protocol, Type } from "../../schema/model/index.ts";
import type { Doc } from "../print/layout.ts";

export interface TypePrinting {
  /** Whether prose comes through; constraints always do. */
  readonly docs: boolean;
  /** Where the type stands: a type name, or one followed by property names, joined by dots. */
  readonly path: string;
  /** What is said of a path whose own comment says nothing. */
  readonly descriptions: Protocol["descriptions"];
  /** The name by which the module knows a declared type, constant or enum. */
  localName(name: string): string;
}

/** What the printers of the different kinds of types need of each other. */
export interface TypePrinter extends TypePrinting {
  /** A type that stands inside another. */
  print(type: Type): Doc;
  /** The printer of what a property is. */
  within(property: string): TypePrinter;
}
