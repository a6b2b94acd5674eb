/**
 * What the runtime knows of a revision: the generated `dispatch` module
 * satisfies this, and nothing else in the runtime depends on the revision.
 */
export interface ProtocolTable {
  readonly revision: string;
  readonly lifecycle: "handshake" | "stateless";
  /** Whether several messages may travel as one array. */
  readonly batches: boolean;
  /** Whether an error may travel without an id; else the id is null. */
  readonly errorsWithoutId: boolean;
  readonly requests: { readonly [method: string]: RequestEntry };
  readonly notifications: { readonly [method: string]: NotificationEntry };
}

export interface NotificationEntry {
  /** The name of the handler, such as `callTool`. */
  readonly handler: string;
  readonly direction: Direction;
  readonly params: ParamsEntry;
  readonly capability?: CapabilityEntry;
}

export interface RequestEntry extends NotificationEntry {
  /** In the order of choice: the first whose condition holds is meant. */
  readonly results: readonly ResultEntry[];
}

export type Direction =
  "clientToServer" | "serverToClient" | "both" | "embedded" | "none";

export interface ParamsEntry extends Checks {
  readonly required: boolean;
}

export interface ResultEntry extends Checks {
  readonly when?: {
    readonly property: string;
    readonly value?: string;
    readonly orAbsent?: true;
  };
}

/** The guard of a type: whether a value is one, and if not, why. */
export interface Checks {
  readonly type: string;
  readonly is: (value: unknown) => boolean;
  readonly validate: (value: unknown) => Issue | undefined;
}

export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export interface CapabilityEntry {
  /** Who declares it: one side, or whoever receives or sends the message. */
  readonly side: Side | "receiver" | "sender";
  readonly path: readonly string[];
  /** Whether the capability is a boolean; else it is an object. */
  readonly flag: boolean;
}

export type Side = "client" | "server";

/** Looks an untrusted method up; `constructor` is not one. */
export function entryOf<Entry>(
  entries: { readonly [method: string]: Entry },
  method: string,
): Entry | undefined {
  return Object.hasOwn(entries, method) ? entries[method] : undefined;
}

/** Whether a side receives what travels in a direction. */
export function receives(side: Side, direction: Direction): boolean {
  if (direction === "both") return true;
  return (
    direction === (side === "server" ? "clientToServer" : "serverToClient")
  );
}

/** The result type that answers a request, chosen as its table says. */
export function chooseResult(
  entry: RequestEntry,
  result: { readonly [key: string]: unknown },
): ResultEntry | undefined {
  return entry.results.find(({ when }) => {
    if (when === undefined) return true;
    if (!Object.hasOwn(result, when.property)) return when.orAbsent === true;
    return when.value === undefined || result[when.property] === when.value;
  });
}
