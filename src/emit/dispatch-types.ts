import type {
  NotificationMethod,
  Params,
  Protocol,
  RequestMethod,
} from "../model/index.ts";
import { comment } from "./comment.ts";
import {
  block,
  group,
  hardline,
  indent,
  join,
  line,
  lines,
  choice,
  type Doc,
} from "./layout.ts";
import type { Item } from "./module.ts";
import { propertyName, quote } from "./names.ts";

type LocalName = (name: string) => string;

/** The types of every method's params and results, and those of the tables. */
export function dispatchTypes(
  protocol: Protocol,
  localName: LocalName,
): Item[] {
  return [
    requestsType(protocol.requests, localName),
    notificationsType(protocol.notifications, localName),
    ...entryTypes(protocol),
  ];
}

function requestsType(
  methods: readonly RequestMethod[],
  localName: LocalName,
): Item {
  const members = methods.map((request): Doc => [
    `${propertyName(request.method)}: `,
    block(paramsMember(request.params, localName), [
      "result:",
      assigned(resultUnion(request, localName)),
      ";",
    ]),
    ";",
  ]);
  return declared("The requests, by method.", [
    "interface Requests ",
    block(...members),
  ]);
}

function notificationsType(
  methods: readonly NotificationMethod[],
  localName: LocalName,
): Item {
  const members = methods.map(({ method, params }): Doc => [
    `${propertyName(method)}: `,
    block(paramsMember(params, localName)),
    ";",
  ]);
  return declared("The notifications, by method.", [
    "interface Notifications ",
    block(...members),
  ]);
}

function paramsMember(params: Params, localName: LocalName): Doc {
  return `params${params.required ? "" : "?"}: ${localName(params.name)};`;
}

/** The union of the results that answer a request, by their local names. */
export function resultUnion(
  { results }: RequestMethod,
  localName: LocalName,
): readonly string[] {
  return results.map(({ name }) => localName(name));
}

/** What stands behind a property's colon. */
function assigned(members: readonly string[]): Doc {
  if (members.length === 1) return [" ", ...members];
  const union = group(choice("| ", ""), join([line, "| "], members));
  return group(indent(line, union));
}

function entryTypes(protocol: Protocol): Item[] {
  return [
    declared(
      "Who sends a message: `embedded` ones travel inside another one.",
      [
        "type Direction =",
        assigned(
          ["clientToServer", "serverToClient", "both", "embedded", "none"].map(
            quote,
          ),
        ),
        ";",
      ],
    ),
    declared(
      "The capability that the receiver of a request, or the sender of a notification, declares.",
      interfaceOf("CapabilityEntry", [
        'readonly side: "client" | "server" | "receiver" | "sender";',
        "readonly path: readonly string[];",
        lines(
          comment("Whether it is a boolean; else it is an object."),
          "readonly flag: boolean;",
        ),
      ]),
    ),
    declared(
      "The params of a method, and the guards of their type.",
      interfaceOf("ParamsEntry<Params>", [
        "readonly type: string;",
        "readonly required: boolean;",
        ...guardMembers("Params"),
      ]),
    ),
    declared(
      "A result that answers a request; `when` tells it from the others.",
      interfaceOf("ResultEntry<Result>", [
        "readonly type: string;",
        "readonly when?: { readonly property: string; readonly value?: string };",
        ...guardMembers("Result"),
      ]),
    ),
    declared(
      undefined,
      interfaceOf("NotificationEntry<Params>", [
        lines(comment("The name of its handler."), "readonly handler: string;"),
        "readonly direction: Direction;",
        "readonly capability?: CapabilityEntry;",
        "readonly params: ParamsEntry<Params>;",
      ]),
    ),
    declared(undefined, [
      "interface RequestEntry<",
      indent(hardline, lines("Params,", "Result,")),
      hardline,
      "> extends NotificationEntry<Params> ",
      block(
        lines(
          comment("In the order of choice: the last one has no condition."),
          "readonly results: readonly ResultEntry<Result>[];",
        ),
      ),
    ]),
    declared(
      undefined,
      interfaceOf("ProtocolTable", [
        "readonly revision: typeof revision;",
        `readonly lifecycle: ${quote(protocol.lifecycle)};`,
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
        "readonly requests: typeof requests;",
        "readonly notifications: typeof notifications;",
      ]),
    ),
    declared(undefined, [
      "type MessageKind =",
      assigned(
        ["request", "notification", "result", "error", "invalid"].map(quote),
      ),
      ";",
    ]),
  ];
}

function guardMembers(type: string): Doc[] {
  return [
    `readonly is: (value: unknown) => value is ${type};`,
    "readonly validate: (value: unknown) => Issue | undefined;",
  ];
}

function interfaceOf(name: string, members: readonly Doc[]): Doc {
  return [`interface ${name} `, block(...members)];
}

function declared(text: string | undefined, doc: Doc): Item {
  const note = text === undefined ? {} : { comment: comment(text) };
  return { kind: "type", exported: true, text: doc, ...note };
}
