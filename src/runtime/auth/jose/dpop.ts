import {
  integerOption,
  type OptionNames,
  refuseOption,
  requireKnown,
} from "../../protocol/sound-option.ts";
import type { ProofVerifier, Proved, Unproved } from "../server/verifier.ts";
import { NonceSlots, type NonceOptions } from "./nonce-slots.ts";
import { asymmetric } from "./options.ts";
import { checkProof, type SoundProof } from "./proof.ts";
import { ProofMemory } from "./proof-memory.ts";

/** How a server checks that who sends a token holds the key that it is bound to. */
export interface DpopProofOptions {
  /**
   * Whether tokens that are bound to no key are refused.
   *
   * @default false
   */
  readonly required?: boolean;
  /**
   * What proofs may be signed with. Challenges tell it.
   *
   * @default RSA, ECDSA and Ed25519
   */
  readonly algorithms?: readonly string[];
  /**
   * How long before or after now a proof may have been made, in milliseconds.
   *
   * @default 300_000 (5 minutes)
   */
  readonly maxAgeMs?: number;
  /**
   * Whether proofs need a nonce of this server's, so that none can be made long
   * before it is used. Nothing is kept of nonces.
   *
   * @default false
   */
  readonly nonces?: boolean | NonceOptions;
  /**
   * How many bytes are kept of the proofs of one client, about, so that none is
   * used twice. 1 MiB is for some 4,000 proofs.
   *
   * @default 1_048_576 (1 MiB)
   */
  readonly maxClientBytes?: number;
  /**
   * How many bytes are kept of the proofs of all clients, about.
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
 * Checks proofs of possession (DPoP): for `protect({ dpop: dpop() })`.
 *
 * A proof must be recent, be made for this method, URL and token with the key that
 * the token is bound to, and be new. Which proofs were used is known to this process
 * alone. A digest of the body, which a draft of the profile wants in a proof, is not
 * checked. Throws a TypeError for options that are not sound.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-auth | DPoP Profile for MCP}
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
  const once = (principal: string, sound: SoundProof): string | undefined => {
    const { id, issuedAt, thumbprint } = sound;
    const until = issuedAt + maxAgeMs;
    const text = `${thumbprint} ${id}`;
    const remembered = memory.use(principal, text, until, Date.now());
    switch (remembered) {
      case "new":
        return undefined;
      case "used":
        return "the proof was used before";
      case "forgotten":
        return "the proof is older than what is remembered";
      case "full":
        throw new Error("dpop: there is no room to remember proofs (maxBytes)");
    }
  };
  return {
    algorithms,
    required,
    async verify(request): Promise<Proved | Unproved> {
      const nonce = slots ? await slots.current() : undefined;
      const sound = await checkProof(request, rules);
      if (typeof sound === "string") return unproved(sound, nonce);
      if (slots && !(await slots.isGood(sound.nonce)))
        return { error: "use_dpop_nonce", nonce };
      const issue = once(request.principal, sound);
      if (issue !== undefined) return unproved(issue, nonce);
      const { thumbprint } = sound;
      // Who has the newest one need not be told.
      return nonce === sound.nonce ? { thumbprint } : { thumbprint, nonce };
    },
  };
}

function unproved(description: string, nonce: string | undefined): Unproved {
  return { error: "invalid_dpop_proof", description, nonce };
}
