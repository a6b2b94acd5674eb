import type { Declaration } from "../model/index.ts";
import { typesOfDeclaration } from "../model/walk.ts";
import { createSatisfiable, type Satisfiable } from "./satisfiable.ts";
import type { TypeProblem } from "./type-problem.ts";

/** Types that contain themselves, so that no value of them ends. */
export function endlessTypes(
  declarations: readonly Declaration[],
  values: Satisfiable,
): TypeProblem[] {
  const finite = createSatisfiable(declarations, "none");
  const endless = new Map(
    declarations.flatMap((one) =>
      one.kind !== "constant" &&
      values.fitsNamed(one.name) &&
      !finite.fitsNamed(one.name)
        ? [[one.name, one] as const]
        : [],
    ),
  );
  const reported = new Set<string>();
  const problems: TypeProblem[] = [];
  for (const [name, declaration] of endless) {
    const reached = namesFrom(name, endless);
    if (!reached.has(name) || reported.has(name)) continue;
    reached.forEach((one) => reported.add(one));
    problems.push({
      ...{ code: "no-value", at: declaration, path: name },
      problem: "has no JSON value: it contains itself without an end",
      hint: "make a property on the way back optional, or an array",
    });
  }
  return problems;
}

/** The names that a declaration leads to, among some. */
function namesFrom(
  start: string,
  among: ReadonlyMap<string, Declaration>,
): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const declaration = among.get(name);
    if (declaration === undefined) continue;
    for (const type of typesOfDeclaration(declaration)) {
      if (type.kind !== "reference" || reached.has(type.name)) continue;
      if (!among.has(type.name)) continue;
      reached.add(type.name);
      open.push(type.name);
    }
  }
  return reached;
}
