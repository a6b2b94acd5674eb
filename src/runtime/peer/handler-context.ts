import type { Context, Session } from "./context.ts";
import { hasCapability } from "../protocol/revision/capabilities.ts";
import type { LogLevel } from "../protocol/log-level.ts";
import {
  isRequestId,
  type JsonObject,
  type RequestId,
} from "../protocol/message.ts";
import { isStateless } from "../protocol/revision/protocol-table.ts";
import type { RequestRecord } from "./record.ts";
import type { Auth } from "../protocol/scopes/register.ts";
import { viewerOf } from "../protocol/viewer.ts";

const notDeclared =
  'context.log sends nothing: "logging" is not declared, as by the option capabilities: { logging: {} } of a server';

/** A user's view of a request: it has no member that users are not to see. */
export class HandlerContext implements Context {
  readonly #request: RequestRecord;
  #progress = -Infinity;

  constructor(request: RequestRecord) {
    this.#request = request;
  }

  get method(): string {
    return this.#request.method;
  }

  get id(): RequestId | undefined {
    return this.#request.id;
  }

  get meta(): JsonObject {
    return this.#request.meta;
  }

  get protocolVersion(): string {
    return this.#request.table.revision;
  }

  get principal(): string | undefined {
    return viewerOf(this.#request.sink).principal;
  }

  get auth(): Auth {
    return viewerOf(this.#request.sink).auth;
  }

  get session(): Session | undefined {
    return this.#request.session;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get peer(): unknown {
    return this.#request.peer;
  }

  get peerInfo(): unknown {
    return this.#request.peerInfo;
  }

  get peerCapabilities(): unknown {
    return this.#request.peerCapabilities;
  }

  get inputResponses(): JsonObject | undefined {
    return this.#request.inputResponses;
  }

  get state(): unknown {
    return this.#request.state;
  }

  progress(progress: number, total?: number, message?: string): void {
    const { meta, ended } = this.#request;
    const { progressToken } = meta;
    if (!isRequestId(progressToken) || ended) return;
    // NaN and Infinity have no form in JSON.
    if (!(progress > this.#progress) || progress === Infinity) return;
    this.#progress = progress;
    this.#request.notices.progress({
      progressToken,
      progress,
      ...(Number.isFinite(total) && { total }),
      ...(message !== undefined && { message }),
    });
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    const { capabilities, ended, report } = this.#request;
    if (!hasCapability(capabilities, ["logging"]))
      return report(new Error(notDeclared), {
        kind: "context.log",
        isOnce: true,
      });
    if (ended && isStateless(this.#request)) return;
    if (!this.#request.wantsLog(level)) return;
    this.#request.notices.log(level, {
      level,
      data: data ?? null,
      ...(logger !== undefined && { logger }),
    });
  }

  closeStream(retryMs?: number): boolean {
    return this.#request.sink.closeStream?.(retryMs) ?? false;
  }
}

/** The context of handlers that ask nothing in mid-call. */
export function createHandlerContext(request: RequestRecord): Context {
  return new HandlerContext(request);
}
