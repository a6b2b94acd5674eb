import { hasCapability } from "../../runtime/table/capabilities.ts";
import type { CallOptions } from "../../runtime/peer/caller.ts";
import type { JsonObject } from "../../runtime/wire/message.ts";
import type { AnyClient } from "../connect/all.ts";

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

export function createCatalog(
  client: AnyClient,
  options: CallOptions,
): Catalog {
  const known = new Map<ListName, Promise<readonly JsonObject[]>>();
  const ask = async (name: ListName): Promise<readonly JsonObject[]> => {
    const [method, capability] = lists[name];
    if (!hasCapability(client.serverCapabilities, [capability])) return [];
    const result = await requestAllPages(client, method, {}, options);
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

/**
 * Sends a request; where its answer is the first page of a list, asks for the others
 * too, and gives all of it as one answer. A cursor among the params asks for one page.
 */
export async function requestAllPages(
  client: AnyClient,
  method: string,
  params: JsonObject,
  options: CallOptions,
): Promise<JsonObject> {
  const first = await client.request(method, params, options);
  const { nextCursor, ...page } = first;
  const [name, list] =
    Object.entries(page).find(([, value]) => Array.isArray(value)) ?? [];
  const isFirst = typeof nextCursor === "string" && !("cursor" in params);
  if (!isFirst || name === undefined || !method.endsWith("/list")) return first;
  const { paginate } = await import("../../runtime/index.ts");
  const caller = {
    request: (...given: Parameters<AnyClient["request"]>) =>
      client.request(...given) as Promise<never>,
    notify: () => Promise.resolve(),
  };
  const items: unknown[] = [...(list as readonly unknown[])];
  const rest = { ...params, cursor: nextCursor };
  for await (const item of paginate(caller, method, name, rest, options))
    items.push(item);
  return { ...page, [name]: items };
}
