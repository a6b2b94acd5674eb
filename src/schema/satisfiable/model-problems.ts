import { createPatternJudge, patternProblem } from "../json-schema/index.ts";
import type { Annotated, Declaration } from "../model/index.ts";
import { typesOfDeclaration } from "../model/walk.ts";
import { typeProblems } from "./problems.ts";

/** Returns the problems of declarations that were not parsed, as text. */
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
  // Values are tested with patterns, which have to compile.
  if (patterns.length > 0) return patterns;
  return typeProblems(declarations).map(
    ({ path, problem }) => `"${path}" ${problem}`,
  );
}

/** Returns a declaration, its properties and its index signatures. */
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
