import type { AuthorizationServer } from "oauth4webapi";
import {
  algorithmsOf,
  signingAlgorithms,
  type SigningAlgorithm,
} from "../credentials/private-key.ts";
import type { PlatformKeyPair } from "../credentials/platform-key.ts";
import { quote } from "../../../http/shared/quote.ts";

/**
 * Options of DPoP, which binds tokens to a key of the client so that no other
 * client can use them.
 */
export interface DpopOptions {
  /**
   * True to reject unbound tokens. With `false`, a bound token is requested if
   * the server supports DPoP, and a bearer token is accepted.
   *
   * @default true
   */
  readonly required?: boolean;
  /**
   * Signature algorithm of proofs.
   *
   * @default one that both servers list, ES256 first
   */
  readonly algorithm?: SigningAlgorithm;
  /**
   * Key pair to use. The private key need not be extractable.
   *
   * @default a generated key in the store
   */
  readonly key?: PlatformKeyPair;
}

/** DPoP requirements of the MCP server and its authorization server. */
export interface DpopSurroundings {
  readonly server: AuthorizationServer;
  /**
   * True if the resource metadata have `dpop_bound_access_tokens_required`, or
   * if the challenge offers only DPoP.
   */
  readonly isDemanded: boolean;
  /**
   * Algorithms of the MCP server: `dpop_signing_alg_values_supported`, or
   * `algs` of a DPoP challenge.
   */
  readonly algorithms: readonly string[] | undefined;
}

/** DPoP parameters for a token request. */
export interface DpopPlan {
  readonly algorithm: SigningAlgorithm;
  readonly isRequired: boolean;
}

/**
 * Decides if and how to bind a token: if the program or the server requires it,
 * but never for `false`. Returns undefined for an unbound token. Throws an
 * Error if DPoP is required and there is no common algorithm.
 */
export function planDpop(
  option: boolean | DpopOptions | undefined,
  { server, isDemanded, algorithms }: DpopSurroundings,
): DpopPlan | undefined {
  if (option === false) return undefined;
  const chosen = typeof option === "object" ? option : {};
  const isRequired =
    isDemanded || (option !== undefined && chosen.required !== false);
  const isWelcome = option !== undefined && algorithms !== undefined;
  if (!isRequired && !isWelcome) return undefined;
  const { dpop_signing_alg_values_supported: listed } = server;
  const fitting = candidates(chosen).filter((name) =>
    [listed, algorithms].every(
      (names) => !Array.isArray(names) || names.includes(name),
    ),
  );
  const [algorithm] = fitting;
  if (algorithm) return { algorithm, isRequired };
  if (!isRequired) return undefined;
  throw new Error(
    `DPoP: the authorization server ${quote(server.issuer)} and the server have no common algorithm: ${quote([...(listed ?? []), ...(algorithms ?? [])].join(", "))}`,
  );
}

function candidates({
  algorithm,
  key,
}: DpopOptions): readonly SigningAlgorithm[] {
  if (algorithm) return [algorithm];
  return key ? algorithmsOf(key.privateKey) : signingAlgorithms;
}
