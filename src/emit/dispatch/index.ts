import type { Protocol } from "../../schema/model/index.ts";
import { comment } from "../print/comment.ts";
import { fileHeader } from "../print/header.ts";
import {
  hardline,
  indent,
  join,
  list,
  types,
  type Doc,
} from "../print/layout.ts";
import type { Item, Module } from "../print/module.ts";
import { quote } from "../print/names.ts";
import {
  importModule,
  importTypes,
  messageTypes,
  type NamedType,
} from "../lookup/references.ts";
import { allowsErrorsWithoutId } from "./errors.ts";
import { reservedMetaKeys } from "./meta-keys.ts";
import { dispatchFunctions } from "./functions.ts";
import { tableMethods } from "./methods.ts";
import { object, readonlyMembers, type ObjectMember } from "./objects.ts";
import { sentTables } from "./sends.ts";
import { methodTables, sideTables } from "./tables.ts";
import { dispatchTypes } from "./types.ts";

/**
 * Everything that depends on a message's method: params and results with their
 * guards, direction, capability; and what a message is at all.
 */
export function dispatchModule(protocol: Protocol): Module {
  const methods = tableMethods(protocol);
  return {
    path: `${protocol.revision}/dispatch`,
    header: fileHeader(protocol, "Dispatch tables"),
    items: [
      importModule("guards", "values"),
      ...importTypes(declaredTypes(protocol)),
      ...constants(protocol),
      ...dispatchTypes(protocol),
      ...methodTables(methods),
      protocolTable(),
      ...sideTables(methods, traits),
      ...sentTables(protocol),
      ...dispatchFunctions(),
    ],
  };
}

/** The params and results that the schema declares by name. */
function declaredTypes(protocol: Protocol): NamedType[] {
  return messageTypes(protocol).filter(({ type }) => type === undefined);
}

function constants(protocol: Protocol): Item[] {
  const codes = protocol.errors.map(({ name, code }): [string, Doc] => [
    name,
    String(code),
  ]);
  return [
    {
      kind: "constant",
      comment: comment("The revision's identity."),
      exported: true,
      name: "revision",
      value: quote(protocol.revision),
    },
    {
      kind: "constant",
      comment: comment("The codes of errors, by name."),
      exported: true,
      name: "errorCodes",
      declaredType: readonlyMembers(codes),
      value: [object(codes), types(" as const")],
    },
    constant("lifecycle", quote(protocol.lifecycle)),
    constant("batches", String(protocol.batches)),
    constant("errorsWithoutId", String(allowsErrorsWithoutId(protocol))),
    constant("reservedCodes", [reservedCodes(protocol), types(" as const")]),
    constant("metaKeys", [
      list("[", reservedMetaKeys(protocol).map(quote), "]"),
      types(" as const"),
    ]),
    constant("facts", [
      list("[", protocol.features.map(quote), "]"),
      types(" as const"),
    ]),
  ];
}

function reservedCodes({ reservedCodes = [] }: Protocol): Doc {
  const ranges = reservedCodes.map(
    ({ from, to, as }) => `[${from}, ${to}, ${as}]`,
  );
  return ranges.length === 0
    ? "[]"
    : [
        "[",
        indent(hardline, join([",", hardline], ranges), ","),
        hardline,
        "]",
      ];
}

function constant(name: string, value: Doc): Item {
  return { kind: "constant", exported: false, name, value };
}

/** What the tables say of the revision: constants of the same names. */
const traits: readonly ObjectMember[] = [
  ["revision", undefined],
  ["lifecycle", undefined],
  ["batches", undefined],
  ["errorsWithoutId", undefined],
  ["errorCodes", undefined],
  ["reservedCodes", undefined],
  ["metaKeys", undefined],
  ["facts", undefined],
];

function protocolTable(): Item {
  return {
    kind: "constant",
    comment: comment("What there is to know of this revision."),
    exported: true,
    name: "protocol",
    type: "ProtocolTable",
    value: object([
      ...traits,
      ["requests", undefined],
      ["notifications", undefined],
    ]),
  };
}
