import { isObject, isPromiseLike, objectOf } from "../../protocol/message.ts";
import { spellingOf } from "../../protocol/scopes/spelling.ts";
import { quote } from "../../http/shared/quote.ts";
import type { Awaitable } from "../../protocol/answer.ts";
import type { Received } from "../../protocol/received.ts";
import type { Auth } from "../../protocol/scopes/register.ts";
import type { Offered } from "../../protocol/scopes/permit.ts";
import type { Viewer } from "../../protocol/viewer.ts";
import { whenReady } from "../../protocol/when-ready.ts";
import {
  needsOfCall,
  needsOfCompletion,
  needsOfPrompt,
  needsOfResource,
  nothing,
  type Needs,
} from "./feature-needs.ts";
import { requireScopes } from "./required-scopes.ts";

/**
 * Request or notification for `operationScopes`. Its params are not validated.
 */
export interface Operation {
  /** Method; `resources/read` for a resource update that is to be sent. */
  readonly method: string;
  /**
   * Unvalidated params, which may not even be an object. The URI of a resource
   * is normalized: to the URI of its feature, or else by RFC 3986, 6.2.2.
   */
  readonly params: unknown;
  /** Principal of the sender. */
  readonly principal: string | undefined;
  /** Additional data from `authorize`. */
  readonly auth: Auth;
}

/**
 * Returns the scopes that an operation requires besides those of its feature.
 */
export type OperationScopes = (
  operation: Operation,
) => Awaitable<readonly string[]>;

/** Sources of required scopes. */
export interface NeedRules {
  readonly offered: Offered;
  readonly viewer: Viewer;
  readonly operationScopes: OperationScopes | undefined;
}

/**
 * Returns all scopes that a list of messages requires, without duplicates.
 * Throws a TypeError for an invalid scope.
 */
export function needsOfMessages(
  messages: readonly Received[],
  rules: NeedRules,
): Needs {
  return unite(messages.flatMap((message) => needsOfMessage(message, rules)));
}

/**
 * Returns the scopes for reading a resource, subscribing to it, and receiving
 * its updates.
 */
export function needsOfReading(uri: string, rules: NeedRules): Needs {
  return unite(reading(uri, rules));
}

function needsOfMessage(message: Received, rules: NeedRules): Needs[] {
  if (message.kind !== "request" && message.kind !== "notification") return [];
  const { method } = message;
  const { offered, viewer } = rules;
  const params = isObject(message.params) ? message.params : {};
  const requester = { method, viewer };
  const own = ofOperation(method, message.params, rules);
  switch (method) {
    case "tools/call":
      return [own, needsOfCall(offered, params, requester)];
    case "prompts/get":
      return [own, needsOfPrompt(offered, params, requester)];
    case "completion/complete":
      return [own, needsOfCompletion(offered, params, requester)];
    case "resources/read":
      return [own, ...ofFeatures(params["uri"], rules)];
    case "resources/subscribe":
      return [own, ...toRead([params["uri"]], rules)];
    case "subscriptions/listen": {
      const asked = params["notifications"];
      const uris = isObject(asked) ? asked["resourceSubscriptions"] : undefined;
      return [own, ...toRead(Array.isArray(uris) ? uris : [], rules)];
    }
    default:
      return [own];
  }
}

function toRead(uris: readonly unknown[], rules: NeedRules): Needs[] {
  const texts = uris.filter((uri) => typeof uri === "string");
  return [...new Set(texts)].flatMap((uri) => reading(uri, rules));
}

function reading(uri: string, rules: NeedRules): Needs[] {
  return [
    ofOperation("resources/read", { uri }, rules),
    ...ofFeatures(uri, rules),
  ];
}

function ofOperation(
  method: string,
  params: unknown,
  { offered, viewer: { principal, auth }, operationScopes }: NeedRules,
): Needs {
  if (!operationScopes) return nothing;
  const uri = isObject(params) && params["uri"];
  const operation = { method, params, principal, auth };
  if (method.startsWith("resources/") && typeof uri === "string")
    operation.params = { ...objectOf(params), uri: spellingOf(uri, offered) };
  return whenReady(operationScopes(operation), (list) =>
    requireScopes(list, `operationScopes, for ${quote(method)}`),
  );
}

function ofFeatures(uri: unknown, { offered, viewer }: NeedRules): Needs[] {
  const requester = { method: "resources/read", viewer };
  return typeof uri === "string"
    ? [needsOfResource(offered, uri, requester)]
    : [];
}

/** Returns the needs of all, each scope once. Most requests need none. */
function unite(needs: readonly Needs[]): Needs {
  if (needs.every((one) => one === nothing)) return nothing;
  return whenReady(
    needs.some(isPromiseLike)
      ? Promise.all(needs)
      : (needs as readonly (readonly string[])[]),
    (lists) => {
      const all = new Set<string>();
      for (const list of lists) for (const one of list) all.add(one);
      return [...all];
    },
  );
}
