import type { RequestRecord } from "../peer/record.ts";
import {
  INVALID_PARAMS,
  ProtocolError,
  invalidParams,
} from "../protocol/errors.ts";
import { isObject, isPromiseLike } from "../protocol/message.ts";
import { heard } from "../protocol/report.ts";
import { entryOf } from "../protocol/revision/protocol-table.ts";
import { isUnfinished } from "../protocol/revision/unfinished.ts";
import { isUri } from "../protocol/uri.ts";
import { type CanRead, type Viewer, viewerOf } from "../protocol/viewer.ts";
import { type Eventual, whenReady } from "../protocol/when-ready.ts";
import type { Catalog } from "./catalog.ts";

/**
 * Returns true if a client may read a resource, without a promise if no rule is
 * asynchronous.
 */
export type ReadRule = (uri: string, viewer: Viewer) => Eventual<boolean>;

/** Returns true if a client may receive a notification. */
export type ReceiveRule = (viewer: Viewer) => Eventual<boolean>;

/** Read rule of the user, alone and together with the rules of the features. */
export interface ReadRules {
  readonly canRead: CanRead | undefined;
  readonly mayRead: ReadRule;
  readonly isOffered?: IsOffered | undefined;
}

/** True if a resource has this URI, and every client may see it. */
export type IsOffered = (uri: string) => boolean;

/** Methods with the URI of a resource that the client wants to read. */
export const readMethods: readonly string[] = [
  "resources/read",
  "resources/subscribe",
];

/** Returns the rule of the server's user, and that rule with those of its features. */
export function createReadRules(
  canRead: CanRead | undefined,
  catalog: Catalog,
): ReadRules {
  const mayRead: ReadRule = (uri, viewer) =>
    whenReady(canRead?.(uri, viewer) ?? true, (may) =>
      may === true ? catalog.mayRead(uri, viewer) : false,
    );
  const isOffered: IsOffered = (uri) => catalog.hasOpenResource(uri);
  return { canRead, mayRead, isOffered };
}

/**
 * Runs `next` if the sender may read the resource of the request. Otherwise it throws the
 * error for a missing resource. Text that is not a URI cannot be subscribed to.
 */
export function runIfReadable(
  request: RequestRecord,
  { canRead, mayRead, isOffered }: ReadRules,
  next: () => unknown,
): unknown {
  const { method, params, sink, table } = request;
  const isSubscribing = method === "resources/subscribe";
  const uri = isObject(params) ? String(params["uri"]) : "";
  if (isSubscribing) requireUri(uri, isOffered, "uri");
  // For reads, the features check their own rules.
  const rule = isSubscribing ? mayRead : canRead;
  return whenReady(rule?.(uri, viewerOf(sink)) ?? true, (may) => {
    if (may === true)
      return canRead && !isSubscribing
        ? whenReady(next(), (result) => markPrivate(result, request))
        : next();
    const code = table.errorCodes["RESOURCE_NOT_FOUND"] ?? INVALID_PARAMS;
    throw new ProtocolError(code, "Resource not found", { uri });
  });
}

/**
 * Marks a result as private to the client if it does not set its scope: the read rule is
 * different for others.
 */
function markPrivate(
  result: unknown,
  { table, method }: RequestRecord,
): unknown {
  const { cacheable } = entryOf(table.requests, method) ?? {};
  return cacheable && isObject(result) && !isUnfinished(result)
    ? { cacheScope: "private", ...result }
    : result;
}

/**
 * Throws the error for a subscription to text other than a URI. The URI of an offered
 * resource is accepted in any spelling.
 */
export function requireUri(
  uri: string,
  isOffered: IsOffered | undefined,
  ...path: (string | number)[]
): void {
  if (isUri(uri) || isOffered?.(uri)) return;
  const reason = "expected a URI";
  const message = `Invalid params: ${path.join(".")}: ${reason}`;
  throw invalidParams(message, { path, reason });
}

/** Returns the URIs that a client may read. Others need no subscription. */
export function filterReadable(
  uris: readonly string[],
  viewer: Viewer,
  mayRead: ReadRule,
): Eventual<string[]> {
  const answers = uris.map((uri) => mayRead(uri, viewer));
  const readable = (may: readonly unknown[]): string[] =>
    uris.filter((_, index) => may[index] === true);
  return answers.some(isPromiseLike)
    ? Promise.all(answers).then(readable)
    : readable(answers);
}

/** Sends a notification if the rule allows it. A rule that throws counts as a denial. */
export function notifyIfAllowed(
  may: () => Eventual<boolean>,
  tell: () => void,
  onError: (error: Error) => void,
): void {
  const tellIfMay = (yes: boolean): void => {
    if (yes) tell();
  };
  heard(() => whenReady(may(), tellIfMay), onError);
}
