/** A type that no JSON value fits, or that guards could not check. */
export interface TypeProblem {
  readonly code: "no-value" | "unsupported-type" | "constraint-value";
  /** The declaration, property or type expression of the model. */
  readonly at: object;
  /** Where that is: the declaration and the properties that lead there, joined by dots. */
  readonly path: string;
  readonly problem: string;
  readonly hint: string;
}
