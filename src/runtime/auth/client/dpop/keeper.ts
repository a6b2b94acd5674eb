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

/** What two servers say of DPoP: in metadata, and with a refusal. */
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

/** Keeps the key of a client at one server, and what is remembered with it. */
export class DpopKeeper {
  readonly #option: boolean | DpopOptions | undefined;
  readonly #store: AuthStore;
  #last: Dpop | undefined;

  constructor(option: boolean | DpopOptions | undefined, store: AuthStore) {
    this.#option = option;
    this.#store = store;
  }

  /**
   * Proves the key that is kept under a name in the store, or a new one; undefined
   * where tokens are not to be bound. The key stays the same as long as both servers
   * know its algorithm: refresh tokens are bound to it. Throws what `planDpop` does.
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

  /** Lets go of the key, and of what was remembered with it. */
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

/** One that was damaged is as good as none. */
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
