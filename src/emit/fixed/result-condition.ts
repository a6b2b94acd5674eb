// Built from templates/rules/result-condition.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name = "ResultCondition" | "isMeant";

export const code: Readonly<Record<Name, FixedCode>> = {
  ResultCondition: {
    name: "ResultCondition",
    isType: true,
    needs: [],
    comment: "/** What a result must have to be of a type. */",
    ts: "interface ResultCondition {\n  readonly property: string;\n  /** The value of the property; any, where there is none. */\n  readonly value?: string;\n  /** Whether a result without the property is meant too. */\n  readonly orAbsent?: true;\n}",
  },
  isMeant: {
    name: "isMeant",
    isType: false,
    needs: ["ResultCondition"],
    comment:
      "/** Whether a result is of the type that has the condition; only its own keys count. */",
    ts: "function isMeant(\n  condition: ResultCondition | undefined,\n  result: object,\n): boolean {\n  if (condition === undefined) return true;\n  if (!Object.hasOwn(result, condition.property))\n    return condition.orAbsent === true;\n  return (\n    condition.value === undefined ||\n    Reflect.get(result, condition.property) === condition.value\n  );\n}",
    js: "function isMeant(condition, result) {\n  if (condition === undefined) return true;\n  if (!Object.hasOwn(result, condition.property))\n    return condition.orAbsent === true;\n  return (\n    condition.value === undefined ||\n    Reflect.get(result, condition.property) === condition.value\n  );\n}",
    declaration:
      "declare function isMeant(\n  condition: ResultCondition | undefined,\n  result: object,\n): boolean;",
  },
};
