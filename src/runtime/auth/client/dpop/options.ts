import type { AuthorizationServer } from "oauth4webapi";
import {
  algorithmsOf,
  signingAlgorithms,
  type SigningAlgorithm,
} from "../credentials/private-key.ts";
import type { PlatformKeyPair } from "../credentials/platform-key.ts";
import { quote } from "../../../http/shared/quote.ts";

/** How tokens are bound to a key of the client, so that nobody else can use them: DPoP. */
export interface DpopOptions {
  /**
   * Whether a token that is not bound is refused. With `false`, a bound token is
   * asked for where the server can check it, and a bearer token will do.
   *
   * @default true
   */
  readonly required?: boolean;
  /**
   * What proofs are signed with.
   *
   * @default one that both servers list, ES256 first
   */
  readonly algorithm?: SigningAlgorithm;
  /**
   * A key of the program's own. Its private part need not leave the platform.
   *
   * @default one is made, and kept in the store
   */
  readonly key?: PlatformKeyPair;
}

/** What the two servers say of DPoP. */
export interface DpopSurroundings {
  readonly server: AuthorizationServer;
  /** `dpop_bound_access_tokens_required` of the resource, or a challenge for DPoP and nothing else. */
  readonly isDemanded: boolean;
  /** What the resource knows: its `dpop_signing_alg_values_supported`, or `algs` of a challenge for DPoP. */
  readonly algorithms: readonly string[] | undefined;
}

/** What is settled before a token is asked for. */
export interface DpopPlan {
  readonly algorithm: SigningAlgorithm;
  readonly isRequired: boolean;
}

/**
 * Whether a token is to be bound, and how: where the program asks for it, or the
 * server demands it; never for `false`. Throws an Error where there is no
 * algorithm that all know.
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
    `DPoP: the authorization server ${quote(server.issuer)} and the server know no common algorithm: ${quote([...(listed ?? []), ...(algorithms ?? [])].join(", "))}`,
  );
}

function candidates({
  algorithm,
  key,
}: DpopOptions): readonly SigningAlgorithm[] {
  if (algorithm) return [algorithm];
  return key ? algorithmsOf(key.privateKey) : signingAlgorithms;
}
