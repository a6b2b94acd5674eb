// Built from templates/emitted/drift.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name =
  | "Drift"
  | "DriftChange"
  | "KnownLists"
  | "maxAdded"
  | "longestLook"
  | "maxNamed"
  | "ListWatch"
  | "WatchOptions"
  | "watchLists"
  | "looker"
  | "findChanges"
  | "compareList"
  | "describeDrift"
  | "describeChange";

export const code: Readonly<Record<Name, FixedCode>> = {
  Drift: {
    name: "Drift",
    isType: true,
    needs: ["DriftChange"],
    comment:
      "/** How a server differs from what this module was generated from. */",
    ts: "interface Drift {\n  /** What differs, one by one. */\n  readonly changes: readonly DriftChange[];\n  /** All of it in one line, with what to do. */\n  readonly message: string;\n}",
  },
  DriftChange: {
    name: "DriftChange",
    isType: true,
    needs: [],
    comment:
      "/** A difference between what a server lists and what it has listed before. */",
    ts: 'interface DriftChange {\n  readonly kind: "tool" | "prompt" | "resource template";\n  /** Its name; of a template, the template. */\n  readonly name: string;\n  readonly change: "added" | "gone" | "arguments" | "result";\n}',
  },
  KnownLists: {
    name: "KnownLists",
    isType: true,
    needs: [],
    comment: "/** What was listed when a module was generated. */",
    ts: "interface KnownLists {\n  /** Whether it was all that was listed: what is added can be told then. */\n  readonly isWhole: boolean;\n  readonly tools: readonly KnownItem[];\n  readonly prompts: readonly KnownItem[];\n  readonly resourceTemplates: readonly KnownItem[];\n}",
  },
  maxAdded: {
    name: "maxAdded",
    isType: false,
    needs: [],
    comment:
      "/** How many items more than were known are looked at: a server may list for ever. */",
    ts: "const maxAdded = 10_000;",
    js: "const maxAdded = 10_000;",
    declaration: "declare const maxAdded = 10_000;",
  },
  longestLook: {
    name: "longestLook",
    isType: false,
    needs: [],
    comment: "/** How long a look at one list may take, in milliseconds. */",
    ts: "const longestLook = 60_000;",
    js: "const longestLook = 60_000;",
    declaration: "declare const longestLook = 60_000;",
  },
  maxNamed: {
    name: "maxNamed",
    isType: false,
    needs: [],
    comment: "/** How many changes a line names. */",
    ts: "const maxNamed = 5;",
    js: "const maxNamed = 5;",
    declaration: "declare const maxNamed = 5;",
  },
  ListWatch: {
    name: "ListWatch",
    isType: true,
    needs: [],
    comment:
      "/** Looks at what a server lists when it is connected, and when it says that its lists changed. */",
    ts: "interface ListWatch {\n  /** The handlers, with those that hear of changed lists. */\n  hearing(handlers: object): object;\n  /** Looks where it has not: at a connection that is new, or a server that was started again. */\n  seen(client: Client): void;\n}",
  },
  WatchOptions: {
    name: "WatchOptions",
    isType: true,
    needs: ["KnownLists", "Drift"],
    ts: "interface WatchOptions {\n  readonly name: string;\n  readonly lists: KnownLists;\n  readonly onDrift: ((drift: Drift) => void) | false | undefined;\n  readonly report: (error: Error) => void;\n}",
  },
  watchLists: {
    name: "watchLists",
    isType: false,
    needs: ["WatchOptions", "ListWatch", "looker"],
    ts: 'function watchLists(options: WatchOptions): ListWatch {\n  if (options.onDrift === false)\n    return { hearing: (handlers) => handlers, seen: () => {} };\n  const look = looker(options);\n  let client: Client | undefined;\n  let said: unknown;\n  const changed = new Set<PropertyKey>([\n    "toolListChanged",\n    "promptListChanged",\n    "resourceListChanged",\n  ]);\n  return {\n    hearing: (handlers) =>\n      new Proxy(handlers, {\n        get(target, name) {\n          const own: unknown = Reflect.get(target, name);\n          if (!changed.has(name))\n            return typeof own === "function" && !(name in Object.prototype)\n              ? own.bind(target)\n              : own;\n          return (...given: unknown[]): unknown => {\n            if (client !== undefined) look(client);\n            return typeof own === "function"\n              ? Reflect.apply(own, target, given)\n              : undefined;\n          };\n        },\n      }),\n    seen(connected) {\n      client = connected;\n      // Each server says anew what it can: there is another one where that is another object.\n      const { serverCapabilities } = connected;\n      if (serverCapabilities === undefined || serverCapabilities === said)\n        return;\n      said = serverCapabilities;\n      look(connected);\n    },\n  };\n}',
    js: 'function watchLists(options) {\n  if (options.onDrift === false)\n    return { hearing: (handlers) => handlers, seen: () => {} };\n  const look = looker(options);\n  let client;\n  let said;\n  const changed = new Set<PropertyKey>([\n    "toolListChanged",\n    "promptListChanged",\n    "resourceListChanged",\n  ]);\n  return {\n    hearing: (handlers) =>\n      new Proxy(handlers, {\n        get(target, name) {\n          const own = Reflect.get(target, name);\n          if (!changed.has(name))\n            return typeof own === "function" && !(name in Object.prototype)\n              ? own.bind(target)\n              : own;\n          return (...given) => {\n            if (client !== undefined) look(client);\n            return typeof own === "function"\n              ? Reflect.apply(own, target, given)\n              : undefined;\n          };\n        },\n      }),\n    seen(connected) {\n      client = connected;\n      // Each server says anew what it can: there is another one where that is another object.\n      const { serverCapabilities } = connected;\n      if (serverCapabilities === undefined || serverCapabilities === said)\n        return;\n      said = serverCapabilities;\n      look(connected);\n    },\n  };\n}',
    declaration:
      "declare function watchLists(options: WatchOptions): ListWatch;",
  },
  looker: {
    name: "looker",
    isType: false,
    needs: [
      "WatchOptions",
      "DriftChange",
      "describeChange",
      "describeDrift",
      "findChanges",
    ],
    comment:
      "/** Looks one after the other, and tells what was not told before. */",
    ts: 'function looker({\n  name,\n  lists,\n  onDrift,\n  report,\n}: WatchOptions): (client: Client) => void {\n  let told = "";\n  let [looks, isLooking, isStale] = [0, false, false];\n  const tell = (changes: readonly DriftChange[]): void => {\n    const text = changes.map(describeChange).join();\n    if (text === told) return;\n    told = text;\n    if (changes.length === 0 || onDrift === false) return;\n    const message = describeDrift(name, changes);\n    if (onDrift === undefined) console.warn(message);\n    else onDrift({ changes, message });\n  };\n  const lookOnce = async (client: Client): Promise<void> => {\n    // Whoever says again and again that it has changed is looked at ever less often.\n    const pause = Math.min(looks++ * 50, 5_000);\n    if (pause > 0) await new Promise((go) => setTimeout(go, pause));\n    isStale = false;\n    try {\n      tell(await findChanges(client, lists));\n    } catch (error) {\n      // Whoever has closed the connection wants to know no more.\n      const kind = error instanceof Error && "kind" in error && error.kind;\n      if (kind === "transport" || kind === "cancelled") return;\n      const why = error instanceof Error ? error.message : String(error);\n      report(\n        new Error(\n          `${name}: nobody can tell whether its server changed: ${why}`,\n        ),\n      );\n    }\n  };\n  return (client) => {\n    isStale = true;\n    if (isLooking) return;\n    isLooking = true;\n    void (async () => {\n      while (isStale) await lookOnce(client);\n      isLooking = false;\n    })();\n  };\n}',
    js: 'function looker({ name, lists, onDrift, report }) {\n  let told = "";\n  let [looks, isLooking, isStale] = [0, false, false];\n  const tell = (changes) => {\n    const text = changes.map(describeChange).join();\n    if (text === told) return;\n    told = text;\n    if (changes.length === 0 || onDrift === false) return;\n    const message = describeDrift(name, changes);\n    if (onDrift === undefined) console.warn(message);\n    else onDrift({ changes, message });\n  };\n  const lookOnce = async (client) => {\n    // Whoever says again and again that it has changed is looked at ever less often.\n    const pause = Math.min(looks++ * 50, 5_000);\n    if (pause > 0) await new Promise((go) => setTimeout(go, pause));\n    isStale = false;\n    try {\n      tell(await findChanges(client, lists));\n    } catch (error) {\n      // Whoever has closed the connection wants to know no more.\n      const kind = error instanceof Error && "kind" in error && error.kind;\n      if (kind === "transport" || kind === "cancelled") return;\n      const why = error instanceof Error ? error.message : String(error);\n      report(\n        new Error(\n          `${name}: nobody can tell whether its server changed: ${why}`,\n        ),\n      );\n    }\n  };\n  return (client) => {\n    isStale = true;\n    if (isLooking) return;\n    isLooking = true;\n    void (async () => {\n      while (isStale) await lookOnce(client);\n      isLooking = false;\n    })();\n  };\n}',
    declaration:
      "declare function looker({\n  name,\n  lists,\n  onDrift,\n  report,\n}: WatchOptions): (client: Client) => void;",
  },
  findChanges: {
    name: "findChanges",
    isType: false,
    needs: ["KnownLists", "DriftChange", "longestLook", "compareList"],
    ts: 'async function findChanges(\n  client: Client,\n  { isWhole, ...known }: KnownLists,\n): Promise<DriftChange[]> {\n  const { serverCapabilities } = client;\n  // Closed meanwhile: nothing is listed any more, and nothing of it is gone.\n  if (serverCapabilities === undefined) return [];\n  const { tools, prompts, resources } = serverCapabilities;\n  const options = { timeout: longestLook, totalTimeout: longestLook };\n  const listed = {\n    tools: tools && client.allTools({}, options),\n    prompts: prompts && client.allPrompts({}, options),\n    resourceTemplates: resources && client.allResourceTemplates({}, options),\n  };\n  const changes = [\n    await compareList("tool", known.tools, listed.tools, knownTool),\n    await compareList("prompt", known.prompts, listed.prompts, knownPrompt),\n    await compareList(\n      "resource template",\n      known.resourceTemplates,\n      listed.resourceTemplates,\n      knownTemplate,\n    ),\n  ].flat();\n  return isWhole ? changes : changes.filter(({ change }) => change !== "added");\n}',
    js: 'async function findChanges(client, { isWhole, ...known }) {\n  const { serverCapabilities } = client;\n  // Closed meanwhile: nothing is listed any more, and nothing of it is gone.\n  if (serverCapabilities === undefined) return [];\n  const { tools, prompts, resources } = serverCapabilities;\n  const options = { timeout: longestLook, totalTimeout: longestLook };\n  const listed = {\n    tools: tools && client.allTools({}, options),\n    prompts: prompts && client.allPrompts({}, options),\n    resourceTemplates: resources && client.allResourceTemplates({}, options),\n  };\n  const changes = [\n    await compareList("tool", known.tools, listed.tools, knownTool),\n    await compareList("prompt", known.prompts, listed.prompts, knownPrompt),\n    await compareList(\n      "resource template",\n      known.resourceTemplates,\n      listed.resourceTemplates,\n      knownTemplate,\n    ),\n  ].flat();\n  return isWhole ? changes : changes.filter(({ change }) => change !== "added");\n}',
    declaration:
      "declare function findChanges(\n  client: Client,\n  { isWhole, ...known }: KnownLists,\n): Promise<DriftChange[]>;",
  },
  compareList: {
    name: "compareList",
    isType: false,
    needs: ["DriftChange", "maxAdded"],
    ts: 'async function compareList<Item>(\n  kind: DriftChange["kind"],\n  before: readonly KnownItem[],\n  items: AsyncIterable<Item> | undefined,\n  known: (item: Item) => KnownItem,\n): Promise<DriftChange[]> {\n  const after = new Map<string, KnownItem>();\n  let left = before.length + maxAdded;\n  try {\n    for await (const item of items ?? []) {\n      if (--left < 0) throw new Error(`a list of ${kind}s has no end`);\n      const read = known(item);\n      if (!after.has(read[0])) after.set(read[0], read);\n    }\n  } catch (error) {\n    // Some servers declare what they have no list of.\n    const isRefused =\n      error instanceof Error && "kind" in error && error.kind === "protocol";\n    if (!isRefused || kind === "tool") throw error;\n  }\n  const changes: DriftChange[] = [];\n  for (const [name, args, result] of before) {\n    const now = after.get(name);\n    after.delete(name);\n    if (now === undefined) changes.push({ kind, name, change: "gone" });\n    if (now !== undefined && now[1] !== args)\n      changes.push({ kind, name, change: "arguments" });\n    if (now !== undefined && now[2] !== result)\n      changes.push({ kind, name, change: "result" });\n  }\n  for (const name of after.keys())\n    changes.push({ kind, name, change: "added" });\n  return changes;\n}',
    js: 'async function compareList(kind, before, items, known) {\n  const after = new Map<string, KnownItem>();\n  let left = before.length + maxAdded;\n  try {\n    for await (const item of items ?? []) {\n      if (--left < 0) throw new Error(`a list of ${kind}s has no end`);\n      const read = known(item);\n      if (!after.has(read[0])) after.set(read[0], read);\n    }\n  } catch (error) {\n    // Some servers declare what they have no list of.\n    const isRefused =\n      error instanceof Error && "kind" in error && error.kind === "protocol";\n    if (!isRefused || kind === "tool") throw error;\n  }\n  const changes = [];\n  for (const [name, args, result] of before) {\n    const now = after.get(name);\n    after.delete(name);\n    if (now === undefined) changes.push({ kind, name, change: "gone" });\n    if (now !== undefined && now[1] !== args)\n      changes.push({ kind, name, change: "arguments" });\n    if (now !== undefined && now[2] !== result)\n      changes.push({ kind, name, change: "result" });\n  }\n  for (const name of after.keys())\n    changes.push({ kind, name, change: "added" });\n  return changes;\n}',
    declaration:
      'declare function compareList<Item>(\n  kind: DriftChange["kind"],\n  before: readonly KnownItem[],\n  items: AsyncIterable<Item> | undefined,\n  known: (item: Item) => KnownItem,\n): Promise<DriftChange[]>;',
  },
  describeDrift: {
    name: "describeDrift",
    isType: false,
    needs: ["DriftChange", "maxNamed", "describeChange"],
    ts: 'function describeDrift(\n  name: string,\n  changes: readonly DriftChange[],\n): string {\n  const named = changes.slice(0, maxNamed).map(describeChange);\n  const more = changes.length - named.length;\n  const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");\n  return `${name}: its server has changed since this client was generated: ${list}. What that breaks tells: mcp-gen client <server> --check --out <folder of this client>; without --check it is generated anew.`;\n}',
    unexported:
      'function describeDrift(name: string, changes: readonly DriftChange[]): string {\n  const named = changes.slice(0, maxNamed).map(describeChange);\n  const more = changes.length - named.length;\n  const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");\n  return `${name}: its server has changed since this client was generated: ${list}. What that breaks tells: mcp-gen client <server> --check --out <folder of this client>; without --check it is generated anew.`;\n}',
    js: 'function describeDrift(name, changes) {\n  const named = changes.slice(0, maxNamed).map(describeChange);\n  const more = changes.length - named.length;\n  const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");\n  return `${name}: its server has changed since this client was generated: ${list}. What that breaks tells: mcp-gen client <server> --check --out <folder of this client>; without --check it is generated anew.`;\n}',
    declaration:
      "declare function describeDrift(\n  name: string,\n  changes: readonly DriftChange[],\n): string;",
  },
  describeChange: {
    name: "describeChange",
    isType: false,
    needs: ["DriftChange"],
    comment: "/** One line, whatever a server calls what it lists. */",
    ts: 'function describeChange({ kind, name, change }: DriftChange): string {\n  const shown = name\n    .slice(0, 80)\n    .replace(/[\\p{Cc}\\p{Cf}\\u2028\\u2029]/gu, "\\ufffd");\n  const what = {\n    added: "is new",\n    gone: "is gone",\n    arguments: "takes other arguments",\n    result: "gives another result",\n  };\n  return `${kind} ${JSON.stringify(shown)} ${what[change]}`;\n}',
    js: 'function describeChange({ kind, name, change }) {\n  const shown = name\n    .slice(0, 80)\n    .replace(/[\\p{Cc}\\p{Cf}\\u2028\\u2029]/gu, "\\ufffd");\n  const what = {\n    added: "is new",\n    gone: "is gone",\n    arguments: "takes other arguments",\n    result: "gives another result",\n  };\n  return `${kind} ${JSON.stringify(shown)} ${what[change]}`;\n}',
    declaration:
      "declare function describeChange({\n  kind,\n  name,\n  change,\n}: DriftChange): string;",
  },
};
