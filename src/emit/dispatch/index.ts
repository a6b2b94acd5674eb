import type { Protocol } from "../../model/index.ts";
import { comment } from "../comment.ts";
import { fileHeader } from "../header.ts";
import { types, type Doc } from "../layout.ts";
import type { Item, Module } from "../module.ts";
import { quote } from "../names.ts";
import {
  importModule,
  importTypes,
  messageTypes,
  type NamedType,
} from "../references.ts";
import { allowsErrorsWithoutId } from "./errors.ts";
import { dispatchFunctions } from "./functions.ts";
import { object, readonlyMembers } from "./objects.ts";
import { methodTables } from "./tables.ts";
import { dispatchTypes } from "./types.ts";

/**
 * Everything that depends on a message's method: params and results with their
 * guards, direction, capability; and what a message is at all.
 */
export function dispatchModule(protocol: Protocol): Module {
  return {
    path: `${protocol.revision}/dispatch`,
    header: fileHeader(protocol, "Dispatch tables"),
    items: [
      importModule("guards", "values"),
      ...importTypes(declaredTypes(protocol)),
      ...constants(protocol),
      ...dispatchTypes(protocol),
      ...methodTables(protocol),
      protocolTable(protocol),
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
  ];
}

function protocolTable(protocol: Protocol): Item {
  return {
    kind: "constant",
    comment: comment("What a runtime needs to know of this revision."),
    exported: true,
    name: "protocol",
    type: "ProtocolTable",
    value: object([
      ["revision", undefined],
      ["lifecycle", quote(protocol.lifecycle)],
      ["batches", String(protocol.batches)],
      ["errorsWithoutId", String(allowsErrorsWithoutId(protocol))],
      ["requests", undefined],
      ["notifications", undefined],
    ]),
  };
}
