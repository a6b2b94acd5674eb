export { typeProblems } from "./problems.ts";
export type { TypeProblem } from "./type-problem.ts";
export { modelProblems } from "./model-problems.ts";
