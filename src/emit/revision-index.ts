import type { Protocol } from "../model/index.ts";
import { fileHeader } from "./header.ts";
import type { Item, Module } from "./module.ts";

/** The entry of one revision: what its modules export, under one name. */
export function revisionIndexModule(
  protocol: Protocol,
  modules: readonly Module[],
): Module {
  return {
    path: `${protocol.revision}/index`,
    header: fileHeader(protocol, "Entry"),
    items: modules.flatMap(({ path }) =>
      reexports(path.split("/").at(-1) ?? path),
    ),
  };
}

/**
 * Names of the stubs stand in full: an export by name goes before one by
 * `export *`, so that a declared type of the same name cannot make it ambiguous.
 */
function reexports(name: string): Item[] {
  const from = `./${name}`;
  switch (name) {
    case "dispatch":
      return named(from, DISPATCH_VALUES, DISPATCH_TYPES);
    case "server":
      return named(from, SERVER_VALUES, SERVER_TYPES);
    case "client":
      return named(from, CLIENT_VALUES, CLIENT_TYPES);
    default:
      return [{ kind: "reexport", types: false, from }];
  }
}

function named(
  from: string,
  values: readonly string[],
  typeNames: readonly string[],
): Item[] {
  const names = (list: readonly string[]): { name: string }[] =>
    list.map((name) => ({ name }));
  return [
    { kind: "reexport", types: false, names: names(values), from },
    { kind: "reexport", types: true, names: names(typeNames), from },
  ];
}

const DISPATCH_VALUES = [
  "chooseResult",
  "classify",
  "errorCodes",
  "isNotificationMethod",
  "isRequestMethod",
  "notifications",
  "protocol",
  "requests",
  "revision",
];

const DISPATCH_TYPES = [
  "CapabilityEntry",
  "Direction",
  "MessageKind",
  "NotificationEntry",
  "Notifications",
  "ParamsEntry",
  "ProtocolTable",
  "RequestEntry",
  "Requests",
  "ResultEntry",
];

const SERVER_VALUES = ["createClientPeer", "createServer"];

const SERVER_TYPES = [
  "ClientPeer",
  "Server",
  "ServerContext",
  "ServerHandlers",
  "ServerOptions",
];

const CLIENT_VALUES = ["createClient", "createServerPeer"];

const CLIENT_TYPES = [
  "Client",
  "ClientContext",
  "ClientHandlers",
  "ClientOptions",
  "ServerPeer",
];
