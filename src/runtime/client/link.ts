import type { Call } from "../peer/call.ts";
import type { CallOptions, UntypedCaller } from "../peer/caller.ts";
import type { Interceptions } from "../peer/intercept/interceptions.ts";
import type { Together } from "../peer/dialect.ts";
import type { Report } from "../protocol/timers/reports.ts";
import type { ProtocolError, TransportError } from "../protocol/errors.ts";
import type { JsonObject } from "../protocol/message.ts";
import type { Subscription } from "./subscriptions/subscription.ts";
import type { Connection } from "../peer/connection.ts";
import type { KeepAliveOptions } from "../protocol/timers/keep-alive.ts";
import type { OpenElicitations } from "./answers/open-elicitations.ts";
import type { CacheOptions, ResultCache } from "./cache.ts";
import type { ClientExtension } from "./extension.ts";
import type { ClientLifecycle } from "./lifecycle.ts";
import type { NegotiateOptions } from "./negotiate.ts";
import type { CompileOutput } from "./outputs/compile-outputs.ts";
import type { ToolOutputs } from "./outputs/tool-outputs.ts";
import type { TimeLimits } from "../protocol/timers/time-limits.ts";
import type {
  Hear,
  QuietListening,
  Watches,
} from "./subscriptions/listening.ts";

export interface LinkOptions extends NegotiateOptions, Interceptions {
  readonly createPeer: (caller: UntypedCaller) => unknown;
  /** The extensions that take part, where there are any. */
  joined?: UsedTogether | undefined;
  readonly limits: TimeLimits;
  readonly keepAlive: Required<KeepAliveOptions> | undefined;
  /** How results are kept; they are not, where it is absent. */
  readonly cache?: CacheOptions | undefined;
  /** Checks what tools give, where there is something to check it with. */
  readonly compileOutput?: CompileOutput | undefined;
  /** What becomes of a result that does not fit its tool's schema. */
  readonly onInvalid?: OnInvalid | undefined;
  readonly elicitations?: OpenElicitations | undefined;
  /** Hears that there is no link any more, with the reason if it broke. */
  readonly onClose?: ((error: Error | undefined) => void) | undefined;
}

/** All extensions of a client at work. */
export interface UsedTogether extends Together {
  /** Completes the params of a call before it is sent. */
  prepare(call: Call): void;
  /** Goes on with a call that has this answer, to its end; whether it does. */
  follow(link: Link, call: Call, answer: JsonObject | ProtocolError): boolean;
  /** Hears the result of a call that was given up before. */
  late(call: Call, answer: JsonObject): void;
}

/** What `useAll` of extensions is: declared here, so that users need not be given all of this. */
export type UseAll = (
  extensions: readonly ClientExtension[],
  lender: Lender,
) => UsedTogether;

/** What a client has for its extensions. */
export interface Lender {
  /** The link, while there is one. */
  readonly link: Link | undefined;
  /** Why there is none. */
  readonly reason: TransportError;
  /** The next link, while it is being opened. */
  opened(): Promise<Link>;
  request(
    method: string,
    params: JsonObject | undefined,
    options?: CallOptions,
  ): Promise<JsonObject>;
  notify(method: string, params: JsonObject | undefined): Promise<void>;
  listen(filter: JsonObject, options?: QuietListening): Promise<Subscription>;
  readonly onError: Report;
}

/** `warn` delivers it and tells `onError`, `reject` makes it the call's error. */
export type OnInvalid = "warn" | "reject";

/** A client's connection with one server, and all that is known on it. */
export interface Link {
  readonly connection: Connection;
  readonly lifecycle: ClientLifecycle;
  readonly options: LinkOptions;
  readonly hearers: Set<Hear>;
  readonly watches: Watches;
  readonly cache?: ResultCache | undefined;
  readonly outputs: ToolOutputs;
  /** Hears that changes come no more; whether somebody wants them still. */
  onDeaf?: (error: Error) => boolean;
  /** While tools are listed for calls whose results are to be checked. */
  listing?: Promise<void> | undefined;
  /** While client and server agree on another revision. */
  renegotiation?: Promise<void> | undefined;
}
