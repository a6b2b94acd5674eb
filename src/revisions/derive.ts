import {
  deriveProtocol,
  type DeriveOptions,
  type DerivedProtocol,
} from "../schema/derive/index.ts";
import type { Declaration } from "../schema/model/index.ts";
import { knownFacts } from "./overrides/index.ts";

/** Options of a derivation, with the bundled facts unless others are given. */
export interface DeriveRevisionOptions extends Omit<DeriveOptions, "known"> {
  readonly known?: DeriveOptions["known"];
}

/** Derives the protocol of a revision from its declarations, with the bundled facts. */
export function deriveRevision(
  declarations: readonly Declaration[],
  options: DeriveRevisionOptions,
): DerivedProtocol {
  return deriveProtocol(declarations, { known: knownFacts, ...options });
}
