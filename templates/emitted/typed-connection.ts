import type { Client, ClientOptions } from "../../generated/index.ts";
import { watchLists, type Drift, type KnownLists } from "./drift.ts";
import type { Connection } from "./typed-client.ts";

/** The extensions of a client, as its options take them. */
export type ClientExtensions = NonNullable<ClientOptions["extensions"]>;

/** How a connection is opened, and what its client is made from. */
export interface ConnectionOptions<Extensions> extends Omit<
  ClientOptions,
  "info" | "extensions"
> {
  /**
   * The name and the version that the client gives itself.
   *
   * @default those of this module
   */
  readonly info?: ClientOptions["info"];
  /** Extensions that are used, such as tasks. */
  readonly extensions?: Extensions;
  /** How it connects: `restart`, `signal`, `timeout`, `revisions`. */
  readonly connect?: Parameters<Client["connect"]>[1];
  /**
   * What becomes of a structured result that its schema does not allow. With `warn` it is
   * delivered, and `onError` hears of it, once for each tool.
   *
   * @default "reject"
   */
  readonly onInvalid?: "warn" | "reject";
  /**
   * Hears, once for each connection, that the server lists other schemas than those that
   * this module was generated from; again where the server says that its lists changed.
   * With `false` nobody looks.
   *
   * @default one line to `console.warn`
   */
  readonly onDrift?: ((drift: Drift) => void) | false;
}

/** The members that are there where an extension is among those that are used. */
export type WhereUsed<
  Extensions extends readonly { readonly name: string }[],
  Name extends string,
  Members,
> = string extends Extensions[number]["name"]
  ? unknown
  : Name extends Extensions[number]["name"]
    ? Members
    : unknown;

/** A connection: what its server has, its client, and what the extensions add. */
export type TypedClient<
  Extensions extends readonly { readonly name: string }[],
  Members,
  Tasks,
  Generic,
> = Members & {
  /** The generic client, of every method. */
  readonly client: Generic;
} & WhereUsed<Extensions, "tasks", { readonly tasks: Tasks }>;

/** What a module that was generated from a snapshot knows of its server. */
export interface Knowledge {
  /** What messages call it. */
  readonly name: string;
  /** The lists of the snapshot. */
  readonly lists: KnownLists;
}

/** What makes a client. */
export type MakeClient = (options: ClientOptions) => Client;

/**
 * Connects, and gives the client with what a module makes of its connection: of which type
 * that is, the module says.
 */
export async function openConnection<Extensions>(
  createClient: MakeClient,
  transport: Parameters<Client["connect"]>[0],
  options: ConnectionOptions<Extensions>,
  { name, lists }: Knowledge,
  toMembers: (connection: Connection) => object,
  toTasks?: (connection: Connection) => object,
): Promise<never> {
  const { connect, onInvalid = "reject", onDrift, ...others } = options;
  if (onInvalid !== "reject" && onInvalid !== "warn")
    throw new TypeError(`${name}: onInvalid: expected "warn" or "reject"`);
  const report =
    options.onError ?? ((error: Error) => console.error(error.message));
  const watch = watchLists({ name, lists, onDrift, report });
  const client = createClient({
    info: { name: `${name}-client`, version: "1.0.0" },
    ...(others as Partial<ClientOptions>),
    onInvalid,
    handlers: watch.hearing(options.handlers ?? {}),
  });
  await client.connect(transport, connect);
  const isStrict = onInvalid === "reject";
  const connection: Connection = {
    get client() {
      watch.seen(client);
      return client;
    },
    name,
    isStrict,
    report,
    told: new Set(),
  };
  const members = {
    ...toMembers(connection),
    ...(toTasks && "tasks" in client && { tasks: toTasks(connection) }),
    client,
  };
  watch.seen(client);
  return members as never;
}
