import type { IncomingMessage, ServerResponse } from "node:http";
import { TransportError } from "../../../protocol/errors.ts";
import {
  decode,
  readNodeBody,
  type BodyListener,
  endAfterBody,
  hasMuchToCome,
} from "./read-body.ts";
import type { MemoryLimiter } from "../limits/memory-limiter.ts";
import { nobody, type Viewer } from "../../../protocol/viewer.ts";
import type { MemoryReservation } from "../limits/client-usage.ts";
import {
  UnreadAnswer,
  unreadAllowance,
  slowReaderError,
} from "../limits/slow-reader.ts";
import type { Body, Refusal } from "../replies.ts";
import type { BodyLimits, HttpExchange, ExchangeNode } from "../exchange.ts";
import type { HttpHeaders, HttpStream } from "../../shared/request-response.ts";
import { eventHeaders, jsonHeaders } from "../answer/sse-format.ts";
import { type Allows, authorityOf } from "../gate/hosts.ts";
import { headerProblem, withLength } from "./headers.ts";
import { cutSlowReader } from "./slow-reader.ts";

/** What all exchanges of one handler share. */
export interface NodeExchangeOptions {
  readonly maxBufferedBytes: number;
  readonly maxBodyBytes: number;
  /** How long a client may take nothing of what waits for it. */
  readonly silentMs: number;
  /** Counts what waits for clients that do not read. */
  readonly limiter: MemoryLimiter;
  /** Hears that a exchange is over. */
  done(exchange: HttpExchange): void;
}

/** One exchange of the Node face: straight on Node's own request and response. */
export class NodeExchange implements HttpExchange, HttpStream, BodyListener {
  node: ExchangeNode | undefined;
  viewer: Viewer = nobody;
  requiredScopes: readonly string[] = [];
  client: string | undefined;
  reservation: MemoryReservation | undefined;
  refCount = 1;
  isCounted = false;
  extraHeaders: HttpHeaders | undefined;
  readonly native: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #options: NodeExchangeOptions;
  /** The body, where a framework has parsed it, or read it as text or bytes. */
  readonly #parsed: unknown;
  /** Hears of the body. */
  read: (body: Body) => void = () => {};
  #gone: Error | undefined;
  #unread: UnreadAnswer | undefined;
  #closes = false;
  #isLimited = false;
  #onGone: ((reason: Error) => void) | undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    exchanges: NodeExchangeOptions,
    parsed: unknown,
  ) {
    this.native = request;
    this.#response = response;
    this.#options = exchanges;
    this.#parsed = parsed;
  }

  get method(): string {
    return this.native.method ?? "";
  }

  get target(): string {
    return this.native.url ?? "";
  }

  isForHost(isHost: Allows): boolean {
    const named = authorityOf(this.target);
    return named === undefined || isHost(named);
  }

  get address(): string | undefined {
    return this.native.socket.remoteAddress;
  }

  header(name: string): string | undefined {
    const value = this.native.headers[name];
    return typeof value === "object" ? value.join(", ") : value;
  }

  findHeaderProblem(maxHeaderBytes: number): Refusal | undefined {
    return headerProblem(this.native, maxHeaderBytes);
  }

  /** Closes the connection when the answer has gone out. */
  closeAfterwards(): void {
    if (this.#closes) return;
    this.#closes = true;
    const { socket } = this.native;
    const response = this.#response;
    // Its client is told, where it can be: else it may use the connection again.
    if (!response.headersSent) response.shouldKeepAlive = false;
    response.once("close", () => socket.destroySoon());
  }

  /** Whether its body is still on its way, and its answer has not begun. */
  get isArriving(): boolean {
    return !this.native.complete && !this.#response.headersSent;
  }

  readBody(limits: BodyLimits, tell: (body: Body) => void): void {
    const parsed = this.#parsed;
    if (typeof parsed === "string") return tell({ kind: "text", text: parsed });
    if (parsed instanceof Uint8Array) return tell(decode(parsed));
    if (parsed !== undefined) return tell({ kind: "value", value: parsed });
    this.read = tell;
    readNodeBody(this.native, limits, this);
  }

  gone(): void {
    this.#leave(new TransportError("the client is gone"));
  }

  reply(status: number, given: HttpHeaders, body = ""): void {
    const response = this.#response;
    const { extraHeaders } = this;
    const headers = extraHeaders ? { ...given, ...extraHeaders } : given;
    this.#options.done(this);
    if (response.destroyed) return;
    const length = Buffer.byteLength(body);
    const own = status === 204 ? headers : withLength(headers, length);
    const closes = status >= 400 && this.#isBodyLost(status);
    response.writeHead(status, closes ? { ...own, connection: "close" } : own);
    // In ASCII both encodings are the same, and this takes less time to write.
    const isOwn = headers === jsonHeaders || headers === eventHeaders;
    const isAscii = length === body.length && isOwn;
    if (body !== "") writeAtOnce(response, body, isAscii ? "latin1" : "utf8");
    if (closes) endAfterBody(this.native, response);
    else response.end();
    // What the client did not take at once may never be read.
    if (response.writableLength > 0) this.#limitSilence();
    if (response.writableLength > unreadAllowance) this.#countUnread();
  }

  /** Counts what waits for the client, until it has gone out. */
  #countUnread(): void {
    const response = this.#response;
    const cut = (): void =>
      this.destroy(slowReaderError(response.writableLength));
    if (!this.#unread) {
      const counted = new UnreadAnswer(this.#options.limiter, this, cut);
      const end = (): void => {
        if (this.#unread === counted) this.#unread = undefined;
        counted.end();
        response.off("drain", end).off("close", end);
      };
      response.on("drain", end).on("close", end);
      this.#unread = counted;
    }
    if (!this.#unread.setWaiting(response.writableLength)) cut();
  }

  /**
   * Cuts off a client that takes nothing for too long. For exchanges that last alone:
   * a time that is set anew for each request takes time itself.
   */
  #limitSilence(): void {
    if (this.#isLimited) return;
    this.#isLimited = true;
    const response = this.#response;
    cutSlowReader(this.native.socket, response, this.#options.silentMs, () =>
      this.destroy(slowReaderError(response.writableLength)),
    );
  }

  /** Whether the rest of the body is not worth waiting for. */
  #isBodyLost(status: number): boolean {
    const { native } = this;
    return (
      !native.complete &&
      (status === 408 || hasMuchToCome(native, this.#options.maxBodyBytes))
    );
  }

  open(headers: HttpHeaders, text: string): HttpStream {
    const response = this.#response;
    if (response.destroyed) return this;
    response.writeHead(200, { ...headers, ...this.extraHeaders });
    if (text === "") response.flushHeaders();
    else this.write(text);
    return this;
  }

  get waiting(): number {
    return this.#response.writableLength;
  }

  onDrain(listener: () => void): void {
    if (this.#response.writableNeedDrain)
      this.#response.once("drain", listener);
    else listener();
  }

  write(text: string): void {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return;
    // What waits, and not what comes: one message may be longer than the bound.
    const { waiting } = this;
    if (waiting > this.#options.maxBufferedBytes)
      return this.destroy(slowReaderError(waiting));
    response.write(text);
    const isMuch = waiting > 0 || text.length > unreadAllowance;
    if (isMuch && response.writableLength > unreadAllowance)
      this.#countUnread();
  }

  end(text?: string): void {
    if (text !== undefined) this.write(text);
    this.#options.done(this);
    if (this.#response.destroyed) return;
    this.#response.end();
    if (this.#response.writableLength > 0) this.#limitSilence();
    if (this.#response.writableLength > unreadAllowance) this.#countUnread();
  }

  onDisconnect(listener: (reason: Error) => void): void {
    if (this.#gone) return listener(this.#gone);
    this.#onGone = listener;
    const response = this.#response;
    if (response.destroyed) return this.gone();
    this.#limitSilence();
    response.once("close", () => {
      if (!response.writableFinished) this.gone();
    });
  }

  destroy(reason: Error): void {
    this.#response.destroy();
    this.#leave(reason);
  }

  #leave(reason: Error): void {
    if (this.#gone) return;
    this.#gone = reason;
    this.#options.done(this);
    this.#onGone?.(reason);
  }
}

/**
 * Writes a whole body, together with the headers. `end(body)` would gather it
 * with an empty chunk, which costs about a twentieth of the whole request.
 */
function writeAtOnce(
  response: ServerResponse,
  body: string,
  encoding: "latin1" | "utf8",
): void {
  response.cork();
  response.write(body, encoding);
  response.uncork();
}
