import type { ToolAdditions } from "../scopes/register.ts";
import {
  requireKnown,
  type Advice,
  type OptionNames,
} from "../sound-option.ts";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

const handler = "the handler, the last argument";

const feature = {
  name: "the first argument",
  uri: "the first argument",
  uriTemplate: "resourceTemplate(uriTemplate, options, handler)",
  handler,
  callback: handler,
  execute: handler,
  load: handler,
  canAccess: "visible",
  enabled: "visible",
  scopeChallenge: "scopes",
  meta: "_meta",
};

const resource = {
  cacheHint: "ttlMs and cacheScope",
  arguments: "complete of a resourceTemplate",
};

const promptArguments = "arguments: { city: { required: true } }";

const info = "info: { name, version }";
const tasks = "extensions: [tasks.with({ … })]";

const endpoint = {
  name: info,
  version: info,
  title: "info",
  icons: "info",
  websiteUrl: "info",
  supportedProtocolVersions: "revisions",
  roots: "context.listRoots",
  taskStore: tasks,
  taskMessageQueue: tasks,
  defaultTaskPollInterval: tasks,
  maxTaskQueueSize: tasks,
  onerror: "onError",
  inputRequired: "",
  enforceStrictCapabilities: "",
  debouncedNotificationMethods: "",
};

const features = "features: [tool(…), …]";
const ofListen = "the options of listen";
const interceptors = "interceptors of createServer";
const https = "createNodeHandler with node:https";

const server = {
  serverInfo: info,
  tools: features,
  resources: features,
  prompts: features,
  cacheHints: "cache",
  onToolCall: "interceptors",
  ping: "keepAlive",
  logger: "onError",
  auth: ofListen,
  authenticate: ofListen,
  oauth: ofListen,
  health: ofListen,
  port: ofListen,
  host: ofListen,
  streamKeepalive: ofListen,
  maxToolInputElements: ofListen,
  jsonSchemaValidator: "",
  utils: "",
};

const client = {
  clientInfo: info,
  roots: "handlers",
  sampling: "handlers",
  elicitation: "handlers",
  versionNegotiation: "revisions",
  jsonSchemaValidator: "validate: fromAjv(…)",
  listChanged: "client.listen",
  listMaxPages: "paginate",
  responseCacheStore: "cache",
  cachePartition: "cache: { principal }",
  defaultCacheTtlMs: "cache",
  onclose: "onClose",
  authProvider: "auth of httpTransport",
};

const http = {
  sessionIdGenerator: "sessions",
  stateless: "sessions: false",
  legacy: "sessions",
  onsessioninitialized: interceptors,
  onsessionclosed: interceptors,
  enableJsonResponse: "responses",
  responseMode: "responses",
  enableDnsRebindingProtection: "allowedHosts and allowedOrigins",
  retryInterval: "retryMs",
  maxRequestBodySize: "maxBodyBytes",
  maxSubscriptions: "maxStreams",
  bus: "cluster",
  endpoint: "path",
  hostname: "host",
  httpStream: "port, host and path",
  transportType: "",
  sslCa: https,
  sslCert: https,
  sslKey: https,
  supportedProtocolVersions: "revisions of createServer",
  auth: "authorize",
  authenticate: "authorize",
  health: "healthPath",
  logger: "onError",
  onerror: "onError",
};

/** A function or an object with options, by its name. */
export type Advised =
  | "tool"
  | "resource"
  | "resourceTemplate"
  | "prompt"
  | "promptArgument"
  | "createServer"
  | "createClient"
  | "http"
  | "httpTransport";

/**
 * Names of options in the official SDKs, versions 1 and 2, and in FastMCP, by our functions.
 * Made when it is needed, so that bundlers can drop it.
 */
const tables = (): { readonly [Name in Advised]: Advice } => ({
  tool: {
    ...feature,
    inputSchema: "input",
    parameters: "input",
    outputSchema: "output",
    execution: "task, with the extension tasks",
    timeoutMs: "AbortSignal.timeout in the handler",
  },
  resource: { ...feature, ...resource },
  resourceTemplate: { ...feature, ...resource },
  prompt: {
    ...feature,
    argsSchema: promptArguments,
    parameters: promptArguments,
  },
  promptArgument: { name: "the key", enum: "complete" },
  createServer: { ...endpoint, ...server },
  createClient: { ...endpoint, ...client },
  http,
  httpTransport: {
    authProvider: "auth",
    requestInit: "headers or fetch",
    reconnectionOptions: "reconnect",
  },
});

/**
 * Returns what to use in the place of options of other libraries. Bundles for production
 * leave it out: there, an unknown option is refused with the names of those that exist.
 */
export function adviceFor(name: Advised): Advice {
  try {
    // Bundlers that know NODE_ENV drop the tables.
    if (process.env.NODE_ENV !== "production") return tables()[name];
  } catch {
    // There is no `process`, or it may not be read.
  }
  return {};
}

/** Throws a TypeError for an option that a function does not know, as `requireKnown` does. */
export function requireOptions<Options extends object>(
  name: Advised,
  options: Options,
  known: OptionNames<Options>,
): void {
  requireKnown(name, options, known, adviceFor(name));
}

/** Options of tools that extensions of this package add: `tool` cannot know which are served. */
export const toolAdditions: OptionNames<ToolAdditions> = { task: true };
