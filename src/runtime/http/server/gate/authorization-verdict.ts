import { isObject } from "../../../protocol/message.ts";
import type { Challenge } from "../../../protocol/scopes/permit.ts";
import type { Authorized, LateChallenge } from "./authorization.ts";

/**
 * What `authorize` said, as it is typed: who forgets to return something must
 * let nobody in. Throws a TypeError for anything else.
 */
export function requireVerdict(
  verdict: unknown,
): Authorized | Challenge | LateChallenge {
  if (isAuthorized(verdict) || isChallenge(verdict)) return verdict;
  throw new TypeError(
    "authorize returns { principal }, not empty, or { status: 400 | 401 | 403, challenge }",
  );
}

const statuses: readonly unknown[] = [400, 401, 403];

function isAuthorized(verdict: unknown): verdict is Authorized {
  // An empty name is nobody's: all whose claims lack it would be one.
  return hasText(verdict, "principal") && verdict["principal"] !== "";
}

function isChallenge(verdict: unknown): verdict is Challenge {
  return hasText(verdict, "challenge") && statuses.includes(verdict["status"]);
}

function hasText(
  value: unknown,
  name: string,
): value is { readonly [name: string]: unknown } {
  return isObject(value) && typeof value[name] === "string";
}
