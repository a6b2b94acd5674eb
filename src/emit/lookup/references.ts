import type { Protocol, Type } from "../../schema/model/index.ts";
import type { ImportItem } from "../print/module.ts";

/** A type by its name; `type` is set where the schema has it inline. */
export interface NamedType {
  readonly name: string;
  readonly type?: Type;
}

/** The messages of a protocol, or some of them. */
export type MessageSet = Readonly<Pick<Protocol, "requests" | "notifications">>;

/** The params of the messages, and the results that answer the requests. */
export function messageTypes({
  requests,
  notifications,
}: MessageSet): NamedType[] {
  return [
    ...requests.flatMap(({ params, results }) => [params, ...results]),
    ...notifications.map(({ params }) => params),
  ];
}

/**
 * A module of the same revision, imported as a whole: under one name of its own,
 * what it declares clashes with nothing.
 */
export function importModule(
  name: "types" | "guards",
  use: "types" | "values",
): ImportItem {
  const from = `./${name}`;
  const types = use === "types";
  return { kind: "import", types, names: [], namespace: name, from };
}

/** The modules that declare the types, so far as there are any. */
export function importTypes(named: readonly NamedType[]): ImportItem[] {
  const declaring = new Set(named.map(declaringModule));
  return (["guards", "types"] as const)
    .filter((name) => declaring.has(name))
    .map((name) => importModule(name, "types"));
}

/** A declared type, or one that stands inline and is declared beside its guard. */
export function typeReference(named: NamedType): string {
  return `${declaringModule(named)}.${named.name}`;
}

function declaringModule({ type }: NamedType): "types" | "guards" {
  return type === undefined ? "types" : "guards";
}
