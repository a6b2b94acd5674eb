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
export type MayRead = (uri: string, viewer: Viewer) => Eventual<boolean>;

/** Returns true if a client may receive a notification. */
export type MayHear = (viewer: Viewer) => Eventual<boolean>;

/** Read rule of the user, alone and together with the rules of the features. */
export interface ReadingRules {
  readonly canRead: CanRead | undefined;
  readonly mayRead: MayRead;
  readonly isOffered?: IsOffered | undefined;
}

/** True if a resource has this URI, and every client may see it. */
export type IsOffered = (uri: string) => boolean;

/** Methods with the URI of a resource that the client wants to read. */
export const readingMethods: readonly string[] = [
  "resources/read",
  "resources/subscribe",
];

/** Returns the rule of the server's user, and that rule with those of its features. */
export function readingRules(
  canRead: CanRead | undefined,
  catalog: Catalog,
): ReadingRules {
  const mayRead: MayRead = (uri, viewer) =>
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
export function withReading(
  request: RequestRecord,
  { canRead, mayRead, isOffered }: ReadingRules,
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
        ? whenReady(next(), (result) => keptPrivate(result, request))
        : next();
    const code = table.errorCodes["RESOURCE_NOT_FOUND"] ?? INVALID_PARAMS;
    throw new ProtocolError(code, "Resource not found", { uri });
  });
}

/**
 * Marks a result as private to the client if it does not set its scope: the read rule is
 * different for others.
 */
function keptPrivate(
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
export function readableOf(
  uris: readonly string[],
  viewer: Viewer,
  mayRead: MayRead,
): Eventual<string[]> {
  const answers = uris.map((uri) => mayRead(uri, viewer));
  const readable = (may: readonly unknown[]): string[] =>
    uris.filter((_, index) => may[index] === true);
  return answers.some(isPromiseLike)
    ? Promise.all(answers).then(readable)
    : readable(answers);
}

/** Sends a notification if the rule allows it. A rule that throws counts as a denial. */
export function tellWhere(
  may: () => Eventual<boolean>,
  tell: () => void,
  onError: (error: Error) => void,
): void {
  const tellIfMay = (yes: boolean): void => {
    if (yes) tell();
  };
  heard(() => whenReady(may(), tellIfMay), onError);
}
