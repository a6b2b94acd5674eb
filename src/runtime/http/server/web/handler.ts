import type { Server } from "../../../server/create-server.ts";
import { HttpCore, type CloseOptions, type HttpControls } from "../core.ts";
import type { HttpOptions } from "../options.ts";
import { requireHttpOptions } from "../resolve-options.ts";
import { maxSilentMs } from "../limits/slow-reader.ts";
import { toError, TransportError } from "../../../protocol/errors.ts";
import { nobody, type Viewer } from "../../../protocol/viewer.ts";
import type { MemoryReservation } from "../limits/client-usage.ts";
import {
  headerTooLong,
  maxHeaders,
  tooManyHeaders,
  type Body,
  type Refusal,
} from "../replies.ts";
import type { BodyLimits, HttpExchange, ExchangeNode } from "../exchange.ts";
import type { HttpHeaders, HttpStream } from "../../shared/request-response.ts";
import {
  isThisMachine,
  type Allows,
  authorityOf,
  targetOf,
} from "../gate/hosts.ts";
import { readWebBody } from "./read-body.ts";
import { WebStream, type WebStreamLimits } from "./stream.ts";

/** A web-standard request handler, as Workers, Deno, Bun and Hono take it. */
export interface HttpHandler extends HttpControls {
  (request: Request): Promise<Response>;
}

/**
 * Makes a request handler of web-standard requests and responses. Throws a TypeError
 * for options that are not sound.
 *
 * @example
 * const handle = createHttpHandler(server, { path: "/mcp" });
 * export default { fetch: (request: Request) => handle(request) };
 */
export function createHttpHandler(
  server: Server,
  options: HttpOptions = {},
): HttpHandler {
  requireHttpOptions("createHttpHandler", options, {});
  const core = new HttpCore(server, options, "own");
  const { maxBufferedBytes } = core.options;
  const silentMs = maxSilentMs(core.options);
  const done = core.done.bind(core);
  const exchanges = { maxBufferedBytes, silentMs, done };
  const handle = (request: Request): Promise<Response> =>
    new Promise((resolve) =>
      core.accept(new WebExchange(request, resolve, exchanges)),
    );
  return Object.assign(handle, {
    close: (close?: CloseOptions) => core.close(close),
    status: () => core.status(),
  });
}

/** What all exchanges of one handler share. */
export interface WebExchangeOptions extends WebStreamLimits {
  /** Hears that a exchange is over. */
  done(exchange: HttpExchange): void;
}

/** One exchange of the web-standard face. */
export class WebExchange implements HttpExchange {
  node: ExchangeNode | undefined;
  viewer: Viewer = nobody;
  requiredScopes: readonly string[] = [];
  client: string | undefined;
  reservation: MemoryReservation | undefined;
  refCount = 1;
  isCounted = false;
  extraHeaders: HttpHeaders | undefined;
  readonly native: Request;
  // Each look at a request's own takes longer than one at these.
  readonly method: string;
  readonly target: string;
  /** No request of the web tells it. */
  readonly address = undefined;
  readonly #authority: string | undefined;
  readonly #headers: Headers;
  readonly #respond: (response: Response) => void;
  readonly #options: WebExchangeOptions;
  #stream: WebStream | undefined;
  #answered = false;
  #over = false;
  #gone: Error | undefined;
  #listener: ((reason: Error) => void) | undefined;

  constructor(
    request: Request,
    respond: (response: Response) => void,
    exchanges: WebExchangeOptions,
  ) {
    this.native = request;
    this.method = request.method;
    const { url } = request;
    this.target = targetOf(url);
    this.#authority = authorityOf(url);
    this.#headers = request.headers;
    this.#respond = respond;
    this.#options = exchanges;
  }

  header(name: string): string | undefined {
    const value = this.#headers.get(name) ?? undefined;
    // Where a runtime tells no `Host`, the address of the request has it.
    return value === undefined && name === "host" ? this.#authority : value;
  }

  /**
   * An address that names this machine is what servers and adapters make of a
   * path: it says nothing that the `Host` header has not to say.
   */
  isForHost(isHost: Allows): boolean {
    const named = this.#authority;
    return (
      named === undefined ||
      named === this.header("host") ||
      isThisMachine(named) ||
      isHost(named)
    );
  }

  findHeaderProblem(maxHeaderBytes: number): Refusal | undefined {
    let count = 0;
    let problem: Refusal | undefined;
    // A project's `lib` may have `DOM` without `DOM.Iterable`.
    this.#headers.forEach((value, name) => {
      if (++count > maxHeaders) problem ??= tooManyHeaders;
      if (name.length > maxHeaderBytes || value.length > maxHeaderBytes)
        problem ??= headerTooLong(maxHeaderBytes);
    });
    return problem;
  }

  readBody(limits: BodyLimits, tell: (body: Body) => void): void {
    readWebBody(this.native, this, limits, tell, (error) =>
      this.#leave(toError(error)),
    );
  }

  reply(status: number, headers: HttpHeaders, body?: string): void {
    if (this.#gone) return;
    const all = this.#withMore(headers);
    this.#answer(new Response(body || null, { status, headers: all }));
    this.#end();
  }

  open(headers: HttpHeaders, text: string): HttpStream {
    const stream = new WebStream(this.#options, {
      ended: () => this.#end(),
      gone: (reason) => this.#leave(reason),
    });
    if (this.#gone) {
      stream.destroy(this.#gone);
      return stream;
    }
    this.#answer(
      new Response(stream.readable, { headers: this.#withMore(headers) }),
    );
    this.#stream = stream;
    if (text !== "") stream.write(text);
    return stream;
  }

  onDisconnect(listener: (reason: Error) => void): void {
    if (this.#gone) return listener(this.#gone);
    this.#listener = listener;
    const { signal } = this.native;
    const leave = (): void =>
      this.#leave(new TransportError("the client is gone"));
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  }

  destroy(reason: Error): void {
    this.#stream?.destroy(reason);
    this.#leave(reason);
  }

  #withMore(headers: HttpHeaders): HttpHeaders {
    const { extraHeaders } = this;
    return extraHeaders ? { ...headers, ...extraHeaders } : headers;
  }

  /** The response is made before: what is wrong with it can still be told. */
  #answer(response: Response): void {
    if (this.#answered) throw new TransportError("it has an answer already");
    this.#answered = true;
    this.#respond(response);
  }

  /** The answer is whole. */
  #end(): void {
    this.#listener = undefined;
    this.#over = true;
    this.#options.done(this);
  }

  #leave(reason: Error): void {
    if (this.#over) return;
    // Whoever still waits for a response gets one.
    if (!this.#answered) this.#answer(new Response(null, { status: 503 }));
    this.#gone = reason;
    const listener = this.#listener;
    this.#end();
    this.#stream?.leave();
    listener?.(reason);
  }
}
