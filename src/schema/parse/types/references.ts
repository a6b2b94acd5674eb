import { suggest } from "../../../base/diagnostics/nearest.ts";
import type { Type } from "../../model/index.ts";
import { compiler, type ts } from "../source/compiler.ts";
import { enumMemberNames } from "./enum-members.ts";
import { globalAdvice, unsupportedUtilities } from "./globals.ts";
import type { Declared } from "../source/module.ts";
import { resolveImported, resolveMember } from "../modules/imported.ts";
import { resolveName } from "../modules/resolve.ts";
import { refuse, unreadableType, type Reader } from "../source/session.ts";
import { quoteNode } from "../source/source.ts";
import type { NamedSyntax } from "./named.ts";
import { isUtility, readUtility } from "./utilities.ts";

/** Reads `Name`, `Enum.Member` or a utility type such as `Record<K, V>`. */
export function readTypeReference(
  reader: Reader,
  node: ts.TypeReferenceNode,
): Type {
  const { typeName, typeArguments = [] } = node;
  if (compiler.isQualifiedName(typeName)) {
    return readQualified(reader, { node, typeName, typeArguments });
  }
  return readNamed(reader, { node, name: typeName.text, typeArguments });
}

/** Reads a type by name: one of the schema's own, or else a utility type. */
export function readNamed(reader: Reader, syntax: NamedSyntax): Type {
  const declared = resolveName(reader.module, syntax.name);
  if (declared !== undefined) return readDeclared(reader, syntax, declared);
  const { name, node } = syntax;
  if (name === "Date") return readDate(reader, syntax);
  if (isUtility(name)) return readUtility(reader, { ...syntax, name });
  if (unsupportedUtilities.has(name)) {
    return refuse(reader, "unsupported-type", node, {
      message: `${name}<…> computes a type`,
      hint: "write out the type that it stands for",
    });
  }
  return refuse(reader, "unknown-type", node, {
    message: `the schema does not declare ${JSON.stringify(name)}`,
    hint:
      globalAdvice.get(name) ??
      suggest(name, typeNames(reader)) ??
      "declare it, or import it from a file beside the schema",
  });
}

/** Reads TypeScript's own `Date`: what JSON makes of one is a string. */
function readDate(reader: Reader, { name, typeArguments }: NamedSyntax): Type {
  const [argument] = typeArguments;
  if (argument === undefined) return { kind: "keyword", name: "Date" };
  return refuse(reader, "type-arguments", argument, {
    message: `${name} takes no type arguments`,
    hint: `write ${name} alone`,
  });
}

/** Reads `namespace.Name`, or else `Enum.Member`. */
function readQualified(
  reader: Reader,
  {
    node,
    typeName,
    typeArguments,
  }: Omit<NamedSyntax, "name"> & { typeName: ts.QualifiedName },
): Type {
  const declared = memberOfNamespace(reader, typeName);
  const name = typeName.right.text;
  return declared === undefined
    ? readEnumMember(reader, typeName)
    : readDeclared(reader, { node, name, typeArguments }, declared);
}

/** Reads `namespace.Name` where it is extended; undefined where it is something else. */
export function readMember(
  reader: Reader,
  {
    node,
    expression,
    typeArguments,
  }: Omit<NamedSyntax, "name"> & { expression: ts.Expression },
): Type | undefined {
  if (!compiler.isPropertyAccessExpression(expression)) return undefined;
  const { expression: left, name } = expression;
  if (!compiler.isIdentifier(left) || !compiler.isIdentifier(name))
    return undefined;
  const declared = resolveMember(reader, left.text, name);
  return (
    declared &&
    readDeclared(reader, { node, name: name.text, typeArguments }, declared)
  );
}

function memberOfNamespace(
  reader: Reader,
  { left, right }: ts.QualifiedName,
): Declared | undefined {
  return compiler.isIdentifier(left)
    ? resolveMember(reader, left.text, right)
    : undefined;
}

/** Reads `import("./other.ts").Name`, which only the schema of an extension may have. */
export function readImportType(reader: Reader, node: ts.ImportTypeNode): Type {
  const { argument, qualifier, typeArguments = [], isTypeOf } = node;
  const specifier = compiler.isLiteralTypeNode(argument)
    ? argument.literal
    : undefined;
  const isNamed = qualifier !== undefined && compiler.isIdentifier(qualifier);
  const isExtension = reader.session.options.core !== undefined;
  if (!isExtension || !isNamed || isTypeOf || specifier === undefined)
    return refuse(reader, "unsupported-type", node, {
      message: "an import cannot stand inside a type",
      hint: 'write import { A } from "./other.ts" at the top of the file',
    });
  const declared = resolveImported(reader, specifier, qualifier);
  const name = qualifier.text;
  return readDeclared(reader, { node, name, typeArguments }, declared);
}

function readDeclared(
  reader: Reader,
  { node, name, typeArguments }: NamedSyntax,
  declared: Declared,
): Type {
  if (declared.kind === "unreadable") return unreadableType;
  if (declared.kind === "constant") {
    return refuse(reader, "unknown-type", node, {
      message: `${JSON.stringify(name)} is a constant, not a type`,
      hint: `write typeof ${name}`,
    });
  }
  const [argument] = typeArguments;
  if (argument !== undefined) {
    return refuse(reader, "type-arguments", argument, {
      message: `${name} is declared by the schema and takes no type arguments`,
      hint: `write ${name} alone`,
    });
  }
  if (declared.kind !== "core") reader.session.needed.add(declared);
  return { kind: "reference", name: declared.name };
}

/** Reads `typeof CONSTANT` and `typeof Enum.Member`. */
export function readTypeQuery(reader: Reader, node: ts.TypeQueryNode): Type {
  const { exprName } = node;
  const isQualified = compiler.isQualifiedName(exprName);
  const declared = isQualified
    ? memberOfNamespace(reader, exprName)
    : resolveName(reader.module, exprName.text);
  if (declared?.kind === "unreadable") return unreadableType;
  if (declared?.kind === "core")
    return { kind: "constant", name: declared.name };
  if (declared?.kind === "constant") {
    reader.session.needed.add(declared);
    const { type } = declared.node;
    // What is annotated has the type of the annotation, whatever its value.
    return type === undefined || compiler.isLiteralTypeNode(type)
      ? { kind: "constant", name: declared.name }
      : reader.readType({ ...reader, module: declared.module }, type);
  }
  if (isQualified) return readEnumMember(reader, exprName);
  return refuse(reader, "unknown-constant", exprName, {
    message: `the schema declares no constant ${JSON.stringify(exprName.text)}`,
    hint:
      declared === undefined
        ? (suggest(exprName.text, namesOf(reader, "constant")) ??
          "declare it, or write out its value")
        : `write ${exprName.text} without typeof`,
  });
}

function readEnumMember(reader: Reader, node: ts.QualifiedName): Type {
  const { left, right } = node;
  const declared = compiler.isIdentifier(left)
    ? resolveName(reader.module, left.text)
    : undefined;
  if (declared?.kind === "unreadable") return unreadableType;
  if (declared?.kind === "core")
    return { kind: "enumMember", enum: declared.name, member: right.text };
  if (declared?.kind !== "enum" && declared?.kind !== "constantEnum") {
    return refuse(reader, "unknown-type", left, {
      message: `the schema declares no enum ${JSON.stringify(quoteNode(reader.module.source, left))}`,
      hint: "only the members of an enum are named with a dot",
    });
  }
  const members = enumMemberNames(declared);
  if (!members.includes(right.text)) {
    return refuse(reader, "unknown-member", right, {
      message: `the enum ${declared.name} has no member ${JSON.stringify(right.text)}`,
      hint:
        suggest(right.text, members) ?? `its members are ${members.join(", ")}`,
    });
  }
  reader.session.needed.add(declared);
  return { kind: "enumMember", enum: declared.name, member: right.text };
}

const keywords = ["string", "number", "boolean", "unknown", "object", "null"];

function typeNames(reader: Reader): string[] {
  const types = [...namesOf(reader, "interface"), ...namesOf(reader, "alias")];
  const enums = [
    ...namesOf(reader, "enum"),
    ...namesOf(reader, "constantEnum"),
  ];
  return [...types, ...enums, ...reader.module.imports.keys(), ...keywords];
}

function namesOf({ module }: Reader, kind: Declared["kind"]): string[] {
  const declared = [...module.declared.values()];
  return declared.filter((one) => one.kind === kind).map(({ name }) => name);
}
