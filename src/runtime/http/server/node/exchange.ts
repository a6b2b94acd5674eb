import type { IncomingMessage, ServerResponse } from "node:http";
import { TransportError } from "../../../protocol/errors.ts";
import {
  decode,
  readNodeBody,
  type BodyListener,
  endAfterBody,
  hasMuchToCome,
} from "./read-body.ts";
import type { Kept } from "../limits/memory-limiter.ts";
import { nobody, type Viewer } from "../../../protocol/viewer.ts";
import type { Charge } from "../limits/client-usage.ts";
import { Unread, usualUnread, unread } from "../limits/slow-reader.ts";
import type { Body, Refusal } from "../replies.ts";
import type { BodyLimits, Visit, VisitPlace } from "../exchange.ts";
import type { HttpHeaders, HttpStream } from "../../shared/request-response.ts";
import { eventHeaders, jsonHeaders } from "../answer/sse-format.ts";
import { type Allows, authorityOf } from "../gate/hosts.ts";
import { headerProblem, withLength } from "./headers.ts";
import { limitSilence } from "./slow-reader.ts";

/** What all visits of one handler share. */
export interface NodeVisits {
  readonly maxBufferedBytes: number;
  readonly maxBodyBytes: number;
  /** How long a client may take nothing of what waits for it. */
  readonly silentMs: number;
  /** Counts what waits for clients that do not read. */
  readonly kept: Kept;
  /** Hears that a visit is over. */
  done(visit: Visit): void;
}

/** One visit of the Node face: straight on Node's own request and response. */
export class NodeVisit implements Visit, HttpStream, BodyListener {
  place: VisitPlace | undefined;
  viewer: Viewer = nobody;
  needs: readonly string[] = [];
  client: string | undefined;
  charge: Charge | undefined;
  holders = 1;
  isCounted = false;
  moreHeaders: HttpHeaders | undefined;
  readonly native: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #visits: NodeVisits;
  /** The body, where a framework has parsed it, or read it as text or bytes. */
  readonly #parsed: unknown;
  /** Hears of the body. */
  read: (body: Body) => void = () => {};
  #gone: Error | undefined;
  #unread: Unread | undefined;
  #closes = false;
  #isLimited = false;
  #onGone: ((reason: Error) => void) | undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    visits: NodeVisits,
    parsed: unknown,
  ) {
    this.native = request;
    this.#response = response;
    this.#visits = visits;
    this.#parsed = parsed;
  }

  get method(): string {
    return this.native.method ?? "";
  }

  get target(): string {
    return this.native.url ?? "";
  }

  isFor(isHost: Allows): boolean {
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

  problem(maxHeaderBytes: number): Refusal | undefined {
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
    const { moreHeaders } = this;
    const headers = moreHeaders ? { ...given, ...moreHeaders } : given;
    this.#visits.done(this);
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
    if (response.writableLength > usualUnread) this.#countUnread();
  }

  /** Counts what waits for the client, until it has gone out. */
  #countUnread(): void {
    const response = this.#response;
    const cut = (): void => this.cut(unread(response.writableLength));
    if (!this.#unread) {
      const counted = new Unread(this.#visits.kept, this, cut);
      const end = (): void => {
        if (this.#unread === counted) this.#unread = undefined;
        counted.end();
        response.off("drain", end).off("close", end);
      };
      response.on("drain", end).on("close", end);
      this.#unread = counted;
    }
    if (!this.#unread.waits(response.writableLength)) cut();
  }

  /**
   * Cuts off a client that takes nothing for too long. For visits that last alone:
   * a time that is set anew for each request takes time itself.
   */
  #limitSilence(): void {
    if (this.#isLimited) return;
    this.#isLimited = true;
    const response = this.#response;
    limitSilence(this.native.socket, response, this.#visits.silentMs, () =>
      this.cut(unread(response.writableLength)),
    );
  }

  /** Whether the rest of the body is not worth waiting for. */
  #isBodyLost(status: number): boolean {
    const { native } = this;
    return (
      !native.complete &&
      (status === 408 || hasMuchToCome(native, this.#visits.maxBodyBytes))
    );
  }

  open(headers: HttpHeaders, text: string): HttpStream {
    const response = this.#response;
    if (response.destroyed) return this;
    response.writeHead(200, { ...headers, ...this.moreHeaders });
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
    if (waiting > this.#visits.maxBufferedBytes)
      return this.cut(unread(waiting));
    response.write(text);
    const isMuch = waiting > 0 || text.length > usualUnread;
    if (isMuch && response.writableLength > usualUnread) this.#countUnread();
  }

  end(text?: string): void {
    if (text !== undefined) this.write(text);
    this.#visits.done(this);
    if (this.#response.destroyed) return;
    this.#response.end();
    if (this.#response.writableLength > 0) this.#limitSilence();
    if (this.#response.writableLength > usualUnread) this.#countUnread();
  }

  onGone(listener: (reason: Error) => void): void {
    if (this.#gone) return listener(this.#gone);
    this.#onGone = listener;
    const response = this.#response;
    if (response.destroyed) return this.gone();
    this.#limitSilence();
    response.once("close", () => {
      if (!response.writableFinished) this.gone();
    });
  }

  cut(reason: Error): void {
    this.#response.destroy();
    this.#leave(reason);
  }

  #leave(reason: Error): void {
    if (this.#gone) return;
    this.#gone = reason;
    this.#visits.done(this);
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
