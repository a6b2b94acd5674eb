import type { HttpRequest } from "../../http/shared/request-response.ts";
import { pathOf } from "../../http/server/gate/hosts.ts";
import { isObject } from "../../protocol/message.ts";
import { whenReady, type Eventual } from "../../protocol/when-ready.ts";
import type { ChallengeParts } from "./challenge.ts";
import type { Credentials } from "./credentials.ts";
import type { ProofVerifier, Verified } from "./verifier.ts";

/**
 * Result of the proof check: valid, with the nonce for the next proof, or
 * refused.
 */
export type Possession =
  | { readonly kind: "valid"; readonly nonce?: string | undefined }
  | ({ readonly kind: "refused" } & ChallengeParts);

const valid: Possession = { kind: "valid" };

/**
 * Checks that the sender of a bound token has its key. A bound token requires a
 * proof, and a proof requires a bound token.
 */
export function provePossession(
  request: HttpRequest,
  { scheme, token }: Extract<Credentials, { kind: "token" }>,
  { principal, confirmation }: Verified,
  dpop: ProofVerifier | undefined,
  resource: URL,
): Eventual<Possession> {
  const thumbprint = confirmation?.jkt;
  if (scheme === "bearer") {
    if (thumbprint !== undefined)
      return refused(
        "the token is bound to a key, but the request has no proof",
      );
    return dpop?.required ? refused("the token must be bound to a key") : valid;
  }
  if (!dpop || thumbprint === undefined)
    return refused("the token is not bound to a key");
  const { method } = request;
  const url = urlOf(request, resource);
  const proof = request.header("dpop");
  const proved = dpop.verify({
    token,
    principal,
    thumbprint,
    method,
    url,
    proof,
  });
  return whenReady(proved, (found): Possession => {
    if ("error" in found) return { kind: "refused", ...found };
    if (found.thumbprint === thumbprint)
      return { kind: "valid", nonce: found.nonce };
    return refused("the proof is of another key");
  });
}

function refused(description: string): Possession {
  return { kind: "refused", error: "invalid_token", description };
}

/**
 * Returns the URL that the client sent the request to, on the host of the
 * resource. If a proxy has changed the path, returns the URL of the resource.
 */
function urlOf({ target, native }: HttpRequest, resource: URL): string {
  const original = isObject(native) ? native["originalUrl"] : undefined;
  const path = pathOf(typeof original === "string" ? original : target);
  const own = resource.pathname;
  // Clients may omit the trailing slash.
  const isBelow = path.startsWith(own.replace(/\/$/, ""));
  return resource.origin + (isBelow ? path : own);
}
