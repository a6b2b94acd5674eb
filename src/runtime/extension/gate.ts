import type { Handler } from "../peer/handlers.ts";
import type { RequestRecord } from "../peer/record.ts";
import { describeIssue, invalidParams } from "../protocol/errors.ts";
import type { Issue } from "../protocol/issue.ts";
import { isObject, objectOf } from "../protocol/message.ts";
import { undeclared } from "../protocol/revision/askable.ts";
import { hasCapability } from "../protocol/revision/capabilities.ts";
import type { ExtensionRows } from "../protocol/revision/extension.ts";
import {
  type NotificationEntry,
  type Side,
  entryOf,
  isStateless,
} from "../protocol/revision/protocol-table.ts";
import { isMeant } from "../protocol/revision/result-condition.ts";
import { utf8Length } from "../protocol/weigh.ts";
import { whenReady } from "../protocol/when-ready.ts";

/**
 * Wraps a handler so that only peers that declared the extension can call it, if the method
 * requires that.
 */
export function wrapHandler(
  { requests, notifications }: ExtensionRows,
  method: string,
  sender: Side,
  handler: Handler,
): Handler {
  const entry: NotificationEntry | undefined =
    entryOf(requests, method) ?? entryOf(notifications, method);
  const path = entry?.capability?.path;
  const inner =
    entry?.params?.required === false ? withoutMeta(handler) : handler;
  if (!path) return inner;
  return (params, request) => {
    assertDeclared(request, sender, path);
    return inner(params, request);
  };
}

/** Treats params with nothing but `_meta` as absent. */
function withoutMeta(handler: Handler): Handler {
  return (params, request) =>
    handler(isOnlyMeta(params) ? undefined : params, request);
}

/**
 * Throws if the sender did not declare the required capability. Without stored handshakes,
 * and for stateless notifications, the capabilities are unknown and every sender passes.
 */
function assertDeclared(
  request: RequestRecord,
  sender: Side,
  path: readonly string[],
): void {
  const { table, peerCapabilities, id } = request;
  const isAlone = isStateless(request) && id !== undefined;
  const isKnown = peerCapabilities !== undefined || isAlone;
  if (isKnown && !hasCapability(peerCapabilities, path))
    throw undeclared(table, sender, [path]);
}

/** True if params contain nothing but `_meta`. */
export function isOnlyMeta(params: unknown): boolean {
  return (
    isObject(params) && Object.keys(params).every((name) => name === "_meta")
  );
}

/** Wraps a handler so that results of the extension go only to peers that declared it. */
export function wrapResults(
  { results = {} }: ExtensionRows,
  method: string,
  sender: Side,
  path: readonly string[],
  handler: Handler,
): Handler {
  const others = entryOf(results, method);
  if (!others) return handler;
  const checked = (result: unknown, request: RequestRecord): unknown => {
    if (isObject(result) && others.some(({ when }) => isMeant(when, result)))
      assertDeclared(request, sender, path);
    return result;
  };
  return (params, request) =>
    whenReady(handler(params, request), (result) => checked(result, request));
}

/** Limits for one stream and extension: number of items, and bytes of JSON. */
const maxItems = 10_000;
const maxBytes = 262_144;

/**
 * Validates the part of a subscription filter that belongs to an extension. Throws if the
 * client did not declare the extension, or if the filter is invalid or too long.
 */
export function wrapListen(
  { subscriptions = {}, notifications }: ExtensionRows,
  handler: Handler,
): Handler {
  return (params, request) => {
    const asked = objectOf(objectOf(params)["notifications"]);
    for (const [method, { filter }] of Object.entries(subscriptions)) {
      const items = asked[filter];
      if (items === undefined) continue;
      const path = entryOf(notifications, method)?.capability?.path;
      if (path) assertDeclared(request, "client", path);
      const message = problemOf(items);
      if (message !== undefined)
        refuse({ path: ["notifications", filter], message });
    }
    return handler(params, request);
  };
}

function problemOf(items: unknown): string | undefined {
  if (!Array.isArray(items) || items.some((one) => typeof one !== "string"))
    return "expected an array of strings";
  if (items.length > maxItems) return `at most ${maxItems} of them`;
  return utf8Length(JSON.stringify(items)) > maxBytes
    ? `at most ${maxBytes} bytes of JSON`
    : undefined;
}

function refuse(issue: Issue): never {
  const { path, message: reason } = issue;
  throw invalidParams(`Invalid params: ${describeIssue(issue)}`, {
    path,
    reason,
  });
}
