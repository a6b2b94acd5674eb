import type {
  Direction,
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../../schema/model/index.ts";
import { crossings, type Crossings } from "../crossing/index.ts";
import { createLookup, type TypeLookup } from "../lookup/lookup.ts";
import { freeName } from "../print/names.ts";
import type { NamedType } from "../lookup/references.ts";
import { createImports, type Imports } from "./imports.ts";

/** The two sides of a connection: their stubs differ in this alone. */
export interface StubSide {
  /** `Server`: whose stub it is. */
  readonly own: "Server" | "Client";
  /** `Client`: the side that it talks to. */
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
  receives: ["serverToClient", "both", "embedded"],
  sends: ["clientToServer", "both"],
};

/** A revision that a stub speaks, and how the stub refers to its modules. */
export interface Origin {
  readonly protocol: Protocol;
  readonly lookup: TypeLookup;
  /** Where its modules are, seen from the stub: `./` or `./<revision>/`. */
  readonly folder: string;
  /** The names under which its modules are imported. */
  readonly names: Readonly<Record<OriginModule, string>>;
  /** What values of the newest revision may not fit here. */
  readonly crossings: Crossings;
  /** Where types are that its own modules import themselves. */
  readonly core?: CoreOrigin;
}

/** The core that an extension's modules stand on. */
export interface CoreOrigin {
  has(name: string): boolean;
  readonly folder: string;
  /** The name under which its types are imported. */
  readonly name: string;
}

export type OriginModule = "types" | "guards" | "dispatch";

/** A message, and the newest revision in which it travels this way. */
export interface StubMessage<Method extends NotificationMethod> {
  readonly message: Method;
  readonly origin: Origin;
  /** Whether some revision lets the message travel without params. */
  readonly bare: boolean;
}

export type StubRequest = StubMessage<RequestMethod>;
export type StubNotification = StubMessage<NotificationMethod>;

export interface StubMessages {
  readonly requests: readonly StubRequest[];
  readonly notifications: readonly StubNotification[];
}

/** One stub being emitted: what travels each way, and what it imports. */
export interface Stub {
  readonly side: StubSide;
  /** Newest first. */
  readonly origins: readonly [Origin, ...Origin[]];
  readonly receives: StubMessages;
  readonly sends: StubMessages;
  /** What a server can ask of a client: alone, or inside a result. */
  readonly askable: readonly StubRequest[];
  /** Whether revisions of both lifecycles are spoken. */
  readonly mixed: boolean;
  readonly imports: Imports;
  /** The module specifier of the runtime. */
  readonly runtime: string;
  /** Whether prose comes through. */
  readonly docs: boolean;
}

export type StubOptions = Pick<Stub, "runtime" | "docs"> &
  Partial<Pick<Stub, "imports">>;

export function createStub(
  origins: readonly [Origin, ...Origin[]],
  side: StubSide,
  options: StubOptions,
): Stub {
  const lifecycles = new Set(origins.map(({ protocol }) => protocol.lifecycle));
  return {
    side,
    origins,
    receives: travelling(origins, side.receives),
    sends: travelling(origins, side.sends),
    askable: travelling(origins, ["serverToClient", "embedded"]).requests,
    mixed: lifecycles.size > 1,
    ...options,
    imports: options.imports ?? createImports(),
  };
}

/** The one revision of a stub that stands among its modules. */
export function ownOrigin(protocol: Protocol): Origin {
  return {
    protocol,
    lookup: createLookup(protocol),
    folder: "./",
    names: { types: "types", guards: "guards", dispatch: "dispatch" },
    crossings: { server: [], client: [] },
  };
}

/** The revisions of a stub that stands beside their folders, newest first. */
export function originsOf(
  protocols: readonly [Protocol, ...Protocol[]],
): [Origin, ...Origin[]] {
  const used = new Set<string>();
  const [newest, ...older] = protocols;
  return [
    { ...ownOrigin(newest), folder: folderOf(newest) },
    ...older.map((protocol): Origin => {
      const id = protocol.revision.replaceAll(/[^\p{ID_Continue}]/gu, "_");
      const suffix = freeName(`_${id}`, used);
      return {
        protocol,
        lookup: createLookup(protocol),
        folder: folderOf(protocol),
        names: {
          types: `types${suffix}`,
          guards: `guards${suffix}`,
          dispatch: `dispatch${suffix}`,
        },
        crossings: crossings(newest, protocol),
      };
    }),
  ];
}

function folderOf({ revision }: Protocol): string {
  return `./${revision}/`;
}

function travelling(
  origins: readonly Origin[],
  directions: readonly Direction[],
): StubMessages {
  return {
    requests: newestOfEach(origins, directions, ({ requests }) => requests),
    notifications: newestOfEach(
      origins,
      directions,
      ({ notifications }) => notifications,
    ),
  };
}

/** Each message by its handler, as the newest revision has it that sends it this way. */
function newestOfEach<Method extends NotificationMethod>(
  origins: readonly Origin[],
  directions: readonly Direction[],
  messagesOf: (protocol: Protocol) => readonly Method[],
): StubMessage<Method>[] {
  const found = new Map<string, StubMessage<Method>>();
  for (const origin of origins)
    for (const message of messagesOf(origin.protocol)) {
      if (!directions.includes(message.direction)) continue;
      const known = found.get(message.handler);
      const bare = (known?.bare ?? false) || !message.params.required;
      found.set(message.handler, { message, origin, ...known, bare });
    }
  return [...found.values()];
}

/** Imports a type of the runtime, and returns its name. */
export function runtimeType(stub: Stub, name: string, as?: string): string {
  return stub.imports.type(stub.runtime, name, as);
}

/** Imports a value of the runtime, and returns its name. */
export function runtimeValue(stub: Stub, name: string): string {
  return stub.imports.value(stub.runtime, name);
}

/** A type of a revision, by the name under which the stub imports its module. */
export function originType(
  stub: Stub,
  { folder, names, core }: Origin,
  { name, type }: NamedType,
): string {
  if (type === undefined && core?.has(name) === true) {
    stub.imports.namespace(`${core.folder}types`, core.name, "types");
    return `${core.name}.${name}`;
  }
  const module = type === undefined ? "types" : "guards";
  stub.imports.namespace(`${folder}${module}`, names[module], "types");
  return `${names[module]}.${name}`;
}

/** A value of a revision's guards or tables. */
export function originValue(
  stub: Stub,
  { folder, names }: Origin,
  module: "guards" | "dispatch",
  name: string,
): string {
  stub.imports.namespace(`${folder}${module}`, names[module], "values");
  return `${names[module]}.${name}`;
}

/** A declared type of the newest revision, or what stands in where it has none. */
export function declaredOr(
  stub: Stub,
  name: string,
  substitute: string,
): string {
  const [newest] = stub.origins;
  return newest.lookup.find(name) === undefined
    ? substitute
    : originType(stub, newest, { name });
}
