import { createPatternJudge, patternProblem } from "../json-schema/index.ts";
import type { Annotated, Declaration } from "../model/index.ts";
import { typesOfDeclaration } from "../model/walk.ts";
import { typeProblems } from "./problems.ts";

/** What guards of declarations that no parser has seen could not check, as text. */
export function modelProblems(declarations: readonly Declaration[]): string[] {
  const judgePattern = createPatternJudge();
  const patterns = declarations.flatMap((declaration) =>
    annotatedIn(declaration).flatMap(({ constraints = {} }) => {
      const { pattern, maxLength } = constraints;
      if (pattern === undefined) return [];
      const found = patternProblem(pattern, maxLength, judgePattern);
      return found === undefined
        ? []
        : [`the pattern ${pattern} in "${declaration.name}" ${found.problem}`];
    }),
  );
  // What is tested with a pattern needs one that compiles.
  if (patterns.length > 0) return patterns;
  return typeProblems(declarations).map(
    ({ path, problem }) => `"${path}" ${problem}`,
  );
}

/** A declaration, and all that comments inside of it may constrain. */
function annotatedIn(declaration: Declaration): Annotated[] {
  const bodies = [
    ...(declaration.kind === "interface" ? [declaration] : []),
    ...[...typesOfDeclaration(declaration)].filter(
      (type) => type.kind === "object",
    ),
  ];
  return [
    declaration,
    ...bodies.flatMap(({ properties, index }) =>
      index === undefined ? properties : [...properties, index],
    ),
  ];
}
