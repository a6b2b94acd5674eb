import { answerAlone } from "../client/call/gather.ts";
import { requireResult } from "../client/call/require-result.ts";
import type {
  BegunCall,
  ClientExtension,
  ClientHost,
  UsedExtension,
} from "../client/extension.ts";
import type { Lender, Link, UsedTogether } from "../client/link.ts";
import type { Call } from "../peer/call.ts";
import { type ProtocolError, toError } from "../protocol/errors.ts";
import { type JsonObject, isObject, objectOf } from "../protocol/message.ts";
import { assertDistinct, combineExtensions } from "./extension-set.ts";

/** Starts every extension of a client. Throws a TypeError if two have the same id or name. */
export function useAll(
  extensions: readonly ClientExtension[],
  lender: Lender,
): UsedTogether {
  assertDistinct(extensions);
  const listed = new KnownTools();
  const host = clientHost(lender, listed);
  const works = extensions.map((one) => one.use(host));
  return {
    ...combineExtensions(extensions, works),
    prepare(call) {
      for (const one of works)
        call.params = one.prepare?.(begun(call)) ?? call.params;
    },
    follow(link, call, answer) {
      listed.hear(link, call.method, answer);
      const go = followOne(works, begun(call), answer);
      if (go) finishCall(lender, host, link, call, go);
      return go !== undefined;
    },
    late(call, answer) {
      for (const one of works) one.late?.(begun(call), answer);
    },
  };
}

type Go = (signal: AbortSignal) => Promise<JsonObject>;

function followOne(
  works: readonly UsedExtension[],
  call: BegunCall,
  answer: JsonObject | ProtocolError,
): Go | undefined {
  for (const one of works) {
    const go = one.follow?.(call, answer);
    if (go) return go;
  }
  return undefined;
}

function begun({ method, params, options, exchange }: Call): BegunCall {
  return { method, params, options, table: exchange.dialect.table };
}

/**
 * Finishes a call with the result that an extension derives from its answer. No request is
 * pending then, so there is nothing to cancel. The call survives its connection if the
 * client reconnects.
 */
function finishCall(
  lender: Lender,
  host: ClientHost,
  { connection, outputs }: Link,
  call: Call,
  go: Go,
): void {
  const { pending } = connection.outgoing;
  call.isFollowed = true;
  const fail = (error: unknown): void => pending.fail(call, toError(error));
  const leave = host.onOver(() => void lender.opened().catch(fail));
  call.done.then(leave, leave);
  go(pending.prepare(call)).then((result) => {
    const error = outputs.hear(call.method, call.params, result);
    if (error) pending.fail(call, error);
    else pending.end(call, result);
  }, fail);
}

/** Returns the client functions for extensions. They use the current connection. */
function clientHost(lender: Lender, listed: KnownTools): ClientHost {
  return {
    get table() {
      return lender.link?.lifecycle.table;
    },
    get serverCapabilities() {
      return lender.link?.lifecycle.agreed?.peer.capabilities;
    },
    get answered() {
      return [
        ...(lender.link?.lifecycle.outgoing().dialect.requests.keys() ?? []),
      ];
    },
    request: async (method, params, options) =>
      lender.request(method, params, options),
    notify: (method, params) => lender.notify(method, params),
    listen: (filter, options) => lender.listen(filter, options),
    answer: async (asked, signal) =>
      answerAlone(lender.link ?? (await lender.opened()), asked, signal),
    requireResult(method, result, params) {
      if (!lender.link) throw lender.reason;
      return requireResult(lender.link, method, result, params);
    },
    listedTool: (name) => listed.find(lender.link, name),
    onOver: watchEnd(lender),
    onError: lender.onError,
  };
}

/** Watches the end of each connection once for all listeners. */
function watchEnd(lender: Lender): ClientHost["onOver"] {
  const hearers = new Set<() => void>();
  let watched: Link | undefined;
  const watch = (link: Link): void => {
    if (link === watched) return;
    watched = link;
    void link.connection.done.then(() => {
      for (const hear of hearers) hear();
      if (hearers.size > 0) watchNext();
    });
  };
  const watchNext = (): void => {
    if (lender.link) watch(lender.link);
    // Callers that wait for the next connection receive the error.
    else lender.opened().then(watch, () => {});
  };
  return (hear) => {
    hearers.add(hear);
    watchNext();
    return () => hearers.delete(hear);
  };
}

/** Limits for the tools of a server in a client: number, and characters of JSON. */
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

/** Tools that the server listed, by connection, until it notifies of a change. */
class KnownTools {
  readonly #links = new WeakMap<Link, Tools>();

  find(link: Link | undefined, name: string): JsonObject | undefined {
    return link && this.#links.get(link)?.kept.get(name)?.tool;
  }

  /** Stores the tools of a list result. */
  hear(link: Link, method: string, answer: object): void {
    const tools: unknown = Reflect.get(answer, "tools");
    if (method !== "tools/list" || !Array.isArray(tools)) return;
    const known = this.#links.get(link) ?? this.#begin(link);
    for (const tool of tools.filter(isObject)) storeTool(known, tool);
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

function storeTool(tools: Tools, tool: JsonObject): void {
  const { name } = objectOf(tool);
  if (typeof name !== "string") return;
  const { kept } = tools;
  removeTool(tools, name);
  const { length } = JSON.stringify(tool);
  kept.set(name, { tool, length });
  tools.length += length;
  for (const [oldest] of kept) {
    if (kept.size <= maxTools && tools.length <= maxLength) return;
    removeTool(tools, oldest);
  }
}

function removeTool(tools: Tools, name: string): void {
  tools.length -= tools.kept.get(name)?.length ?? 0;
  tools.kept.delete(name);
}
