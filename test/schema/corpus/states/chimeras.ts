import { ts } from "ts-morph";
import {
  declaredIn,
  nameOf,
  readTree,
  type SchemaTree,
} from "../../../lab/removal/edit.ts";
import { one, type Random } from "./numbers.ts";
import type { State } from "./state.ts";

interface Piece {
  readonly name: string;
  readonly text: string;
  readonly references: readonly string[];
}

/** States whose declarations are each from one of two schemas, with all that they refer to. */
export function chimeras(
  first: string,
  second: string,
  count: number,
  random: Random,
): State[] {
  const sides = [
    piecesOf(readTree(first)),
    piecesOf(readTree(second)),
  ] as const;
  const names = [...new Set(sides.flatMap((side) => [...side.keys()]))];
  return Array.from({ length: count }, (_, index) => {
    // Few of the one among many of the other as well as half of each.
    const share = random() ** 2 * 0.5;
    const [much, little] =
      random() < 0.5 ? sides : ([sides[1], sides[0]] as const);
    const taken = new Map<string, Piece>();
    const take = (name: string): void => {
      if (taken.has(name)) return;
      const isLittle = random() < share;
      const piece =
        (isLittle ? little : much).get(name) ??
        (isLittle ? much : little).get(name);
      if (piece === undefined) return;
      taken.set(name, piece);
      piece.references.forEach(take);
    };
    for (const name of names)
      if (much.has(name) ? random() < 0.97 : random() < share) take(name);
    const order = one(random, sides);
    const sorted = [...new Set([...order.keys(), ...names])];
    return {
      name: `chimera ${index}`,
      text: sorted.flatMap((name) => taken.get(name)?.text ?? []).join(""),
    };
  });
}

/** A text with the declarations that it refers to and has not, as one of the others has them. */
export function closed(text: string, others: readonly string[]): string {
  const own = piecesOf(readTree(text));
  const found = others.map((other) => piecesOf(readTree(other)));
  const missing = new Map<string, string>();
  const visit = ({ references }: Piece): void => {
    for (const name of references) {
      if (own.has(name) || missing.has(name)) continue;
      const piece = found.find((pieces) => pieces.has(name))?.get(name);
      if (piece === undefined) continue;
      missing.set(name, piece.text);
      visit(piece);
    }
  };
  own.forEach(visit);
  return [text, ...missing.values()].join("");
}

function piecesOf(tree: SchemaTree): Map<string, Piece> {
  return new Map(
    declaredIn(tree).map((declared) => {
      const references = new Set<string>();
      const visit = (node: ts.Node): void => {
        if (ts.isIdentifier(node)) references.add(node.text);
        ts.forEachChild(node, visit);
      };
      visit(declared);
      const name = nameOf(declared);
      const text = `${tree.text.slice(declared.pos, declared.end)}\n`;
      return [name, { name, text, references: [...references] }];
    }),
  );
}
