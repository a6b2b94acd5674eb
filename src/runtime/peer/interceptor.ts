import type { Awaitable } from "../wire/answer.ts";
import { toError } from "../wire/errors.ts";
import type { Exchange } from "./exchange.ts";
import {
  isObject,
  isPromiseLike,
  type JsonObject,
  type RequestId,
} from "../wire/message.ts";
import { entryOf } from "../table/protocol-table.ts";
import type { Sink } from "./transport.ts";
import type { Auth } from "../wire/rights/register.ts";
import { viewerOf } from "../wire/viewer.ts";

/**
 * Sees every request that a server answers, over any transport: for limits,
 * metrics and logs. It does not see notifications.
 */
export interface Interceptor {
  /**
   * Runs before a request is checked and handled. The request waits for a
   * promise. What it throws refuses the request: a `ProtocolError` goes to the
   * client; anything else is an internal error, and reported. A request that
   * belongs to no revision or session does not get this far.
   */
  before?(call: InterceptedCall): Awaitable<void>;
  /**
   * Runs once for each request after its answer, also for one that was refused,
   * was of an unknown method, or was cancelled. The call is the object that
   * `before` saw. What it throws is reported.
   */
  after?(call: InterceptedCall, outcome: CallOutcome): void;
  /**
   * A client opened a session over HTTP, or a stream of HTTP with SSE. What this
   * throws is reported.
   */
  sessionBegan?(session: InterceptedSession): void;
  /** The session is over; it is the object that `sessionBegan` saw. */
  sessionEnded?(session: InterceptedSession, ending: SessionEnding): void;
}

/** A session as interceptors see it. Its id is its client's secret, and not told. */
export interface InterceptedSession {
  /** Who opened it, where the transport has proved it. */
  readonly principal: string | undefined;
  /** Whose it is, as its bounds count: a principal, an address, or what `clientKey` said. */
  readonly client: string;
  /** The revision that is spoken. */
  readonly protocolVersion: string;
  /** The client's name and version, by its own word. */
  readonly peerInfo: unknown;
}

/**
 * Why a session ended: its client said so, nobody used it, it gave way to
 * another, its stream broke, or the server closed it.
 */
export type SessionEnd = "deleted" | "idle" | "displaced" | "left" | "closed";

export interface SessionEnding {
  /** Why it ended. */
  readonly reason: SessionEnd;
  /** How long it lasted, in milliseconds. */
  readonly durationMs: number;
}

/** A request as interceptors see it. The params are as they came: they may not even fit. */
export interface InterceptedCall {
  /** The method, such as `tools/call`. */
  readonly method: string;
  /**
   * The name of the tool or the prompt, or the URI of the resource; undefined
   * for other methods.
   */
  readonly name: string | undefined;
  /** The id that the client gave the request. */
  readonly id: RequestId;
  /** As they came, unchecked. */
  readonly params: unknown;
  /** Who sent it, where the transport has proved it. */
  readonly principal: string | undefined;
  /** What else the transport's authorization has found out of the sender. */
  readonly auth: Auth;
  /** The revision that it belongs to, where it belongs to one. */
  readonly protocolVersion: string | undefined;
  /** The client's name and version, by its own word. */
  readonly peerInfo: unknown;
}

/** How a request ended. A tool that failed has a result, with `isError`. */
export type CallOutcome = Ending & {
  /** The milliseconds since the request came. */
  readonly durationMs: number;
};

type Ending =
  | {
      /** Answered: a tool that failed is, too. */
      readonly kind: "result";
      /** As the client got it. */
      readonly result: JsonObject;
    }
  /** A `ProtocolError` is what the client was told; anything else it was not. */
  | {
      /** Refused, or its handler threw. */
      readonly kind: "error";
      /** Why. */
      readonly error: Error;
    }
  /** Nobody waits for the answer any more: the error says why. */
  | {
      /** Nobody waits for it any more. */
      readonly kind: "cancelled";
      /** Why. */
      readonly error: Error;
    };

/** What a transport knows of a session. */
export interface SessionFacts {
  /** Who opened it. */
  readonly principal: string | undefined;
  /** Whose it is, as its bounds count. */
  readonly client: string;
  /** Why it ended, once it has. */
  end(): SessionEnd;
}

/** Tells that a session began; gives what tells that it ended. */
export type WatchSession = (
  facts: SessionFacts,
  revision: string,
  info: unknown,
) => () => void;

/** Undefined where nobody wants to know. */
export function createWatchSession(
  interceptors: readonly Interceptor[] | undefined,
  onError: (error: Error) => void,
): WatchSession | undefined {
  if (!interceptors || interceptors.length === 0) return undefined;
  const tell = (one: (interceptor: Interceptor) => unknown): void => {
    for (const interceptor of interceptors)
      heard(() => one(interceptor), onError);
  };
  return ({ principal, client, end }, protocolVersion, peerInfo) => {
    const session = { principal, client, protocolVersion, peerInfo };
    const began = performance.now();
    tell((one) => one.sessionBegan?.(session));
    return () => {
      const durationMs = performance.now() - began;
      tell((one) => one.sessionEnded?.(session, { reason: end(), durationMs }));
    };
  };
}

/** Makes the interception of each request that comes; undefined where none is wanted. */
export type Intercept = (
  method: string,
  id: RequestId,
  params: unknown,
  sink: Sink,
) => Interception;

/** Undefined without interceptors, so that nobody pays for none. */
export function createIntercept(
  interceptors: readonly Interceptor[] | undefined,
  onError: (error: Error) => void,
): Intercept | undefined {
  if (!interceptors || interceptors.length === 0) return undefined;
  return (...message) => new Interception(interceptors, onError, ...message);
}

/** One request on its way through the interceptors. */
export class Interception {
  readonly #interceptors: readonly Interceptor[];
  readonly #onError: (error: Error) => void;
  readonly #call: InterceptedCall;
  readonly #began = performance.now();
  #exchange: Exchange | undefined;

  constructor(
    interceptors: readonly Interceptor[],
    onError: (error: Error) => void,
    method: string,
    id: RequestId,
    params: unknown,
    sink: Sink,
  ) {
    this.#interceptors = interceptors;
    this.#onError = onError;
    const exchange = (): Exchange | undefined => this.#exchange;
    const { principal, auth } = viewerOf(sink);
    this.#call = {
      method,
      id,
      params,
      principal,
      auth,
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

  /** Throws what refuses the request, or gives a promise while one is to be waited for. */
  before(exchange: Exchange): Promise<void> | undefined {
    this.#exchange = exchange;
    return this.#before(0);
  }

  #before(from: number): Promise<void> | undefined {
    for (let index = from; index < this.#interceptors.length; index++) {
      const passing: unknown = this.#interceptors[index]?.before?.(this.#call);
      if (isPromiseLike(passing))
        return Promise.resolve(passing).then(() => this.#before(index + 1));
    }
    return undefined;
  }

  /** Tells how the request ended; called once. */
  after(ending: Ending): void {
    const durationMs = performance.now() - this.#began;
    const outcome: CallOutcome = { ...ending, durationMs };
    for (const one of this.#interceptors) this.#tell(one, outcome);
  }

  #tell(interceptor: Interceptor, outcome: CallOutcome): void {
    heard(() => interceptor.after?.(this.#call, outcome), this.#onError);
  }
}

/** Lets somebody hear something: what is thrown is reported. */
function heard(tell: () => unknown, onError: (error: Error) => void): void {
  const report = (error: unknown): void => onError(toError(error));
  try {
    const told = tell();
    // One that is async is not waited for, and must not bring the process down.
    if (isPromiseLike(told)) told.then(undefined, report);
  } catch (error) {
    report(error);
  }
}

/** The revision's table says which param is the name. */
function nameOf(
  exchange: Exchange | undefined,
  method: string,
  params: unknown,
): string | undefined {
  if (!exchange || !isObject(params)) return undefined;
  const { requests } = exchange.dialect.table;
  const param = entryOf(requests, method)?.name;
  const name = param === undefined ? undefined : params[param];
  return typeof name === "string" ? name : undefined;
}
