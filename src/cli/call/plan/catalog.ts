import { hasCapability } from "../../../runtime/protocol/revision/capabilities.ts";
import type { CallOptions } from "../../../runtime/peer/caller.ts";
import { InvalidMessageError } from "../../../runtime/protocol/errors.ts";
import type { JsonObject } from "../../../runtime/protocol/message.ts";
import type { AnyClient } from "../connect/all.ts";
import { sizeOf } from "./size.ts";

/** A list that servers have of what they offer. */
export type ListName = "tools" | "prompts" | "resources" | "resourceTemplates";

/** The method of each list, and the capability that a server has it by. */
const lists = {
  tools: ["tools/list", "tools"],
  prompts: ["prompts/list", "prompts"],
  resources: ["resources/list", "resources"],
  resourceTemplates: ["resources/templates/list", "resources"],
} as const satisfies Record<ListName, readonly [string, string]>;

/** What a server lists; each list is asked for once. */
export interface Catalog {
  /** All of a list; empty where the server declares none. Rejects as a call does. */
  list(name: ListName): Promise<readonly JsonObject[]>;
}

/** How much is read of all lists together. */
export interface CatalogLimits {
  readonly items: number;
  /** As JSON, about. */
  readonly characters: number;
}

/** The lists of a server; with limits, one that goes beyond them rejects with an InvalidMessageError. */
export function createCatalog(
  client: AnyClient,
  options: CallOptions,
  limits?: CatalogLimits,
): Catalog {
  const count = limits && counting(limits);
  const known = new Map<ListName, Promise<readonly JsonObject[]>>();
  const ask = async (name: ListName): Promise<readonly JsonObject[]> => {
    const [method, capability] = lists[name];
    if (!hasCapability(client.serverCapabilities, [capability])) return [];
    const result = await requestAllPages(client, method, {}, options, count);
    const list = result[name];
    return Array.isArray(list) ? list : [];
  };
  return {
    list(name) {
      const asked = known.get(name) ?? ask(name);
      known.set(name, asked);
      return asked;
    },
  };
}

/** Counts items, and refuses the one that is too many. */
function counting({ items, characters }: CatalogLimits): Count {
  let [counted, size] = [0, 0];
  return (method, item) => {
    counted++;
    size += sizeOf(item);
    const most =
      counted > items
        ? `${items} items`
        : size > characters
          ? `${characters} characters`
          : undefined;
    if (most !== undefined)
      throw new InvalidMessageError(
        `${method}: the server lists more than ${most}`,
      );
  };
}

type Count = (method: string, item: unknown) => void;

/**
 * Sends a request; where its answer is the first page of a list, asks for the others
 * too, and gives all of it as one answer. A cursor among the params asks for one page.
 */
export async function requestAllPages(
  client: AnyClient,
  method: string,
  params: JsonObject,
  options: CallOptions,
  count: Count = () => undefined,
): Promise<JsonObject> {
  const first = await client.request(method, params, options);
  const { nextCursor, ...page } = first;
  const [name, list] =
    Object.entries(page).find(([, value]) => Array.isArray(value)) ?? [];
  for (const item of Array.isArray(list) ? list : []) count(method, item);
  const isFirst = typeof nextCursor === "string" && !("cursor" in params);
  if (!isFirst || name === undefined || !method.endsWith("/list")) return first;
  const { paginate } = await import("../../../runtime/index.ts");
  const caller = {
    request: (...given: Parameters<AnyClient["request"]>) =>
      client.request(...given) as Promise<never>,
    notify: () => Promise.resolve(),
  };
  const items: unknown[] = [...(list as readonly unknown[])];
  const rest = { ...params, cursor: nextCursor };
  for await (const item of paginate(caller, method, name, rest, options)) {
    count(method, item);
    items.push(item);
  }
  return { ...page, [name]: items };
}
