export { typeProblems } from "./problems.ts";
export type { TypeProblem } from "./type-problem.ts";
