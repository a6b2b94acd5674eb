import { ts } from "ts-morph";
import { declaredIn, propertiesIn } from "../../../lab/removal/edit.ts";
import { changed, found, insertAtStatement, tokensIn } from "./edits.ts";
import { one } from "./numbers.ts";
import type { Slip } from "./state.ts";

/** What makes a schema of no use to the compiler either, nearly always. */
export const breaks: Readonly<Record<string, Slip>> = {
  "a conflict": (tree, random) => {
    const { pos, end } = one(random, declaredIn(tree));
    const part = tree.text.slice(pos, end).trimStart();
    const start = end - part.length;
    return `${tree.text.slice(0, start)}<<<<<<< HEAD\n${part}\n=======\n${part.replace(/string/, "number")}\n>>>>>>> main\n${tree.text.slice(end)}`;
  },
  "a conflict within": (tree, random) => {
    const { end } = one(random, propertiesIn(tree));
    const at =
      tree.text.lastIndexOf("\n", tree.text.lastIndexOf("\n", end - 1)) + 1;
    const to = tree.text.indexOf("\n", end) + 1;
    const part = tree.text.slice(at, to);
    return `${tree.text.slice(0, at)}<<<<<<< Updated upstream\n${part}=======\n${part.replace(/string/, "number")}>>>>>>> Stashed changes\n${tree.text.slice(to)}`;
  },
  "a rest of a conflict": (tree, random) => {
    const { end } = one(random, [...declaredIn(tree), ...propertiesIn(tree)]);
    const at = tree.text.indexOf("\n", end) + 1;
    return `${tree.text.slice(0, at)}${one(random, ["=======", ">>>>>>> 1a2b3c4 (Add it)", "<<<<<<< HEAD", "||||||| base"])}\n${tree.text.slice(at)}`;
  },
  "a sign gone": (tree, random) => {
    const signs = [...tree.text.matchAll(/[{}"|[\]]|extends|interface|\*\//g)];
    const { index, 0: sign } = one(random, signs);
    return tree.text.slice(0, index) + tree.text.slice(index + sign.length);
  },
  "a sign more": (tree, random) => {
    const place = one(random, tokensIn(tree));
    return (
      tree.text.slice(0, place) +
      one(random, ["{", "}", '"', "|", "[", ";", ")", "/*", "=", "+"]) +
      tree.text.slice(place)
    );
  },
  "a name mistyped": (tree, random) => {
    const reference = one(random, found(tree, ts.isTypeReferenceNode));
    return changed(tree, [[reference, `${reference.getText()}x`]]);
  },
  "a base mistyped": (tree, random) => {
    const base = one(random, found(tree, ts.isExpressionWithTypeArguments));
    return changed(tree, [[base, `${base.getText()}x`]]);
  },
  "a declaration gone": (tree, random) => {
    const { pos, end } = one(random, declaredIn(tree));
    return tree.text.slice(0, pos) + tree.text.slice(end);
  },
  "an alias twice": (tree, random) => {
    const aliases = declaredIn(tree).filter(
      (declared) => !ts.isInterfaceDeclaration(declared),
    );
    const { pos, end } = one(random, aliases);
    return insertAtStatement(tree, random, tree.text.slice(pos, end));
  },
  "cut off": (tree, random) =>
    tree.text.slice(0, Math.floor(random() * tree.text.length)),
};
