import type {
  Declaration,
  EnumDeclaration,
  InterfaceDeclaration,
  Protocol,
  Type,
} from "../../schema/model/index.ts";
import { comment } from "../print/comment.ts";
import { fileHeader } from "../print/header.ts";
import {
  block,
  group,
  hardline,
  indent,
  join,
  line,
  types,
  type Doc,
} from "../print/layout.ts";
import type { Item, Module } from "../print/module.ts";
import { objectKey, propertyName } from "../print/names.ts";
import { typeSummary } from "../summaries/index.ts";
import { documentation } from "./documentation.ts";
import { printMembers } from "./members.ts";
import { printAfterSign } from "./assigned.ts";
import { printLiteral } from "./literal.ts";
import type { TypePrinter } from "./printing.ts";
import { createTypePrinter } from "./type.ts";

/** Every declaration of the schema: names, order and types unchanged. */
export function typesModule(protocol: Protocol, docs: boolean): Module {
  return {
    path: `${protocol.revision}/types`,
    header: fileHeader(protocol, "Types"),
    items: printDeclarations(protocol.declarations, protocol, docs),
  };
}

/** Some of the declarations of a protocol, as they stand in a module of their own. */
export function printDeclarations(
  declarations: readonly Declaration[],
  protocol: Protocol,
  docs: boolean,
): Item[] {
  const { descriptions } = protocol;
  const printing = { docs, descriptions, localName: (name: string) => name };
  return declarations.flatMap((declaration) =>
    printDeclaration(
      declaration,
      protocol,
      createTypePrinter({ ...printing, path: declaration.name }),
    ),
  );
}

function printDeclaration(
  declaration: Declaration,
  protocol: Protocol,
  printer: TypePrinter,
): Item[] {
  const summary = typeSummary(declaration, protocol);
  const text = documentation(declaration, printer.docs, summary);
  const note = text === undefined ? {} : { comment: comment(text) };
  const { name } = declaration;
  switch (declaration.kind) {
    case "interface":
      return [typeItem(name, note, printInterface(declaration, printer))];
    case "alias": {
      const type = printAfterSign(declaration.type, printer);
      return [typeItem(name, note, [`type ${name} =`, type, ";"])];
    }
    case "constant": {
      const value = printLiteral(declaration.value);
      return [{ kind: "constant", exported: true, name, value, ...note }];
    }
    case "enum":
      return printEnum(declaration, printer, note);
    default:
      return declaration satisfies never;
  }
}

function typeItem(name: string, note: { comment?: Doc }, text: Doc): Item {
  return { kind: "type", exported: true, name, text, ...note };
}

function printInterface(
  declaration: InterfaceDeclaration,
  printer: TypePrinter,
): Doc {
  const members = printMembers(declaration, printer);
  const head = printHeritage(declaration.name, declaration.extends, printer);
  return [head, " ", block(...members)];
}

/** One base stays on the line of the name; several move below it together. */
function printHeritage(
  name: string,
  bases: readonly Type[],
  printer: TypePrinter,
): Doc {
  const printed = bases.map((base) => printer.print(base));
  if (printed.length === 0) return `interface ${name}`;
  if (printed.length === 1) return [`interface ${name} extends `, printed];
  const names = group(indent(line, join([",", line], printed)));
  return group(indent(`interface ${name}`, line, "extends", names));
}

/**
 * Enums are not erasable, so an enum is an object and the union of its values
 * under one name: `Level.Info` and `Level` mean what they mean with an enum.
 */
function printEnum(
  declaration: EnumDeclaration,
  printer: TypePrinter,
  note: { comment?: Doc },
): Item[] {
  const { name } = declaration;
  const members = declaration.members.map((member): Doc => {
    const text = documentation(member, printer.docs, {});
    const printed = `${objectKey(member.name)}: ${printLiteral(member.value)},`;
    return text === undefined ? printed : [comment(text), hardline, printed];
  });
  const declared = declaration.members.map(
    (member) =>
      `readonly ${propertyName(member.name)}: ${printLiteral(member.value)};`,
  );
  return [
    {
      kind: "constant",
      exported: true,
      name,
      declaredType: block(...declared),
      value: [block(...members), types(" as const")],
      ...note,
    },
    typeItem(
      name,
      {},
      `type ${name} = (typeof ${name})[keyof typeof ${name}];`,
    ),
  ];
}
