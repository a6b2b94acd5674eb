import type { CacheHints } from "../protocol/cache-hints.ts";
import type { ServerExtension } from "./extension.ts";
import type { Feature } from "../features/feature.ts";
import type { RequestStateOptions } from "./input/sealed-state.ts";
import type { KeepAliveOptions } from "../protocol/timers/keep-alive.ts";
import type { Interceptor } from "../peer/interceptor.ts";
import type { NoticeRates } from "../protocol/timers/notices.ts";
import type { OptionNames } from "../protocol/sound-option.ts";
import type { CanRead } from "../protocol/viewer.ts";

/** Options of every generated `ServerOptions`, without the types of a revision. */
export interface ServerSettings {
  /** Name and version of the server for clients. */
  readonly info: object;
  /**
   * Revisions to support. Default: all generated ones. Throws a TypeError for a revision
   * that was not generated.
   */
  readonly revisions?: readonly string[];
  /** Capabilities in addition to those of the handlers and features. */
  readonly capabilities?: object;
  /** Instructions for using the server. Clients may pass them to the model. */
  readonly instructions?: string;
  /**
   * Handlers by name, for methods that no feature handles. They determine capabilities of
   * the server.
   */
  readonly handlers?: object;
  /** Handlers by method, for methods that no revision defines. */
  readonly methods?: object;
  /** Tools, resources, resource templates and prompts. */
  readonly features?: readonly Feature[];
  /**
   * Extensions to serve. List each one once. Its member is added to the server under its
   * name.
   */
  readonly extensions?: readonly ServerExtension[];
  /**
   * Cache hints for results without their own: lists, resource contents and the server's
   * description.
   *
   * @default not at all
   */
  readonly cache?: CacheHints;
  /**
   * Protects the state that travels through a client while it answers a question. With
   * `"handlers"`, the handlers protect it themselves.
   *
   * @default a key of this process, good for ten minutes
   */
  readonly requestState?: RequestStateOptions | "handlers";
  /**
   * Maximum number of items on a page of a list.
   *
   * @default 100
   */
  readonly pageSize?: number;
  /**
   * Maximum silence of a client after a request to it, in milliseconds. `Infinity` disables
   * the limit.
   *
   * @default 600_000 (10 minutes)
   */
  readonly timeout?: number;
  /**
   * Maximum duration of a request to the client, in milliseconds. `Infinity` disables the
   * limit.
   *
   * @default 3_600_000 (1 hour)
   */
  readonly totalTimeout?: number;
  /**
   * Maximum rate of progress notifications and log messages of one call.
   *
   * @default 20 and 100 a second
   */
  readonly noticeRates?: NoticeRates;
  /**
   * Pings clients, in revisions with `ping`, and closes connections without an answer.
   *
   * @default no pings
   */
  readonly keepAlive?: KeepAliveOptions;
  /** Functions that wrap every request. The first one is the outermost. */
  readonly interceptors?: readonly Interceptor[];
  /**
   * Returns true if a client may read a resource. The rule applies to handlers and
   * features. A client without permission gets the error for a missing resource. It does
   * not see the resource in the lists of the features, cannot subscribe to it, and gets
   * none of its updates. The server calls the function for every request.
   *
   * @default every client may
   */
  readonly canRead?: CanRead;
  /**
   * Validates outgoing messages against the revision. For an invalid result of a handler,
   * the client receives an internal error, and `onError` reports the path.
   *
   * @default true
   */
  readonly check?: boolean;
  /**
   * Reports errors that no client receives: errors of handlers, invalid notifications, dead
   * connections. It is called at most five times a minute for one kind of error (twenty for
   * errors that requests end with), and then with the number of the others.
   *
   * @default prints to standard error, as often
   */
  readonly onError?: (error: Error) => void;
}

/** All options of a server. */
export const serverOptions: OptionNames<ServerSettings> = {
  info: true,
  revisions: true,
  capabilities: true,
  instructions: true,
  handlers: true,
  methods: true,
  features: true,
  extensions: true,
  cache: true,
  requestState: true,
  pageSize: true,
  timeout: true,
  totalTimeout: true,
  noticeRates: true,
  keepAlive: true,
  interceptors: true,
  canRead: true,
  check: true,
  onError: true,
};
