import { codes, type DiagnosticCode } from "./codes.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** A diagnostic, as severe as the table says of its code. */
export function createDiagnostic(
  code: DiagnosticCode,
  finding: Omit<Diagnostic, "code" | "severity">,
): Diagnostic {
  const { hint, ...others } = finding;
  return {
    ...{ code, severity: codes[code].severity },
    ...others,
    // An empty hint is none.
    ...(hint !== undefined && hint !== "" && { hint }),
  };
}
