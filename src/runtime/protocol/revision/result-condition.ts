// Built from templates/rules/result-condition.ts by `npm run build`: changes made here are lost.

/** What a result must have to be of a type. */
export interface ResultCondition {
  readonly property: string;
  /** The value of the property; any, where there is none. */
  readonly value?: string;
  /** Whether a result without the property is meant too. */
  readonly orAbsent?: true;
}

/** Whether a result is of the type that has the condition; only its own keys count. */
export function isMeant(
  condition: ResultCondition | undefined,
  result: object,
): boolean {
  if (condition === undefined) return true;
  if (!Object.hasOwn(result, condition.property))
    return condition.orAbsent === true;
  return (
    condition.value === undefined ||
    Reflect.get(result, condition.property) === condition.value
  );
}
