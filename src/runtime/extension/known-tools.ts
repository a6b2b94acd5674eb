import type { Link } from "../client/link.ts";
import { isObject, objectOf, type JsonObject } from "../protocol/message.ts";

/** Bounds on what a server can make a client keep: tools, and characters of JSON. */
const maxTools = 10_000;
const maxLength = 2 ** 24;

interface Kept {
  readonly tool: JsonObject;
  readonly length: number;
}

interface Tools {
  readonly kept: Map<string, Kept>;
  length: number;
}

/** What the server listed of its tools, until it says that they changed: of each link its own. */
export class KnownTools {
  readonly #links = new WeakMap<Link, Tools>();

  find(link: Link | undefined, name: string): JsonObject | undefined {
    return link && this.#links.get(link)?.kept.get(name)?.tool;
  }

  /** Hears an answer: lists of tools are kept. */
  hear(link: Link, method: string, answer: object): void {
    const tools: unknown = Reflect.get(answer, "tools");
    if (method !== "tools/list" || !Array.isArray(tools)) return;
    const known = this.#links.get(link) ?? this.#begin(link);
    for (const tool of tools.filter(isObject)) keep(known, tool);
  }

  #begin(link: Link): Tools {
    const tools: Tools = { kept: new Map(), length: 0 };
    this.#links.set(link, tools);
    link.hearers.add((method) => {
      if (method !== "notifications/tools/list_changed") return;
      tools.kept.clear();
      tools.length = 0;
    });
    return tools;
  }
}

function keep(tools: Tools, tool: JsonObject): void {
  const { name } = objectOf(tool);
  if (typeof name !== "string") return;
  const { kept } = tools;
  forget(tools, name);
  const { length } = JSON.stringify(tool);
  kept.set(name, { tool, length });
  tools.length += length;
  for (const [oldest] of kept) {
    if (kept.size <= maxTools && tools.length <= maxLength) return;
    forget(tools, oldest);
  }
}

function forget(tools: Tools, name: string): void {
  tools.length -= tools.kept.get(name)?.length ?? 0;
  tools.kept.delete(name);
}
