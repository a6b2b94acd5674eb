import type { Protocol } from "../../schema/model/index.ts";
import { comment } from "../print/comment.ts";
import { code } from "../fixed/dispatch.ts";
import { code as conditions } from "../fixed/result-condition.ts";
import { fixedItem } from "../print/fixed-item.ts";
import { block, lines, type Doc } from "../print/layout.ts";
import type { FixedCode, Item } from "../print/module.ts";
import { quote } from "../print/names.ts";

/** The types of the tables, of their entries, and of what a message is. */
export function tableTypes(protocol: Protocol): Item[] {
  return [
    ...fixedTypes(
      code.Direction,
      code.ReservedCodes,
      code.CapabilityEntry,
      code.ParamsEntry,
      code.ResultEntry,
      conditions.ResultCondition,
      code.NotificationEntry,
      code.RequestEntry,
    ),
    table("ProtocolTable", [
      ...tableMembers(protocol),
      "readonly requests: typeof requests;",
      "readonly notifications: typeof notifications;",
    ]),
    ...fixedTypes(
      code.SideEntry,
      code.SideRequestEntry,
      code.SideParams,
      code.SideResult,
      code.SideSends,
    ),
    table("SideTable", [
      ...tableMembers(protocol),
      "readonly requests: { readonly [method: string]: SideRequestEntry };",
      "readonly notifications: { readonly [method: string]: SideEntry };",
    ]),
    ...fixedTypes(code.MessageKind),
  ];
}

function fixedTypes(...types: readonly FixedCode[]): Item[] {
  return types.map((one) => fixedItem(one, true));
}

function table(name: string, members: readonly Doc[]): Item {
  return declared(name, [`interface ${name} `, block(...members)]);
}

/** What both tables say of the revision. */
function tableMembers({ lifecycle }: Protocol): Doc[] {
  return [
    "readonly revision: typeof revision;",
    `readonly lifecycle: ${quote(lifecycle)};`,
    lines(
      comment("Whether several messages may travel as one array."),
      "readonly batches: boolean;",
    ),
    lines(
      comment(
        "Whether an error may travel without an id; else its id is null.",
      ),
      "readonly errorsWithoutId: boolean;",
    ),
    "readonly errorCodes: typeof errorCodes;",
    lines(
      comment(
        "Codes that are not sent, but for those above, and what is instead.",
      ),
      "readonly reservedCodes: readonly ReservedCodes[];",
    ),
    lines(
      comment("Keys of `_meta` with a reserved prefix that the schema names."),
      "readonly metaKeys: readonly string[];",
    ),
    lines(
      comment("What is true of the revision and stands in no type."),
      "readonly facts: readonly string[];",
    ),
  ];
}

/** A type that the module exports, with its comment. */
export function declared(name: string, doc: Doc, text?: string): Item {
  const note = text === undefined ? {} : { comment: comment(text) };
  return { kind: "type", exported: true, name, text: doc, ...note };
}
