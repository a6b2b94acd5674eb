import { patternProblem } from "../../json-schema/index.ts";
import type { Constraints } from "../../model/index.ts";
import type { ts } from "../source/compiler.ts";
import { report, type Reader } from "../source/session.ts";

/** Reports the pattern of a comment if no guard can test it, or not in linear time. */
export function checkPattern(
  reader: Reader,
  { pattern, maxLength }: Constraints,
  tag: ts.JSDocTag,
): void {
  if (pattern === undefined) return;
  const { judgePattern } = reader.session;
  const found = patternProblem(pattern, maxLength, judgePattern);
  if (found === undefined) return;
  report(reader, "unusable-pattern", tag, {
    message: `@pattern ${pattern} ${found.problem}`,
    hint: found.hint,
  });
}
