import type { DiagnosticCode } from "./codes.ts";
import type { Position } from "./position.ts";
import type { Severity } from "./severity.ts";

/** One finding about the input: where, what, and how to mend it. */
export interface Diagnostic {
  /** Which diagnostic it is. */
  code: DiagnosticCode;
  /** Whether it stops the work. */
  severity: Severity;
  /** What was found. */
  message: string;
  /** What may help. */
  hint?: string;
  /** Where in the schema. */
  position?: Position;
  /** The other place, where it is about two: that of the first of two declarations. */
  other?: Position;
  /** The source line at the position, and how many characters to underline. */
  excerpt?: {
    /** The line. */
    line: string;
    /** How many characters of it are meant. */
    length: number;
  };
}
