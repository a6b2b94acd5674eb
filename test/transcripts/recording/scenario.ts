import type { Transcript } from "./transcript.ts";

/** Something that is recorded in a file of its own. */
export interface Scenario {
  /** The path of its recording, without the extension. */
  readonly name: string;
  /** Why what the subject sends in it is not valid, as the wire check sees it. */
  readonly invalid?: string;
  /** Plays it, and says what went over the wire. */
  play(transcript: Transcript): Promise<void>;
}
