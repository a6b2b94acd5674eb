import type { AuthStore } from "../store.ts";
import type { BearerChallenge } from "../discovery/challenge.ts";
import type { Discovery } from "../discovery/discover.ts";
import { Dpop } from "./dpop.ts";
import {
  dpopKeyText,
  generateDpopKey,
  parseDpopKey,
  type DpopKey,
} from "./key.ts";
import {
  planDpop,
  type DpopOptions,
  type DpopPlan,
  type DpopSurroundings,
} from "./options.ts";

/**
 * Returns the DPoP requirements of both servers, from their metadata and from a
 * challenge.
 */
export function dpopSurroundings(
  { server, needsDpop }: Pick<Discovery, "server" | "needsDpop">,
  challenge: BearerChallenge | undefined,
): DpopSurroundings {
  return {
    server,
    isDemanded: needsDpop || challenge?.scheme === "DPoP",
    algorithms: challenge?.algs,
  };
}

/** Store of a client's DPoP key for one server, and of its nonces in memory. */
export class DpopKeyStore {
  readonly #option: boolean | DpopOptions | undefined;
  readonly #store: AuthStore;
  #last: Dpop | undefined;

  constructor(option: boolean | DpopOptions | undefined, store: AuthStore) {
    this.#option = option;
    this.#store = store;
  }

  /**
   * Returns the DPoP state for the stored key, or for a new one. Undefined if
   * tokens are not to be bound. The key is reused as long as both servers
   * support its algorithm, because refresh tokens are bound to it. Throws the
   * errors of `planDpop`.
   */
  async get(
    name: string,
    surroundings: DpopSurroundings,
  ): Promise<Dpop | undefined> {
    const plan = planDpop(this.#option, surroundings);
    if (!plan) return undefined;
    const own = typeof this.#option === "object" ? this.#option.key : undefined;
    const key = own
      ? { pair: own, algorithm: plan.algorithm }
      : await this.#store.lock(name, () =>
          this.#kept(name, plan, surroundings),
        );
    const last = this.#last;
    if (last?.isRequired === plan.isRequired && (await isSame(last.key, key)))
      return last;
    return (this.#last = new Dpop(key, plan.isRequired));
  }

  /** Deletes the key and its nonces. */
  async forget(name: string): Promise<void> {
    this.#last = undefined;
    await this.#store.delete(name);
  }

  async #kept(
    name: string,
    plan: DpopPlan,
    surroundings: DpopSurroundings,
  ): Promise<DpopKey> {
    const text = await this.#store.get(name);
    const kept = text === undefined ? undefined : await parsed(text);
    if (kept && this.#isFitting(kept, surroundings)) return kept;
    const key = await generateDpopKey(plan.algorithm);
    await this.#store.set(name, await dpopKeyText(key));
    return key;
  }

  #isFitting({ algorithm }: DpopKey, surroundings: DpopSurroundings): boolean {
    const option = typeof this.#option === "object" ? this.#option : {};
    if (option.algorithm !== undefined) return option.algorithm === algorithm;
    try {
      return planDpop({ ...option, algorithm }, surroundings) !== undefined;
    } catch {
      return false;
    }
  }
}

/** Parses a stored key. Returns undefined for an invalid one. */
async function parsed(text: string): Promise<DpopKey | undefined> {
  try {
    return await parseDpopKey(text);
  } catch {
    return undefined;
  }
}

async function isSame(one: DpopKey, other: DpopKey): Promise<boolean> {
  if (one.algorithm !== other.algorithm) return false;
  if (one.pair.publicKey === other.pair.publicKey) return true;
  const { subtle } = crypto;
  const [mine, theirs] = await Promise.all(
    [one, other].map(({ pair }) => subtle.exportKey("jwk", pair.publicKey)),
  );
  return JSON.stringify(mine) === JSON.stringify(theirs);
}
