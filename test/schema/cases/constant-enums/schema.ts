/** How loud. */
export const Level = {
  /** Not at all. */
  Silent: 0,
  Loud: "loud",
  "very-loud": -1,
} as const;
export type Level = (typeof Level)[keyof typeof Level];

export interface Uses {
  any: Level;
  one: typeof Level.Loud;
}
