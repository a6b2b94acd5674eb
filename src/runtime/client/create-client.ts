import type { UntypedCaller } from "../peer/caller.ts";
import { withChecks } from "./answers/checked.ts";
import { compileOutputs } from "./outputs/compile-outputs.ts";
import type { ConnectOptions } from "./connect-options.ts";
import { Conversation } from "./conversation.ts";
import {
  createDialect,
  offer,
  type Dialect,
  type Together,
} from "../peer/dialect.ts";
import type { ClientExtension, ClientMembers } from "./extension.ts";
import { foreignTo } from "../protocol/revision/foreign.ts";
import {
  bindForeign,
  bindHandlers,
  requireHandlers,
} from "../peer/handlers.ts";
import { createInterceptions } from "../peer/intercept/interceptions.ts";
import { keepAliveOptions } from "../protocol/timers/keep-alive.ts";
import { logLevels, type LogLevel } from "../protocol/log-level.ts";
import type { LinkOptions, UseAll } from "./link.ts";
import { OpenElicitations } from "./answers/open-elicitations.ts";
import type { SpokenRevision } from "../protocol/revision/protocol-table.ts";
import { pickRevisions } from "../protocol/revision/spoken.ts";
import { sentChecks } from "../protocol/revision/sent.ts";
import { reporter } from "../protocol/report.ts";
import { Reports } from "../protocol/timers/reports.ts";
import type { OpenTransport } from "./restart.ts";
import { asParams } from "../protocol/params.ts";
import { requireKnown, wordOption } from "../protocol/sound-option.ts";
import { requireOptions } from "../protocol/options/advice.ts";
import {
  cacheOptions,
  clientOptions,
  type ClientSettings,
} from "./settings.ts";
import { isObject } from "../protocol/message.ts";
import type { CacheOptions } from "./cache.ts";
import type { ListeningOptions } from "./subscriptions/listening.ts";
import type { Subscription } from "./subscriptions/subscription.ts";
import {
  clientLimits,
  duration,
  timeLimits,
} from "../protocol/timers/time-limits.ts";
import type { Transport } from "../peer/transport.ts";

export type { ClientSettings } from "./settings.ts";

/** The changes that a client can ask to hear of. */
export interface ChangeFilter {
  /** Tell when there are other tools. */
  readonly toolsListChanged?: boolean;
  /** Tell when there are other prompts. */
  readonly promptsListChanged?: boolean;
  /** Tell when there are other resources. */
  readonly resourcesListChanged?: boolean;
  /** The URIs of resources whose updates are meant. */
  readonly resourceSubscriptions?: readonly string[];
}

/** What every client has beside its revision's own calls. */
export interface ClientEndpoint<
  Info = unknown,
  Capabilities = unknown,
  Revision extends string = string,
> {
  /**
   * Opens the conversation with the server at the other end of the transport.
   * Give a function that opens the transport, and the client can start a server
   * again that died. Rejects with one of the errors that `CallError` names; the
   * transport is closed then.
   */
  connect(
    transport: Transport | OpenTransport,
    options?: ConnectOptions<Revision>,
  ): Promise<void>;
  /** Closes the connection. Calls that wait are rejected. */
  close(): Promise<void>;
  /** Asks for log messages that are at least as severe, from now on. */
  setLogLevel(level: LogLevel): Promise<void>;
  /**
   * Asks the server to tell of changes. Handlers of the notifications hear of
   * them, too.
   */
  listen(
    filter: ChangeFilter,
    options?: ListeningOptions,
  ): Promise<Subscription>;
  /** The revision that was agreed on; undefined before `connect`. */
  readonly protocolVersion: string | undefined;
  /** The name and the version of the server; undefined before `connect`. */
  readonly serverInfo: Info | undefined;
  /** What the server declares; undefined before `connect`. */
  readonly serverCapabilities: Capabilities | undefined;
  /** How the server says that it is to be used, for the model to read. */
  readonly instructions: string | undefined;
}

/**
 * Makes a client of one or more revisions, newest first; generated modules call
 * it with their types. Throws a TypeError for options that are not sound.
 */
export function buildClient<
  Info,
  Capabilities,
  Peer extends object,
  const Extensions extends readonly ClientExtension[] = [],
>(
  revisions: readonly SpokenRevision[],
  settings: ClientSettings & {
    /** Extensions that are used: each has its member in the client. */
    readonly extensions?: Extensions;
  },
  createPeer: (caller: UntypedCaller) => Peer,
): ClientEndpoint<Info, Capabilities> & Peer & ClientMembers<Extensions> {
  requireOptions("createClient", settings, clientOptions);
  if (isObject(settings.cache))
    requireKnown<CacheOptions>("cache", settings.cache, cacheOptions);
  const elicitations = new OpenElicitations();
  const reports = new Reports(reporter(settings.onError));
  const options: LinkOptions = {
    dialects: [],
    generated: revisions.map(({ table }) => table.revision),
    elicitations,
    compileOutput:
      settings.validate && compileOutputs(settings.validate, reports.report),
    onInvalid: wordOption("onInvalid", settings.onInvalid, ["warn", "reject"]),
    cache: settings.cache === true ? {} : settings.cache || undefined,
    logLevel: wordOption("logLevel", settings.logLevel, logLevels),
    probeTimeout: duration("probeTimeout", settings.probeTimeout, 5_000),
    limits: timeLimits(settings, clientLimits),
    keepAlive: keepAliveOptions(settings.keepAlive),
    onClose: (error) => {
      reports.end();
      settings.onClose?.(error);
    },
    onError: reports.report,
    ...createInterceptions("client", settings.interceptors, reports.report),
    createPeer,
  };
  const conversation = new Conversation(options);
  const { extensions } = settings;
  // Only `defineExtension` makes it.
  const useAll = extensions?.[0]?.useAll as UseAll | undefined;
  const joined = extensions && useAll?.(extensions, conversation);
  options.joined = joined;
  const spoken = joined ? revisions.map(joined.extend) : revisions;
  conversation.dialects = createDialects(
    spoken,
    settings,
    elicitations,
    joined,
    revisions[0],
  );
  const endpoint = endpointOf<Info, Capabilities>(conversation);
  const caller = callerOf(conversation);
  const client = Object.assign(endpoint, createPeer(caller));
  joined?.addTo(client);
  // What the extensions are, their types say.
  return client as typeof client & ClientMembers<Extensions>;
}

function endpointOf<Info, Capabilities>(
  conversation: Conversation,
): ClientEndpoint<Info, Capabilities> {
  return {
    connect: (transport, options) => conversation.connect(transport, options),
    close: () => conversation.close(),
    setLogLevel: (level) => conversation.setLogLevel(level),
    listen: (filter, options) => conversation.listen({ ...filter }, options),
    get protocolVersion() {
      return conversation.link?.lifecycle.table.revision;
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
}

function callerOf(conversation: Conversation): UntypedCaller {
  return {
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
    report: conversation.onError,
  };
}

/** One set of handlers may serve clients of several revisions: some of them lack some questions. */
const questionHandlers = ["elicit", "createMessage", "listRoots"];

/** The revisions that are spoken, with what the client's handlers answer in each. */
function createDialects(
  revisions: readonly SpokenRevision[],
  settings: ClientSettings,
  elicitations: OpenElicitations,
  joined: Together | undefined,
  core: SpokenRevision | undefined,
): Dialect[] {
  const { info, capabilities, check = true } = settings;
  const [newest] = revisions;
  const isForeign = foreignTo(revisions);
  const foreign = bindForeign(settings.methods ?? {}, isForeign);
  const { handlers: given = {} } = settings;
  requireHandlers(given, "client", revisions, questionHandlers);
  return pickRevisions(revisions, settings.revisions).map((one) => {
    // What extensions add to the newest revision is not for others to be held against.
    const known = one === newest ? one : core;
    const sent = known && check ? sentChecks(one, known) : undefined;
    const identity = { info, capabilities };
    const manner = { sent, isForeign, joined };
    const dialect = createDialect(one, "client", identity, manner);
    const handlers = bindHandlers(one.table, given);
    const checked = withChecks(handlers, elicitations);
    offer(dialect, [{ handlers: checked }, { handlers: foreign }]);
    return dialect;
  });
}
