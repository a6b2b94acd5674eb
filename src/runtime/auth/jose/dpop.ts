import {
  integerOption,
  type OptionNames,
  refuseOption,
  requireKnown,
} from "../../protocol/sound-option.ts";
import type { ProofVerifier, Proved, Unproved } from "../server/verifier.ts";
import { NonceSlots, type NonceOptions } from "./nonce-slots.ts";
import { asymmetric } from "./options.ts";
import { checkProof, type ValidProof } from "./proof.ts";
import { ProofMemory } from "./proof-memory.ts";

/** Options of DPoP proof verification at a server. */
export interface DpopProofOptions {
  /**
   * True to reject unbound tokens.
   *
   * @default false
   */
  readonly required?: boolean;
  /**
   * Signature algorithms that are accepted for proofs. Challenges list them.
   *
   * @default RSA, ECDSA and Ed25519
   */
  readonly algorithms?: readonly string[];
  /**
   * Maximum difference between the creation time of a proof and now, in
   * milliseconds.
   *
   * @default 300_000 (5 minutes)
   */
  readonly maxAgeMs?: number;
  /**
   * True to require a nonce from this server, so that proofs cannot be created
   * long before their use. Nonces are not stored.
   *
   * @default false
   */
  readonly nonces?: boolean | NonceOptions;
  /**
   * Approximate maximum number of bytes to store used proofs of one client in,
   * to detect replays. 1 MiB holds about 4,000 proofs.
   *
   * @default 1_048_576 (1 MiB)
   */
  readonly maxClientBytes?: number;
  /**
   * Approximate maximum number of bytes to store used proofs of all clients in.
   *
   * @default 67_108_864 (64 MiB)
   */
  readonly maxBytes?: number;
}

const MiB = 1024 * 1024;

const known: OptionNames<DpopProofOptions> = {
  required: true,
  algorithms: true,
  maxAgeMs: true,
  nonces: true,
  maxClientBytes: true,
  maxBytes: true,
};

/**
 * Returns a verifier for DPoP proofs: for `protect({ dpop: dpop() })`.
 *
 * A proof must be recent, unused, and signed for this method, URL and token
 * with the key that the token is bound to. Used proofs are stored in this
 * process only. The digest of the body, which a draft of the profile requires
 * in a proof, is not checked. Throws a TypeError for invalid options.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-auth | DPoP Profile
 * for MCP}
 */
export function dpop(options: DpopProofOptions = {}): ProofVerifier {
  requireKnown("dpop", options, known);
  const { required = false, nonces = false } = options;
  if (typeof required !== "boolean")
    refuseOption("required", "a boolean", required);
  const algorithms = asymmetric(options.algorithms);
  const maxAgeMs = integerOption("maxAgeMs", options.maxAgeMs, 300_000);
  const rules = { algorithms, maxAgeMs };
  const slots = nonces && new NonceSlots(nonces === true ? {} : nonces);
  const memory = new ProofMemory({
    maxBytes: integerOption("maxBytes", options.maxBytes, 64 * MiB),
    maxClientBytes: integerOption(
      "maxClientBytes",
      options.maxClientBytes,
      MiB,
    ),
  });
  const once = (principal: string, valid: ValidProof): string | undefined => {
    const { id, issuedAt, thumbprint } = valid;
    const until = issuedAt + maxAgeMs;
    const text = `${thumbprint} ${id}`;
    const remembered = memory.use(principal, text, until, Date.now());
    switch (remembered) {
      case "new":
        return undefined;
      case "used":
        return "the proof was already used";
      case "forgotten":
        return "the proof is too old to detect a replay";
      case "full":
        throw new Error(
          "dpop: the memory for used proofs is full: increase maxBytes",
        );
    }
  };
  return {
    algorithms,
    required,
    async verify(request): Promise<Proved | Unproved> {
      const nonce = slots ? await slots.current() : undefined;
      const valid = await checkProof(request, rules);
      if (typeof valid === "string") return unproved(valid, nonce);
      if (slots && !(await slots.isGood(valid.nonce)))
        return { error: "use_dpop_nonce", nonce };
      const issue = once(request.principal, valid);
      if (issue !== undefined) return unproved(issue, nonce);
      const { thumbprint } = valid;
      // A client that already uses the newest nonce needs no new one.
      return nonce === valid.nonce ? { thumbprint } : { thumbprint, nonce };
    },
  };
}

function unproved(description: string, nonce: string | undefined): Unproved {
  return { error: "invalid_dpop_proof", description, nonce };
}
