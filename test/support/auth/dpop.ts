import { createHash } from "node:crypto";
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";
import { Refusal } from "./refusal.ts";
import type { Asked } from "./scripted-http.ts";

export interface DpopNeeds {
  /** Proofs that were seen, which are good for one use. */
  readonly seen: Set<string>;
  readonly nonce: string | undefined;
  /** Of a request with an access token. */
  readonly token?: string;
  /** The URL that the proof is for; that of the request by default. */
  readonly url?: string;
}

/**
 * The thumbprint of the key that a request proves to have; undefined without a
 * proof. Throws a Refusal for a proof that is wrong.
 */
export async function provenKey(
  { method, url, headers }: Asked,
  { seen, nonce, token, url: meant = url.origin + url.pathname }: DpopNeeds,
): Promise<string | undefined> {
  const proof = headers["dpop"];
  if (proof === undefined) return undefined;
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: "dpop+jwt",
    maxTokenAge: "5 minutes",
  }).catch((error: unknown) => {
    throw new Refusal("invalid_dpop_proof", String(error));
  });
  const { jwk } = protectedHeader;
  const { jti, htm, htu, ath } = payload;
  const wrong =
    jwk === undefined || "d" in jwk
      ? "jwk"
      : jti === undefined || seen.has(jti)
        ? "jti"
        : htm !== method
          ? "htm"
          : htu !== meant
            ? "htu"
            : token !== undefined && ath !== hashOf(token)
              ? "ath"
              : undefined;
  if (wrong !== undefined || jwk === undefined || jti === undefined)
    throw new Refusal("invalid_dpop_proof", `wrong ${wrong}`);
  if (nonce !== undefined && payload["nonce"] !== nonce)
    throw new Refusal("use_dpop_nonce", "a nonce is needed", 400, {
      "dpop-nonce": nonce,
    });
  seen.add(jti);
  return calculateJwkThumbprint(jwk);
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
