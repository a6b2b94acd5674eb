// Built from templates/emitted/typed-connection.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name =
  | "ClientExtensions"
  | "ConnectionOptions"
  | "WhereUsed"
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
    needs: ["ClientExtensions", "MakeClient", "ConnectionOptions", "Knowledge"],
    ts: 'async function openConnection<Extensions extends ClientExtensions>(\n  createClient: MakeClient,\n  transport: Parameters<Client["connect"]>[0],\n  options: ConnectionOptions<Extensions>,\n  { name, lists }: Knowledge,\n): Promise<Connection & { readonly client: Client }> {\n  const { info, connect, onInvalid = "reject", onDrift, ...others } = options;\n  if (onInvalid !== "reject" && onInvalid !== "warn")\n    throw new TypeError(`${name}: onInvalid: expected "warn" or "reject"`);\n  const report =\n    options.onError ?? ((error: Error) => console.error(error.message));\n  const own = { info: info ?? { name, version: lists.version }, onInvalid };\n  const watch = watchLists({ name, lists, onDrift, report });\n  const handlers = watch.hearing(options.handlers ?? {});\n  const client = createClient({ ...others, ...own, handlers });\n  await client.connect(transport, connect);\n  watch.begin(client);\n  const isStrict = onInvalid === "reject";\n  return { client, name, isStrict, report, told: new Set<string>() };\n}',
    js: 'async function openConnection(\n  createClient,\n  transport,\n  options,\n  { name, lists },\n) {\n  const { info, connect, onInvalid = "reject", onDrift, ...others } = options;\n  if (onInvalid !== "reject" && onInvalid !== "warn")\n    throw new TypeError(`${name}: onInvalid: expected "warn" or "reject"`);\n  const report = options.onError ?? ((error) => console.error(error.message));\n  const own = { info: info ?? { name, version: lists.version }, onInvalid };\n  const watch = watchLists({ name, lists, onDrift, report });\n  const handlers = watch.hearing(options.handlers ?? {});\n  const client = createClient({ ...others, ...own, handlers });\n  await client.connect(transport, connect);\n  watch.begin(client);\n  const isStrict = onInvalid === "reject";\n  return { client, name, isStrict, report, told: new Set<string>() };\n}',
    declaration:
      'declare function openConnection<Extensions extends ClientExtensions>(\n  createClient: MakeClient,\n  transport: Parameters<Client["connect"]>[0],\n  options: ConnectionOptions<Extensions>,\n  { name, lists }: Knowledge,\n): Promise<Connection & { readonly client: Client }>;',
  },
};
