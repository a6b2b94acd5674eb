/** A file to be written: a new one, or one that is there and gets more fields. */
export interface PlannedFile {
  /** Relative to the project, with slashes. */
  path: string;
  text: string;
  /** What it was, where fields are added; undefined of a file that must not be there yet. */
  before: string | undefined;
  /** The fields that are added. */
  added: readonly string[];
}
