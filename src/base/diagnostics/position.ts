/**
 * A place in a file that was read. The model of a schema has the same shape for the
 * places of its declarations: it is parsed by itself, and imports nothing.
 */
export interface Position {
  /** The file, as it was given. */
  file: string;
  /** Counts from 1. */
  line: number;
  /** Counts from 1. */
  column: number;
}
