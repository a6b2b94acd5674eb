import type { JsonObject } from "../subject.ts";

/** A message, or one made of what came before it. */
export type Said = unknown | ((heard: readonly JsonObject[]) => unknown);

/** One thing that a client says, and how many messages come of it. */
export interface Step {
  readonly title: string;
  readonly say: Said;
  /** How many messages the server sends because of it, the answer included: one by default. */
  readonly hears?: number;
  /** Whether the answer only comes with a later step: over HTTP it has begun then. */
  readonly isOpen?: boolean;
  /** The text as it is, which may be no JSON. */
  readonly isRaw?: boolean;
}

/** What one client says, in order. */
export interface Part {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** The steps of a client of one revision. */
export interface Conversation {
  readonly revision: string;
  readonly parts: readonly Part[];
  /** Why what the server sends is not valid, as the wire check sees it. */
  readonly invalid?: string;
}
