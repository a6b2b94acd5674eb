import type { Client } from "../../generated/index.ts";
import {
  knownPrompt,
  knownTemplate,
  knownTool,
  type KnownItem,
} from "../rules/list-digest.ts";

/** How a server differs from what this module was generated from. */
export interface Drift {
  /** What differs, one by one. */
  readonly changes: readonly DriftChange[];
  /** All of it in one line, with what to do. */
  readonly message: string;
}

/** A difference between what a server lists and what it has listed before. */
export interface DriftChange {
  readonly kind: "tool" | "prompt" | "resource template";
  /** Its name; of a template, the template. */
  readonly name: string;
  readonly change: "added" | "gone" | "arguments" | "result";
}

/** What was listed when a module was generated. */
export interface KnownLists {
  /** Whether it was all that was listed: what is added can be told then. */
  readonly isWhole: boolean;
  readonly tools: readonly KnownItem[];
  readonly prompts: readonly KnownItem[];
  readonly resourceTemplates: readonly KnownItem[];
}

/** How many items more than were known are looked at: a server may list for ever. */
export const maxAdded = 10_000;

/** How long a look at one list may take, in milliseconds. */
export const longestLook = 60_000;

/** How many changes a line names. */
export const maxNamed = 5;

/** Looks at what a server lists when it is connected, and when it says that its lists changed. */
export interface ListWatch {
  /** The handlers, with those that hear of changed lists. */
  hearing(handlers: object): object;
  /** Looks where it has not: at a connection that is new, or a server that was started again. */
  seen(client: Client): void;
}

export interface WatchOptions {
  readonly name: string;
  readonly lists: KnownLists;
  readonly onDrift: ((drift: Drift) => void) | false | undefined;
  readonly report: (error: Error) => void;
}

export function watchLists(options: WatchOptions): ListWatch {
  if (options.onDrift === false)
    return { hearing: (handlers) => handlers, seen: () => {} };
  const look = looker(options);
  let client: Client | undefined;
  let said: unknown;
  const changed = new Set<PropertyKey>([
    "toolListChanged",
    "promptListChanged",
    "resourceListChanged",
  ]);
  return {
    hearing: (handlers) =>
      new Proxy(handlers, {
        get(target, name) {
          const own: unknown = Reflect.get(target, name);
          if (!changed.has(name))
            return typeof own === "function" && !(name in Object.prototype)
              ? own.bind(target)
              : own;
          return (...given: unknown[]): unknown => {
            if (client !== undefined) look(client);
            return typeof own === "function"
              ? Reflect.apply(own, target, given)
              : undefined;
          };
        },
      }),
    seen(connected) {
      client = connected;
      // Each server says anew what it can: there is another one where that is another object.
      const { serverCapabilities } = connected;
      if (serverCapabilities === undefined || serverCapabilities === said)
        return;
      said = serverCapabilities;
      look(connected);
    },
  };
}

/** Looks one after the other, and tells what was not told before. */
export function looker({
  name,
  lists,
  onDrift,
  report,
}: WatchOptions): (client: Client) => void {
  let told = "";
  let [looks, isLooking, isStale] = [0, false, false];
  const tell = (changes: readonly DriftChange[]): void => {
    const text = changes.map(describeChange).join();
    if (text === told) return;
    told = text;
    if (changes.length === 0 || onDrift === false) return;
    const message = describeDrift(name, changes);
    if (onDrift === undefined) console.warn(message);
    else onDrift({ changes, message });
  };
  const lookOnce = async (client: Client): Promise<void> => {
    // Whoever says again and again that it has changed is looked at ever less often.
    const pause = Math.min(looks++ * 50, 5_000);
    if (pause > 0) await new Promise((go) => setTimeout(go, pause));
    isStale = false;
    try {
      tell(await findChanges(client, lists));
    } catch (error) {
      // Whoever has closed the connection wants to know no more.
      const kind = error instanceof Error && "kind" in error && error.kind;
      if (kind === "transport" || kind === "cancelled") return;
      const why = error instanceof Error ? error.message : String(error);
      report(
        new Error(
          `${name}: nobody can tell whether its server changed: ${why}`,
        ),
      );
    }
  };
  return (client) => {
    isStale = true;
    if (isLooking) return;
    isLooking = true;
    void (async () => {
      while (isStale) await lookOnce(client);
      isLooking = false;
    })();
  };
}

export async function findChanges(
  client: Client,
  { isWhole, ...known }: KnownLists,
): Promise<DriftChange[]> {
  const { serverCapabilities } = client;
  // Closed meanwhile: nothing is listed any more, and nothing of it is gone.
  if (serverCapabilities === undefined) return [];
  const { tools, prompts, resources } = serverCapabilities;
  const options = { timeout: longestLook, totalTimeout: longestLook };
  const listed = {
    tools: tools && client.allTools({}, options),
    prompts: prompts && client.allPrompts({}, options),
    resourceTemplates: resources && client.allResourceTemplates({}, options),
  };
  const changes = [
    await compareList("tool", known.tools, listed.tools, knownTool),
    await compareList("prompt", known.prompts, listed.prompts, knownPrompt),
    await compareList(
      "resource template",
      known.resourceTemplates,
      listed.resourceTemplates,
      knownTemplate,
    ),
  ].flat();
  return isWhole ? changes : changes.filter(({ change }) => change !== "added");
}

export async function compareList<Item>(
  kind: DriftChange["kind"],
  before: readonly KnownItem[],
  items: AsyncIterable<Item> | undefined,
  known: (item: Item) => KnownItem,
): Promise<DriftChange[]> {
  const after = new Map<string, KnownItem>();
  let left = before.length + maxAdded;
  try {
    for await (const item of items ?? []) {
      if (--left < 0) throw new Error(`a list of ${kind}s has no end`);
      const read = known(item);
      if (!after.has(read[0])) after.set(read[0], read);
    }
  } catch (error) {
    // Some servers declare what they have no list of.
    const isRefused =
      error instanceof Error && "kind" in error && error.kind === "protocol";
    if (!isRefused || kind === "tool") throw error;
  }
  const changes: DriftChange[] = [];
  for (const [name, args, result] of before) {
    const now = after.get(name);
    after.delete(name);
    if (now === undefined) changes.push({ kind, name, change: "gone" });
    if (now !== undefined && now[1] !== args)
      changes.push({ kind, name, change: "arguments" });
    if (now !== undefined && now[2] !== result)
      changes.push({ kind, name, change: "result" });
  }
  for (const name of after.keys())
    changes.push({ kind, name, change: "added" });
  return changes;
}

export function describeDrift(
  name: string,
  changes: readonly DriftChange[],
): string {
  const named = changes.slice(0, maxNamed).map(describeChange);
  const more = changes.length - named.length;
  const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  return `${name}: its server has changed since this client was generated: ${list}. What that breaks tells: mcp-gen client <server> --check --out <folder of this client>; without --check it is generated anew.`;
}

/** One line, whatever a server calls what it lists. */
export function describeChange({ kind, name, change }: DriftChange): string {
  const shown = name
    .slice(0, 80)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\ufffd");
  const what = {
    added: "is new",
    gone: "is gone",
    arguments: "takes other arguments",
    result: "gives another result",
  };
  return `${kind} ${JSON.stringify(shown)} ${what[change]}`;
}
