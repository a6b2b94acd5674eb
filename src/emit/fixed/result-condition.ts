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
    ts: "function isMeant(\n  when: ResultCondition | undefined,\n  result: object,\n): boolean {\n  if (when === undefined) return true;\n  if (!Object.hasOwn(result, when.property)) return when.orAbsent === true;\n  return (\n    when.value === undefined ||\n    Reflect.get(result, when.property) === when.value\n  );\n}",
    js: "function isMeant(when, result) {\n  if (when === undefined) return true;\n  if (!Object.hasOwn(result, when.property)) return when.orAbsent === true;\n  return (\n    when.value === undefined ||\n    Reflect.get(result, when.property) === when.value\n  );\n}",
    declaration:
      "declare function isMeant(\n  when: ResultCondition | undefined,\n  result: object,\n): boolean;",
  },
};
