import type { Protocol } from "../../model/index.ts";
import { comment } from "../print/comment.ts";
import { block, hardline, indent, lines, type Doc } from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { quote } from "../print/names.ts";
import { assigned } from "../print/type-syntax.ts";

/** The types of the tables' entries. */
export function entryTypes(): Item[] {
  return [
    unionType(
      "Direction",
      ["clientToServer", "serverToClient", "both", "embedded", "none"],
      "Who sends a message: `embedded` ones travel inside another one.",
    ),
    capabilityEntry(),
    ...guardedEntries(),
    ...messageEntries(),
  ];
}

/** What the module says of the revision, and of a message. */
export function protocolTypes(protocol: Protocol): Item[] {
  return [
    protocolTable(protocol),
    ...sideTypes(protocol),
    unionType("MessageKind", [
      "request",
      "notification",
      "result",
      "error",
      "invalid",
    ]),
  ];
}

function capabilityEntry(): Item {
  return interfaceType(
    "CapabilityEntry",
    [
      'readonly side: "client" | "server" | "receiver" | "sender";',
      "readonly path: readonly string[];",
      lines(
        comment("Whether it is a boolean; else it is an object."),
        "readonly flag: boolean;",
      ),
    ],
    "The capability without which a message is not sent, and who declares it.",
  );
}

function guardedEntries(): Item[] {
  return [
    interfaceType(
      "ParamsEntry<Params>",
      [
        "readonly type: string;",
        "readonly required: boolean;",
        ...guardMembers("Params"),
      ],
      "The params of a method, and the guards of their type.",
    ),
    interfaceType(
      "ResultEntry<Result>",
      [
        "readonly type: string;",
        "readonly when?: ResultCondition;",
        ...guardMembers("Result"),
      ],
      "A result that answers a request; `when` tells it from the others.",
    ),
    interfaceType(
      "ResultCondition",
      [
        "readonly property: string;",
        lines(
          comment("The value of the property; any, where there is none."),
          "readonly value?: string;",
        ),
        lines(
          comment("Whether a result without the property is meant too."),
          "readonly orAbsent?: true;",
        ),
      ],
      "What a result must have to be of a type.",
    ),
  ];
}

function guardMembers(type: string): Doc[] {
  return [`readonly is: (value: unknown) => value is ${type};`, validateMember];
}

const validateMember =
  "readonly validate: (value: unknown) => guards.Issue | undefined;";

function messageEntries(): Item[] {
  return [
    interfaceType("NotificationEntry<Params>", [
      ...commonMembers(),
      "readonly params: ParamsEntry<Params>;",
    ]),
    declared("RequestEntry", [
      "interface RequestEntry<",
      indent(hardline, lines("Params,", "Result,")),
      hardline,
      "> extends NotificationEntry<Params> ",
      block(
        lines(
          choiceComment(),
          "readonly results: readonly ResultEntry<Result>[];",
        ),
        ...requestMembers(),
      ),
    ]),
  ];
}

function commonMembers(): Doc[] {
  return [
    lines(comment("The name of its handler."), "readonly handler: string;"),
    "readonly direction: Direction;",
    "readonly capability?: CapabilityEntry;",
  ];
}

function choiceComment(): Doc {
  return comment(
    "In the order of choice: the first whose condition holds is meant.",
  );
}

function requestMembers(): Doc[] {
  return [
    lines(
      comment("The param that names what is called, such as a tool."),
      "readonly name?: string;",
    ),
    lines(
      comment(
        "Whether the server may ask for the client's input before it answers.",
      ),
      "readonly input?: true;",
    ),
    lines(
      comment("Whether the result has to say how long it may be kept."),
      "readonly cacheable?: true;",
    ),
  ];
}

function protocolTable(protocol: Protocol): Item {
  return interfaceType("ProtocolTable", [
    ...tableMembers(protocol),
    "readonly requests: typeof requests;",
    "readonly notifications: typeof notifications;",
  ]);
}

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
      comment("What is true of the revision and stands in no type."),
      "readonly facts: readonly string[];",
    ),
  ];
}

/** The tables of one side, that hold no guard of what only the other receives. */
function sideTypes(protocol: Protocol): Item[] {
  return [
    interfaceType(
      "SideEntry",
      [
        ...commonMembers(),
        lines(
          comment("Absent on the side that does not receive the message."),
          "readonly params?: SideParams;",
        ),
      ],
      "A message, as one side of a connection sees it.",
    ),
    interfaceType("SideRequestEntry extends SideEntry", [
      lines(
        comment(
          "In the order of choice; absent on the side that does not send the request.",
        ),
        "readonly results?: readonly SideResult[];",
      ),
      ...requestMembers(),
    ]),
    interfaceType("SideParams", [
      "readonly required: boolean;",
      validateMember,
    ]),
    interfaceType("SideResult", [
      "readonly when?: ResultCondition;",
      validateMember,
    ]),
    interfaceType("SideTable", [
      ...tableMembers(protocol),
      "readonly requests: { readonly [method: string]: SideRequestEntry };",
      "readonly notifications: { readonly [method: string]: SideEntry };",
    ]),
  ];
}

function interfaceType(
  name: string,
  members: readonly Doc[],
  text?: string,
): Item {
  const [plain = name] = name.split(/[< ]/);
  return declared(plain, [`interface ${name} `, block(...members)], text);
}

function unionType(
  name: string,
  members: readonly string[],
  text?: string,
): Item {
  return declared(
    name,
    [`type ${name} =`, assigned(members.map(quote)), ";"],
    text,
  );
}

/** A type that the module exports, with its comment. */
export function declared(name: string, doc: Doc, text?: string): Item {
  const note = text === undefined ? {} : { comment: comment(text) };
  return { kind: "type", exported: true, name, text: doc, ...note };
}
