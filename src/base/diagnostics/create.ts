import { codes, type DiagnosticCode } from "./codes.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** A diagnostic, as severe as the table says of its code. */
export function createDiagnostic(
  code: DiagnosticCode,
  finding: Omit<Diagnostic, "code" | "severity">,
): Diagnostic {
  return { code, severity: codes[code].severity, ...finding };
}
