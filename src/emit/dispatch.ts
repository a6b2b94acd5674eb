import type { NotificationMethod, Protocol } from "../model/index.ts";
import { comment } from "./comment.ts";
import { dispatchFunctions } from "./dispatch-functions.ts";
import { notificationTable, requestTable } from "./dispatch-tables.ts";
import { dispatchTypes } from "./dispatch-types.ts";
import { allowsErrorsWithoutId } from "./dispatch-errors.ts";
import { fileHeader } from "./header.ts";
import { types, type Doc } from "./layout.ts";
import type { Item, Module } from "./module.ts";
import { importNames, quote, type Imports } from "./names.ts";
import { object, readonlyMembers } from "./dispatch-objects.ts";

/** Which module declares the type and the guards of params or of a result. */
export interface NamedType {
  readonly name: string;
  readonly type?: unknown;
}

/**
 * Everything that depends on a message's method: params and results with their
 * guards, direction, capability; and what a message is at all.
 */
export function dispatchModule(protocol: Protocol): Module {
  const named = namedTypes(protocol);
  const imports = importNames(
    ["Issue", ...named.map(({ name }) => name), ...named.flatMap(guardsOf)],
    OWN_NAMES,
  );
  return {
    path: `${protocol.revision}/dispatch`,
    header: fileHeader(protocol, "Dispatch tables"),
    items: [
      ...importItems(named, imports),
      ...constants(protocol),
      ...dispatchTypes(protocol, imports.localName),
      requestTable(protocol, imports.localName),
      notificationTable(protocol, imports.localName),
      protocolTable(protocol),
      ...dispatchFunctions(),
    ],
  };
}

/** Every params and result type of the methods, each once. */
export function namedTypes(protocol: Protocol): NamedType[] {
  const methods: NotificationMethod[] = [
    ...protocol.requests,
    ...protocol.notifications,
  ];
  const all: NamedType[] = [
    ...methods.map(({ params }) => params),
    ...protocol.requests.flatMap(({ results }) => results),
  ];
  return [...new Map(all.map((type) => [type.name, type])).values()];
}

function guardsOf({ name }: NamedType): string[] {
  return [`is${name}`, `validate${name}`];
}

/** Types that stand inline in the schema are declared beside their guards. */
export function typeImports(
  named: readonly NamedType[],
  imports: Imports,
): Item[] {
  const of = (declared: boolean): Set<string> =>
    new Set(
      named
        .filter(({ type }) => (type === undefined) === declared)
        .map(({ name }) => name),
    );
  return [
    importItem("./types", true, of(true), imports),
    importItem("./guards", true, of(false), imports),
  ];
}

export function importItem(
  from: string,
  typesOnly: boolean,
  wanted: ReadonlySet<string>,
  imports: Imports,
): Item {
  const names = imports.names.filter(({ name }) => wanted.has(name));
  return { kind: "import", types: typesOnly, names, from };
}

function importItems(named: readonly NamedType[], imports: Imports): Item[] {
  const guards = new Set(named.flatMap(guardsOf));
  return [
    importItem("./guards", false, guards, imports),
    importItem("./guards", true, new Set(["Issue"]), imports),
    ...typeImports(named, imports),
  ];
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

/** What the module declares and uses itself, so that no import may be called so. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  "CapabilityEntry",
  "Direction",
  "MessageKind",
  "NotificationEntry",
  "Notifications",
  "Number",
  "Object",
  "ParamsEntry",
  "ProtocolTable",
  "Reflect",
  "RequestEntry",
  "Requests",
  "ResultEntry",
  "chooseResult",
  "classify",
  "errorCodes",
  "isNotificationMethod",
  "isRequestMethod",
  "notifications",
  "protocol",
  "requests",
  "revision",
]);
