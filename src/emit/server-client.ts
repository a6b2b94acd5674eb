import type {
  Direction,
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../model/index.ts";
import { CAPABILITIES } from "./dispatch-capability.ts";
import type { ImportName, Item } from "./module.ts";
import { byCodeUnit, importNames, type Imports } from "./names.ts";
import { importItem, typeImports, type NamedType } from "./dispatch.ts";

/** The two stubs of a revision differ in this alone. */
export interface StubSide {
  /** `Server`: whose stub it is. */
  readonly own: "Server" | "Client";
  /** `Client`: whom it talks to. */
  readonly peer: "Server" | "Client";
  readonly receives: readonly Direction[];
  readonly sends: readonly Direction[];
}

export const SERVER: StubSide = {
  own: "Server",
  peer: "Client",
  receives: ["clientToServer", "both"],
  sends: ["serverToClient", "both"],
};

export const CLIENT: StubSide = {
  own: "Client",
  peer: "Server",
  receives: ["serverToClient", "both"],
  sends: ["clientToServer", "both"],
};

/** One stub being emitted: what travels each way, and how names are imported. */
export interface Stub {
  readonly protocol: Protocol;
  readonly side: StubSide;
  readonly receives: Messages;
  readonly sends: Messages;
  readonly imports: Imports;
  /** The module specifier of the runtime. */
  readonly runtime: string;
}

interface Messages {
  readonly requests: readonly RequestMethod[];
  readonly notifications: readonly NotificationMethod[];
}

export function createStub(
  protocol: Protocol,
  side: StubSide,
  runtime: string,
  ownNames: readonly string[],
): Stub {
  const receives = travelling(protocol, side.receives);
  const sends = travelling(protocol, side.sends);
  const names = [...namesOf(receives), ...namesOf(sends)].map(
    ({ name }) => name,
  );
  const taken = new Set([...ownNames, ...SHARED_NAMES]);
  const identity = [
    "Implementation",
    CAPABILITIES.client,
    CAPABILITIES.server,
  ].filter((name) => isDeclared(protocol, name));
  const imports = importNames([...names, ...identity], taken);
  return { protocol, side, receives, sends, imports, runtime };
}

/** What every stub uses of the language, of the runtime and of the tables. */
const SHARED_NAMES = [
  "Awaitable",
  "CallOptions",
  "Caller",
  "Context",
  "Error",
  "Notifications",
  "Promise",
  "Requests",
  "Unsent",
  "protocol",
];

function travelling(
  protocol: Protocol,
  directions: readonly Direction[],
): Messages {
  const travels = ({ direction }: NotificationMethod): boolean =>
    directions.includes(direction);
  return {
    requests: protocol.requests.filter(travels),
    notifications: protocol.notifications.filter(travels),
  };
}

function namesOf({ requests, notifications }: Messages): NamedType[] {
  return [
    ...[...requests, ...notifications].map(({ params }) => params),
    ...requests.flatMap(({ results }) => results),
  ];
}

function isDeclared(protocol: Protocol, name: string): boolean {
  return protocol.declarations.some((declaration) => declaration.name === name);
}

/** The type by its local name, or what stands in where the schema has none. */
export function declaredOr(
  stub: Stub,
  name: string,
  substitute: string,
): string {
  return isDeclared(stub.protocol, name)
    ? stub.imports.localName(name)
    : substitute;
}

export function stubImports(stub: Stub): Item[] {
  const named = [...namesOf(stub.receives), ...namesOf(stub.sends)];
  const identity = ["Implementation", ...Object.values(CAPABILITIES)];
  const all = [...named, ...identity.map((name) => ({ name }))];
  return [
    importItem("./dispatch", false, new Set(["protocol"]), {
      names: [{ name: "protocol" }],
      localName: (name) => name,
    }),
    {
      kind: "import",
      types: true,
      names: [{ name: "Notifications" }, { name: "Requests" }],
      from: "./dispatch",
    },
    ...typeImports(all, stub.imports),
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
