// Built from templates/emitted/typed-connection.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name =
  | "ClientExtensions"
  | "ConnectionOptions"
  | "WhereUsed"
  | "TypedClient"
  | "Knowledge"
  | "MakeClient"
  | "openConnection";

export const code: Readonly<Record<Name, FixedCode>> = {
  ClientExtensions: {
    name: "ClientExtensions",
    isType: true,
    needs: [],
    comment: "/** The extensions of a client, as its options take them. */",
    ts: 'type ClientExtensions = NonNullable<ClientOptions["extensions"]>;',
  },
  ConnectionOptions: {
    name: "ConnectionOptions",
    isType: true,
    needs: [],
    comment:
      "/** How a connection is opened, and what its client is made from. */",
    ts: 'interface ConnectionOptions<Extensions> extends Omit<\n  ClientOptions,\n  "info" | "extensions"\n> {\n  /**\n   * The name and the version that the client gives itself.\n   *\n   * @default those of this module\n   */\n  readonly info?: ClientOptions["info"];\n  /** Extensions that are used, such as tasks. */\n  readonly extensions?: Extensions;\n  /** How it connects: `restart`, `signal`, `timeout`, `revisions`. */\n  readonly connect?: Parameters<Client["connect"]>[1];\n  /**\n   * What becomes of a structured result that its schema does not allow. With `warn` it is\n   * delivered, and `onError` hears of it, once for each tool.\n   *\n   * @default "reject"\n   */\n  readonly onInvalid?: "warn" | "reject";\n  /**\n   * Hears, once for each connection, that the server lists other schemas than those that\n   * this module was generated from; again where the server says that its lists changed.\n   * With `false` nobody looks.\n   *\n   * @default one line to `console.warn`\n   */\n  readonly onDrift?: ((drift: Drift) => void) | false;\n}',
  },
  WhereUsed: {
    name: "WhereUsed",
    isType: true,
    needs: [],
    comment:
      "/** The members that are there where an extension is among those that are used. */",
    ts: 'type WhereUsed<\n  Extensions extends readonly { readonly name: string }[],\n  Name extends string,\n  Members,\n> = string extends Extensions[number]["name"]\n  ? unknown\n  : Name extends Extensions[number]["name"]\n    ? Members\n    : unknown;',
  },
  TypedClient: {
    name: "TypedClient",
    isType: true,
    needs: ["WhereUsed"],
    comment:
      "/** A connection: what its server has, its client, and what the extensions add. */",
    ts: 'type TypedClient<\n  Extensions extends readonly { readonly name: string }[],\n  Members,\n  Tasks,\n  Generic,\n> = Members & {\n  /** The generic client, of every method. */\n  readonly client: Generic;\n} & WhereUsed<Extensions, "tasks", { readonly tasks: Tasks }>;',
  },
  Knowledge: {
    name: "Knowledge",
    isType: true,
    needs: [],
    comment:
      "/** What a module that was generated from a snapshot knows of its server. */",
    ts: "interface Knowledge {\n  /** What messages call it. */\n  readonly name: string;\n  /** The lists of the snapshot. */\n  readonly lists: KnownLists;\n}",
  },
  MakeClient: {
    name: "MakeClient",
    isType: true,
    needs: [],
    comment: "/** What makes a client. */",
    ts: "type MakeClient = (options: ClientOptions) => Client;",
  },
  openConnection: {
    name: "openConnection",
    isType: false,
    needs: ["MakeClient", "ConnectionOptions", "Knowledge"],
    comment:
      "/**\n * Connects, and gives the client with what a module makes of its connection: of which type\n * that is, the module says.\n */",
    ts: 'async function openConnection<Extensions>(\n  createClient: MakeClient,\n  transport: Parameters<Client["connect"]>[0],\n  options: ConnectionOptions<Extensions>,\n  { name, lists }: Knowledge,\n  toMembers: (connection: Connection) => object,\n  toTasks?: (connection: Connection) => object,\n): Promise<never> {\n  const { connect, onInvalid = "reject", onDrift, ...others } = options;\n  if (onInvalid !== "reject" && onInvalid !== "warn")\n    throw new TypeError(`${name}: onInvalid: expected "warn" or "reject"`);\n  const report =\n    options.onError ?? ((error: Error) => console.error(error.message));\n  const watch = watchLists({ name, lists, onDrift, report });\n  const client = createClient({\n    info: { name: `${name}-client`, version: "1.0.0" },\n    ...(others as Partial<ClientOptions>),\n    onInvalid,\n    handlers: watch.hearing(options.handlers ?? {}),\n  });\n  await client.connect(transport, connect);\n  const isStrict = onInvalid === "reject";\n  const connection: Connection = {\n    get client() {\n      watch.seen(client);\n      return client;\n    },\n    name,\n    isStrict,\n    report,\n    told: new Set(),\n  };\n  const members = {\n    ...toMembers(connection),\n    ...(toTasks && "tasks" in client && { tasks: toTasks(connection) }),\n    client,\n  };\n  watch.seen(client);\n  return members as never;\n}',
    js: 'async function openConnection(\n  createClient,\n  transport,\n  options,\n  { name, lists },\n  toMembers,\n  toTasks,\n) {\n  const { connect, onInvalid = "reject", onDrift, ...others } = options;\n  if (onInvalid !== "reject" && onInvalid !== "warn")\n    throw new TypeError(`${name}: onInvalid: expected "warn" or "reject"`);\n  const report = options.onError ?? ((error) => console.error(error.message));\n  const watch = watchLists({ name, lists, onDrift, report });\n  const client = createClient({\n    info: { name: `${name}-client`, version: "1.0.0" },\n    ...others,\n    onInvalid,\n    handlers: watch.hearing(options.handlers ?? {}),\n  });\n  await client.connect(transport, connect);\n  const isStrict = onInvalid === "reject";\n  const connection = {\n    get client() {\n      watch.seen(client);\n      return client;\n    },\n    name,\n    isStrict,\n    report,\n    told: new Set(),\n  };\n  const members = {\n    ...toMembers(connection),\n    ...(toTasks && "tasks" in client && { tasks: toTasks(connection) }),\n    client,\n  };\n  watch.seen(client);\n  return members;\n}',
    declaration:
      'declare function openConnection<Extensions>(\n  createClient: MakeClient,\n  transport: Parameters<Client["connect"]>[0],\n  options: ConnectionOptions<Extensions>,\n  { name, lists }: Knowledge,\n  toMembers: (connection: Connection) => object,\n  toTasks?: (connection: Connection) => object,\n): Promise<never>;',
  },
};
