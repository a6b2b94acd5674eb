import type { Position } from "../model/index.ts";
import type { DiagnosticCode } from "./codes.ts";
import type { Severity } from "./severity.ts";

/** One finding about the input: where, what, and how to mend it. */
export interface Diagnostic {
  code: DiagnosticCode;
  severity: Severity;
  message: string;
  hint?: string;
  position?: Position;
  /** The source line at the position, and how many characters to underline. */
  excerpt?: { line: string; length: number };
}
