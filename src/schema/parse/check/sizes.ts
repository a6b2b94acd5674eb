import { sizeProblems } from "../../model/bounds/size.ts";
import { report, type ParseSession } from "../source/session.ts";

/** Reports types of which so much would become that nobody waits for it; whether there are none. */
export function checkSizes(session: ParseSession): boolean {
  const problems = sizeProblems([...session.declarations.values()]);
  const byName = new Map(problems.map((problem) => [problem.name, problem]));
  for (const [{ module, nameNode }, { name }] of session.declarations) {
    const found = byName.get(name);
    if (found === undefined) continue;
    const { problem, hint } = found;
    report({ session, module }, "too-large", nameNode, {
      message: `${JSON.stringify(name)} ${problem}`,
      hint,
    });
  }
  return problems.length === 0;
}
