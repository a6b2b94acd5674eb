import type { UntypedCaller } from "../peer/caller.ts";
import { withChecks } from "./answers/checked.ts";
import type { CacheOptions } from "./cache.ts";
import { compileOutputs } from "./outputs/compile-outputs.ts";
import {
  Conversation,
  type ConnectOptions,
  type ListeningOptions,
} from "./conversation.ts";
import { createDialect, offer } from "../peer/dialect.ts";
import { bindHandlers } from "../peer/handlers.ts";
import { keepAliveOptions, type KeepAliveOptions } from "../time/keep-alive.ts";
import type { LogLevel } from "../wire/log-level.ts";
import type { OnInvalid } from "./link.ts";
import { OpenElicitations } from "./answers/open-elicitations.ts";
import type { SpokenRevision } from "../table/protocol-table.ts";
import type { JsonSchemaValidator } from "../features/schema/json-schema.ts";
import { sentChecks } from "../table/sent.ts";
import { reporter } from "../wire/report.ts";
import { Reports } from "../time/reports.ts";
import type { OpenTransport } from "./restart.ts";
import { asParams } from "../peer/outgoing.ts";
import type { Subscription } from "./subscriptions/subscription.ts";
import { clientLimits, duration, timeLimits } from "../time/time-limits.ts";
import type { Transport } from "../peer/transport.ts";

/** What every generated `ClientOptions` has, without its types. */
export interface ClientSettings {
  readonly info: object;
  /** What the handlers do not tell. */
  readonly capabilities?: object;
  readonly handlers?: object;
  /** The least severe log messages that the server is asked for; none by default. */
  readonly logLevel?: LogLevel;
  /**
   * How long a server that may not know `server/discover` may take to answer it,
   * in milliseconds: five seconds by default.
   */
  readonly probeTimeout?: number;
  /**
   * How long a server may be silent in a call that does not say so itself, in
   * milliseconds: a minute by default. `Infinity` is no bound.
   */
  readonly timeout?: number;
  /** How long such a call may take in all, in milliseconds: an hour by default. */
  readonly totalTimeout?: number;
  /**
   * Keeps results for as long as the server allows it, where the revision has
   * that; not at all by default. Changes are heard of by `listen`.
   */
  readonly cache?: boolean | CacheOptions;
  /**
   * Holds what tools give against the output schemas that the server listed, with
   * a validator of yours such as `fromAjv(…)`. That something is given, where a
   * schema was listed, is seen to anyway. Tools are listed before the first call
   * of one that was not. `onError` hears, once, of what cannot be checked.
   */
  readonly validate?: JsonSchemaValidator;
  /**
   * What becomes of a result that does not fit: `warn`, the default, delivers it
   * and tells `onError`; with `reject` the call rejects with the
   * InvalidMessageError. The tool has done its work by then, either way.
   */
  readonly onInvalid?: OnInvalid;
  /**
   * Whether what leaves is held against the guards of the revision, and what its
   * pages say beyond them: on by default. What a handler returns and is not valid
   * is an internal error to the server, and told to `onError` with its path.
   */
  readonly check?: boolean;
  /** Pings the server, where the revision has pings; not at all by default. */
  readonly keepAlive?: KeepAliveOptions;
  /** Hears that the connection is over, for good: with the reason if it broke. */
  readonly onClose?: (error: Error | undefined) => void;
  /**
   * Hears what cannot be told to the server, and what the server sends that is no
   * message, or is taken otherwise than it stands; `console.error` by default. Of
   * each kind it hears five in a minute, and then how many more there were.
   */
  readonly onError?: (error: Error) => void;
}

/** The changes that a client can ask to hear of. */
export interface ChangeFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  /** The URIs of resources whose updates are meant. */
  readonly resourceSubscriptions?: readonly string[];
}

/** What every client has beside its revision's own calls. */
export interface ClientEndpoint<Info = unknown, Capabilities = unknown> {
  /**
   * Opens the conversation with the server at the other end of the transport.
   * Given as a function, a server that dies can be started again. Rejects with
   * one of the errors of `errors.ts`; the transport is closed then.
   */
  connect(
    transport: Transport | OpenTransport,
    options?: ConnectOptions,
  ): Promise<void>;
  /** Closes the connection; calls that wait are rejected. */
  close(): Promise<void>;
  /** Asks for log messages that are at least as severe, from now on. */
  setLogLevel(level: LogLevel): Promise<void>;
  /** Asks to hear of changes. Handlers of the notifications hear of them too. */
  listen(
    filter: ChangeFilter,
    options?: ListeningOptions,
  ): Promise<Subscription>;
  /** The revision that was agreed on; undefined before `connect`. */
  readonly protocolVersion: string | undefined;
  /** The name and version of the server; undefined before `connect`. */
  readonly serverInfo: Info | undefined;
  /** What the server declares; undefined before `connect`. */
  readonly serverCapabilities: Capabilities | undefined;
  /** How the server says that it is to be used, for the model to read. */
  readonly instructions: string | undefined;
}

/**
 * Makes a client of one or more revisions, newest first; generated modules call
 * it with their types. Throws a TypeError for times that are not sound.
 */
export function buildClient<Info, Capabilities, Peer extends object>(
  revisions: readonly SpokenRevision[],
  settings: ClientSettings,
  createPeer: (caller: UntypedCaller) => Peer,
): ClientEndpoint<Info, Capabilities> & Peer {
  const { info, capabilities, check = true } = settings;
  const [newest] = revisions;
  const elicitations = new OpenElicitations();
  const reports = new Reports(reporter(settings.onError));
  const conversation = new Conversation({
    dialects: revisions.map((one) => {
      const dialect = createDialect(
        one,
        "client",
        { info, capabilities },
        undefined,
        undefined,
        newest && check ? sentChecks(one, newest) : undefined,
      );
      const handlers = bindHandlers(one.table, settings.handlers ?? {});
      offer(dialect, [{ handlers: withChecks(handlers, elicitations) }]);
      return dialect;
    }),
    elicitations,
    compileOutput:
      settings.validate && compileOutputs(settings.validate, reports.report),
    onInvalid: settings.onInvalid,
    cache: settings.cache === true ? {} : settings.cache || undefined,
    logLevel: settings.logLevel,
    probeTimeout: duration("probeTimeout", settings.probeTimeout, 5_000),
    limits: timeLimits(settings, clientLimits),
    keepAlive: keepAliveOptions(settings.keepAlive),
    onClose: (error) => {
      reports.end();
      settings.onClose?.(error);
    },
    onError: reports.report,
    createPeer,
  });
  const endpoint: ClientEndpoint<Info, Capabilities> = {
    connect: (transport, options) => conversation.connect(transport, options),
    close: () => conversation.close(),
    setLogLevel: (level) => conversation.setLogLevel(level),
    listen: (filter, options) => conversation.listen({ ...filter }, options),
    get protocolVersion() {
      return conversation.protocolVersion;
    },
    get serverInfo() {
      // The guard of the server's answer has proved this type.
      return conversation.peer.info as Info | undefined;
    },
    get serverCapabilities() {
      return conversation.peer.capabilities as Capabilities | undefined;
    },
    get instructions() {
      const { instructions } = conversation.peer;
      return typeof instructions === "string" ? instructions : undefined;
    },
  };
  const caller: UntypedCaller = {
    // The guards prove the result's type, which the typed caller states.
    request: (method, params, options) => {
      try {
        return conversation.request(
          method,
          asParams(params),
          options,
        ) as Promise<never>;
      } catch (error) {
        return Promise.reject(error);
      }
    },
    notify: async (method, params) =>
      conversation.notify(method, asParams(params)),
    report: reports.report,
  };
  return Object.assign(endpoint, createPeer(caller));
}
