import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import type { LeftOut } from "../../emit/index.ts";
import type { Protocol } from "../../schema/model/index.ts";

/** Says which factories of features a revision does not get, and why. */
export function leftOutDiagnostics(
  { revision, declarations }: Protocol,
  leftOut: readonly LeftOut[],
): Diagnostic[] {
  return leftOut.map(({ factory, reason, type, handlers }) => {
    const position = declarations.find(({ name }) => name === type)?.position;
    return createDiagnostic("factory-left-out", {
      message: `${revision} has no factory "${factory}": ${reason}`,
      hint: `write ${handlers.length === 1 ? "the handler" : "the handlers"} ${handlers.join(" and ")}: they are typed as the schema has them`,
      ...(position === undefined ? {} : { position }),
    });
  });
}
