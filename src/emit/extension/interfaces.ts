import { comment } from "../print/comment.ts";
import { block, lines, type Doc } from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { propertyName } from "../print/names.ts";
import { typeArguments } from "../print/type-syntax.ts";
import { handlersType } from "../stubs/handlers.ts";
import { notifyMember, requestMember } from "../stubs/peer.ts";
import { signature } from "../stubs/signature.ts";
import { runtimeType, type Stub } from "../stubs/stub.ts";

/** What one side does with the messages of an extension. */
export interface SideInterfaces {
  readonly stub: Stub;
  /** Whether the contexts of this side's handlers have a module. */
  readonly hasContext: boolean;
  /** The fields of a filter by which a client says what it wants to hear of. */
  readonly filters: readonly string[];
}

/** What one side answers and hears of an extension, and what the other can be sent of it. */
export function sideInterfaces({
  stub,
  hasContext,
  filters,
}: SideInterfaces): Item[] {
  const { own, peer } = stub.side;
  const context = `${own}Context`;
  const { requests, notifications } = stub.receives;
  if (requests.length + notifications.length === 0)
    return [handlersType(stub), peerType(stub, peer, [])];
  if (hasContext) stub.imports.type(`../${own.toLowerCase()}`, context);
  else runtimeType(stub, "Context", context);
  const listens = own === "Client" && filters.length > 0;
  return [
    handlersType(stub),
    ...(listens ? [filterType(filters)] : []),
    peerType(stub, peer, listens ? [listenMember(stub)] : []),
  ];
}

/** What a client can ask to hear of. */
function filterType(filters: readonly string[]): Item {
  const fields = filters.map(
    (name) => `readonly ${propertyName(name)}?: readonly string[];`,
  );
  return {
    kind: "type",
    comment: comment("What a client wants to hear of."),
    exported: true,
    name: "Filter",
    text: ["interface Filter ", block(...fields)],
  };
}

/** How a client asks to hear of what it names. */
function listenMember(stub: Stub): Doc {
  return lines(
    comment(
      "Asks the server to tell of what the filter names. Handlers of the notifications hear of it, too.",
    ),
    signature(
      "listen",
      ["filter: Filter", `options?: ${runtimeType(stub, "ListenOptions")}`],
      typeArguments("Promise", [runtimeType(stub, "Subscription")]),
    ),
  );
}

function peerType(stub: Stub, peer: string, more: readonly Doc[]): Item {
  const { requests, notifications } = stub.sends;
  const notify = notifications.map((message) =>
    notifyMember(stub, message, "Promise<void>"),
  );
  return {
    kind: "type",
    comment: comment(
      `What a ${peer.toLowerCase()} can be sent of the extension.`,
    ),
    exported: true,
    name: `${peer}Peer`,
    text: [
      `interface ${peer}Peer `,
      block(
        ...requests.map((request) => requestMember(stub, request)),
        ...more,
        ...notifyObject("Sends notifications: nobody answers them.", notify),
      ),
    ],
  };
}

/** What a server has of an extension, to tell those who want to hear. */
export function publisherType(stub: Stub): Item {
  const notify = stub.sends.notifications.map((message) =>
    notifyMember(stub, message, "void"),
  );
  return {
    kind: "type",
    comment: comment("What a server has of the extension, under its name."),
    exported: true,
    name: "Publisher",
    text: [
      "interface Publisher ",
      block(
        ...notifyObject("Tells the clients that asked to hear of it.", notify),
      ),
    ],
  };
}

function notifyObject(text: string, members: readonly Doc[]): Doc[] {
  if (members.length === 0) return [];
  return [lines(comment(text), ["readonly notify: ", block(...members), ";"])];
}
