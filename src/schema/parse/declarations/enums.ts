import type { EnumDeclaration, EnumMember } from "../../model/index.ts";
import { compiler, type ts } from "../source/compiler.ts";
import { readAnnotations } from "../comments/jsdoc.ts";
import { readLiteralValue } from "../types/literals.ts";
import type { Declared, DeclaredConstantEnum } from "../source/module.ts";
import { readName, reportDuplicate } from "../types/names.ts";
import { report, type Reader } from "../source/session.ts";

type DeclaredEnum = Extract<Declared, { kind: "enum" }>;

/** Reads an enum. A number without an initializer is one more than the member before it. */
export function readEnum(
  reader: Reader,
  { node, name }: DeclaredEnum,
): EnumDeclaration {
  const members: EnumMember[] = [];
  let next: number | undefined = 0;
  for (const member of node.members) {
    const value = readValue(reader, member, next);
    next = typeof value === "number" ? value + 1 : undefined;
    addMember(reader, members, member, value);
  }
  const annotations = readAnnotations(reader, node);
  return { kind: "enum", name, members, ...annotations };
}

/** Reads an enum that is written as a constant object. */
export function readConstantEnum(
  reader: Reader,
  { node, name, statement, alias }: DeclaredConstantEnum,
): EnumDeclaration {
  const members: EnumMember[] = [];
  for (const property of node.properties) {
    if (compiler.isPropertyAssignment(property)) {
      const value = readValue(reader, property, undefined);
      addMember(reader, members, property, value);
    } else {
      report(reader, "unsupported-value", property, {
        message: `the members of ${name} are written out one by one`,
        hint: "write name: literal",
      });
    }
  }
  const annotations = {
    ...readAnnotations(reader, alias),
    ...readAnnotations(reader, statement),
  };
  return { kind: "enum", name, members, ...annotations };
}

function readValue(
  reader: Reader,
  node: ts.EnumMember | ts.PropertyAssignment,
  implied: number | undefined,
): string | number | undefined {
  const value =
    node.initializer === undefined
      ? implied
      : readLiteralValue(node.initializer);
  if (typeof value === "string" || typeof value === "number") return value;
  report(reader, "unsupported-value", node.initializer ?? node, {
    message: "the value of an enum member is a string or a number",
    hint: "write it as a literal",
  });
  return undefined;
}

function addMember(
  reader: Reader,
  members: EnumMember[],
  node: ts.EnumMember | ts.PropertyAssignment,
  value: string | number | undefined,
): void {
  const name = readName(reader, node.name);
  if (name === undefined || value === undefined) return;
  if (members.some((member) => member.name === name)) {
    reportDuplicate(reader, node.name, name);
    return;
  }
  members.push({ name, value, ...readAnnotations(reader, node) });
}
