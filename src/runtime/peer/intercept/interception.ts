import type { Exchange } from "../exchange.ts";
import type { Ending, InterceptedCall, Interceptor } from "../interceptor.ts";
import type { Carried, Sink } from "../transport.ts";
import { entryOf } from "../../protocol/revision/protocol-table.ts";
import { now } from "../../protocol/timers/deadlines.ts";
import { ignorable } from "../../protocol/timers/wait-for.ts";
import {
  isObject,
  metaOf,
  objectOf,
  type JsonObject,
  type RequestId,
} from "../../protocol/message.ts";
import { viewerOf } from "../../protocol/viewer.ts";
import { whenReady } from "../../protocol/when-ready.ts";
import type { TellInterceptors } from "./sessions.ts";

/** A request, as it begins. */
export interface Unseen {
  readonly method: string;
  readonly id?: RequestId | undefined;
  readonly params: unknown;
  readonly sink: Sink;
  readonly carried: Carried;
  readonly within?: InterceptedCall | undefined;
}

/** One request on its way through the interceptors. */
export class Interception {
  readonly call: InterceptedCall & { id: RequestId | undefined };
  /** What it is part of, once that is known. */
  exchange: Exchange | undefined;
  readonly #interceptors: readonly Interceptor[];
  readonly #tell: TellInterceptors;
  readonly #began = now();

  constructor(
    interceptors: readonly Interceptor[],
    tell: TellInterceptors,
    direction: InterceptedCall["direction"],
    { sink, carried: { via, origin }, ...message }: Unseen,
  ) {
    this.#interceptors = interceptors;
    this.#tell = tell;
    const { principal, auth } = viewerOf(sink);
    const { method, params } = message;
    const exchange = (): Exchange | undefined => this.exchange;
    this.call = {
      direction,
      id: undefined,
      within: undefined,
      ...message,
      meta: { ...metaOf(params) },
      principal,
      auth,
      via,
      origin,
      get name() {
        return nameOf(exchange(), method, params);
      },
      get protocolVersion() {
        return exchange()?.dialect.table.revision;
      },
      get peerInfo() {
        return exchange()?.peer.info;
      },
    };
  }

  /**
   * Runs what the request is for, if nobody refuses it: at once, where nobody has to
   * be waited for.
   */
  run(exchange: Exchange, work: () => unknown): unknown {
    this.exchange = exchange;
    const all = this.#interceptors;
    const enclosed = all.reduceRight(
      (inner, one) => (one.around ? () => this.#enclose(one, inner) : inner),
      work,
    );
    return all.reduceRight(
      (next, one) => () => whenReady(one.before?.(this.call), next),
      enclosed,
    )();
  }

  async #enclose(one: Interceptor, work: () => unknown): Promise<JsonObject> {
    let calls = 0;
    const wrong = (what: string): Error =>
      new Error(`${this.call.method}: an interceptor's around ${what}`);
    try {
      const result = await one.around?.(this.call, () => {
        // Late is when the call was refused, or has its result.
        if (calls++) throw wrong("called next twice or late");
        const made = new Promise<unknown>((resolve) => resolve(work()));
        // What is no object is refused behind it, as what every handler gives is.
        return ignorable(made as Promise<JsonObject>);
      });
      if (!calls) throw wrong("neither called next nor threw");
      if (!isObject(result))
        throw wrong("gave no result: return what next gives");
      return result;
    } finally {
      calls++;
    }
  }

  /** Tells how the request ended; called once. */
  after(ending: Ending): void {
    const outcome = { ...ending, durationMs: now() - this.#began };
    this.#tell((one) => one.after?.(this.call, outcome));
  }
}

/** The revision's table says which param is the name. */
function nameOf(
  exchange: Exchange | undefined,
  method: string,
  params: unknown,
): string | undefined {
  const { requests = {} } = exchange?.dialect.table ?? {};
  const param = entryOf(requests, method)?.name;
  const name = param && objectOf(params)[param];
  return typeof name === "string" ? name : undefined;
}
