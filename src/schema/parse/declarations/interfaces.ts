import type { InterfaceDeclaration, Type } from "../../model/index.ts";
import { joinAnnotations } from "../comments/join.ts";
import { readAnnotations } from "../comments/jsdoc.ts";
import type { ts } from "../source/compiler.ts";
import type { DeclaredInterface } from "../source/module.ts";
import { report, type Reader } from "../source/session.ts";
import { bodyOf, readBody, type ReadBody } from "../types/members.ts";
import { readHeritage } from "./heritage.ts";

/** Reads an interface. One that is declared several times has what each declaration says. */
export function readInterface(
  reader: Reader,
  { name, node, later }: DeclaredInterface,
): InterfaceDeclaration {
  const nodes = [node, ...later];
  const bases = nodes.flatMap(({ heritageClauses }) =>
    readHeritage(reader, heritageClauses),
  );
  const body = readBody(reader, node.members);
  for (const again of later)
    addBody(reader, name, body, readBody(reader, again.members));
  return {
    kind: "interface",
    name,
    extends: later.length === 0 ? bases : distinct(bases),
    ...bodyOf(body),
    ...nodes.map((one) => readAnnotations(reader, one)).reduce(joinAnnotations),
  };
}

/** A base that several declarations name is one base. */
function distinct(bases: readonly Type[]): Type[] {
  const known = new Map(bases.map((base) => [JSON.stringify(base), base]));
  return [...known.values()];
}

/** Adds what a later declaration says. What both say has to be the same. */
function addBody(
  reader: Reader,
  owner: string,
  body: ReadBody,
  again: ReadBody,
): void {
  for (const [name, { property, node }] of again.properties) {
    const first = body.properties.get(name);
    if (first === undefined) {
      body.properties.set(name, { property, node });
      continue;
    }
    const joined = joinAnnotations(first.property, property);
    body.properties.set(name, {
      property: { ...first.property, ...joined },
      node: first.node,
    });
    const merged = { owner, first, again: property };
    reader.session.checks.push({ kind: "merged", reader, node, ...merged });
  }
  if (body.index !== undefined && again.index !== undefined)
    refuseIndex(reader, owner, body.index.node, again.index.node);
  if (body.index === undefined && again.index !== undefined)
    body.index = again.index;
}

function refuseIndex(
  reader: Reader,
  owner: string,
  first: ts.Node,
  again: ts.Node,
): void {
  report(reader, "merged-differently", again, {
    message: `two declarations of ${owner} have an index signature`,
    hint: "keep one of them",
    other: first,
  });
}
