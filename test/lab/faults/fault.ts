/** A mistake that somebody could make in the sources, and that `npm test` has to catch. */
export interface Fault {
  /** The room of the sources that it is in. */
  readonly room: string;
  /** What goes wrong by it. */
  readonly breaks: string;
  /** Stands once in the sources, exactly so, wherever its file has moved. */
  readonly text: string;
  readonly replacement: string;
  /** Files or folders of tests, part of `npm test`, that are looked into first. */
  readonly tests: readonly string[];
}
