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

/** A request or notification, as a rule of scopes sees it: its params are as they came. */
export interface Operation {
  /** That of an update that is to be told is `resources/read`. */
  readonly method: string;
  /**
   * As they came: perhaps not even an object. The URI of a resource is in one
   * spelling: that of its feature, or else its normal form (RFC 3986, 6.2.2).
   */
  readonly params: unknown;
  /** Who asks. */
  readonly principal: string | undefined;
  /** What else `authorize` has found out of them. */
  readonly auth: Auth;
}

/** The scopes that an operation needs, beside those of its feature. */
export type OperationScopes = (
  operation: Operation,
) => Awaitable<readonly string[]>;

/** What says which scopes are needed. */
export interface NeedRules {
  readonly offered: Offered;
  readonly viewer: Viewer;
  readonly operationScopes: OperationScopes | undefined;
}

/** All that some messages need, each scope once. Throws a TypeError for what is no scope. */
export function needsOfMessages(
  messages: readonly Received[],
  rules: NeedRules,
): Needs {
  return unite(messages.flatMap((message) => needsOfMessage(message, rules)));
}

/** What is needed to read a resource, to subscribe to it, and to hear of it. */
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
