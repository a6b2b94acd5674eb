import type {
  Direction,
  NotificationMethod,
  Protocol,
} from "../../model/index.ts";
import { byCodeUnit } from "../../order.ts";
import type { ImportName, Item } from "../module.ts";
import {
  importTypes,
  messageTypes,
  typeReference,
  type MessageSet,
  type NamedType,
} from "../references.ts";

/** The two stubs of a revision differ in this alone. */
export interface StubSide {
  /** `Server`: whose stub it is. */
  readonly own: "Server" | "Client";
  /** `Client`: whom it talks to. */
  readonly peer: "Server" | "Client";
  readonly receives: readonly Direction[];
  readonly sends: readonly Direction[];
}

export const serverSide: StubSide = {
  own: "Server",
  peer: "Client",
  receives: ["clientToServer", "both"],
  sends: ["serverToClient", "both"],
};

export const clientSide: StubSide = {
  own: "Client",
  peer: "Server",
  receives: ["serverToClient", "both"],
  sends: ["clientToServer", "both"],
};

/** One stub being emitted: what travels each way. */
export interface Stub {
  readonly protocol: Protocol;
  readonly side: StubSide;
  readonly receives: MessageSet;
  readonly sends: MessageSet;
  /** The module specifier of the runtime. */
  readonly runtime: string;
  /** Whether prose comes through. */
  readonly docs: boolean;
}

export type StubOptions = Pick<Stub, "runtime" | "docs">;

export function createStub(
  protocol: Protocol,
  side: StubSide,
  options: StubOptions,
): Stub {
  const receives = travelling(protocol, side.receives);
  const sends = travelling(protocol, side.sends);
  return { protocol, side, receives, sends, ...options };
}

function travelling(
  protocol: Protocol,
  directions: readonly Direction[],
): MessageSet {
  const travels = ({ direction }: NotificationMethod): boolean =>
    directions.includes(direction);
  return {
    requests: protocol.requests.filter(travels),
    notifications: protocol.notifications.filter(travels),
  };
}

/** A declared type, or what stands in where the schema has none. */
export function declaredOr(
  { protocol }: Stub,
  name: string,
  substitute: string,
): string {
  return isDeclared(protocol, name) ? typeReference({ name }) : substitute;
}

function isDeclared({ declarations }: Protocol, name: string): boolean {
  return declarations.some((declaration) => declaration.name === name);
}

/** What the two sides tell each other of themselves. */
const identity = ["Implementation", "ClientCapabilities", "ServerCapabilities"];

export function stubImports(stub: Stub): Item[] {
  const declared = identity.filter((name) => isDeclared(stub.protocol, name));
  const named: NamedType[] = [
    ...messageTypes(stub.receives),
    ...messageTypes(stub.sends),
    ...declared.map((name) => ({ name })),
  ];
  return [
    {
      kind: "import",
      types: false,
      names: [{ name: "protocol" }],
      from: "./dispatch",
    },
    {
      kind: "import",
      types: true,
      names: [{ name: "Notifications" }, { name: "Requests" }],
      from: "./dispatch",
    },
    ...importTypes(named),
  ];
}

/** Imports of the runtime: `build` and what its types are made of. */
export function runtimeImports(
  stub: Stub,
  build: string,
  names: readonly ImportName[],
): Item[] {
  const calls = stub.sends.requests.length > 0;
  const { requests, notifications } = stub.receives;
  const hears = requests.length > 0 || notifications.length > 0;
  const all: ImportName[] = [
    ...names,
    ...(hears ? [{ name: "Awaitable" }] : []),
    { name: "Caller" },
    { name: "Context" },
    ...(calls ? [{ name: "CallOptions" }] : []),
    ...(calls && fillsMeta(stub) ? [{ name: "Unsent" }] : []),
  ];
  const sorted = all.sort((a, b) => byCodeUnit(a.name, b.name));
  const from = stub.runtime;
  return [
    { kind: "import", types: false, names: [{ name: build }], from },
    { kind: "import", types: true, names: sorted, from },
  ];
}

/** Where every request repeats its `_meta`, the runtime fills it in. */
export function fillsMeta({ protocol }: Stub): boolean {
  return protocol.lifecycle === "stateless";
}
