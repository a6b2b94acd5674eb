/** How loud. */
export enum Level {
  /** Not at all. */
  Silent,
  Quiet,
  Loud = 10,
  Louder,
  Below = -1,
  Text = "text",
}

export const enum Small {
  "quoted name" = 1,
}

export interface Uses {
  any: Level;
  one: Level.Loud;
  other: typeof Level.Text;
}
