/** How much may still be done, for all proofs of a comparison together. */
export interface Effort {
  /** Steps of proofs, and values that are tried. */
  left: number;
}

/** As much as two snapshots may take: what a server lists is not bounded by anyone else. */
export function createEffort(): Effort {
  return { left: 500_000 };
}
