import { pairAsEnum } from "./constant-enums.ts";
import { mergeInterfaces } from "./merged.ts";
import { SyntaxKind, type ts } from "../source/compiler.ts";
import type { Declared } from "../source/module.ts";
import { reservedNames } from "../../model/reserved.ts";
import { report, type Site } from "../source/session.ts";

/** Enters a name, or says that it is taken. The first declaration stays. */
export function declare(site: Site, declared: Declared): void {
  const { imports, namespaces, declared: known } = site.module;
  const { name, nameNode } = declared;
  // The parser fills in an empty name where it missed one, and has said so.
  if (name === "") return;
  const earlier = known.get(name);
  const joined =
    earlier &&
    (pairAsEnum(earlier, declared) ?? mergeInterfaces(site, earlier, declared));
  const taken =
    earlier !== undefined || imports.has(name) || namespaces.has(name);
  if (joined !== undefined) known.set(name, joined);
  else if (!taken) known.set(name, declared);
  else {
    report(site, "duplicate-declaration", nameNode, {
      message: `${JSON.stringify(name)} is declared twice`,
      hint: "rename or remove one; only interfaces are merged",
      ...(earlier && { other: earlier.nameNode }),
    });
  }
}

/** Whether TypeScript lets a module declare the name; it is reported when not. */
export function isFreeName(site: Site, node: ts.Identifier): boolean {
  if (!reservedNames.has(node.text)) return true;
  report(site, "unsupported-name", node, {
    message: `TypeScript reserves the name ${JSON.stringify(node.text)}`,
    hint: "give the declaration another name",
  });
  return false;
}

/** Whether nothing but `export`, `declare` and `const` stands before a declaration. */
export function hasPlainModifiers(
  site: Site,
  node: { readonly modifiers?: ts.NodeArray<ts.ModifierLike> },
): boolean {
  const odd = node.modifiers?.find(
    ({ kind }) =>
      kind !== SyntaxKind.ExportKeyword &&
      kind !== SyntaxKind.DeclareKeyword &&
      kind !== SyntaxKind.ConstKeyword,
  );
  if (odd === undefined) return true;
  report(site, "unsupported-statement", odd, {
    message: `a declaration cannot be "${odd.getText(site.module.source)}" in a schema`,
    hint:
      odd.kind === SyntaxKind.DefaultKeyword
        ? "write export without default: a type is known by its name"
        : "only export, declare and const are known",
  });
  return false;
}

/** Whether a declaration is not generic; it is reported when it is. */
export function hasNoTypeParameters(
  site: Site,
  node: { readonly typeParameters?: ts.NodeArray<ts.TypeParameterDeclaration> },
): boolean {
  const [parameter] = node.typeParameters ?? [];
  if (parameter === undefined) return true;
  report(site, "type-parameters", parameter, {
    message: `type parameter ${parameter.name.text}: the schema's own types cannot be generic`,
    hint: "declare one type for each use",
  });
  return false;
}
