// Built from templates/emitted/standard.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name = "StandardSchema" | "standard";

export const code: Readonly<Record<Name, FixedCode>> = {
  StandardSchema: {
    name: "StandardSchema",
    isType: true,
    needs: [],
    comment: "/** A schema of the Standard Schema specification, version 1. */",
    ts: 'interface StandardSchema<T> {\n  readonly "~standard": {\n    readonly version: 1;\n    readonly vendor: "mcp-gen";\n    readonly types?: { readonly input: T; readonly output: T } | undefined;\n    readonly validate: (\n      value: unknown,\n    ) => { readonly value: T } | { readonly issues: readonly guards.Issue[] };\n  };\n}',
  },
  standard: {
    name: "standard",
    isType: false,
    needs: ["StandardSchema"],
    ts: 'function standard<T>(\n  check: (value: unknown) => guards.Issue | undefined,\n): StandardSchema<T> {\n  return {\n    "~standard": {\n      version: 1,\n      vendor: "mcp-gen",\n      validate: (value) => {\n        const issue = check(value);\n        if (issue !== undefined) return { issues: [issue] };\n        return { value: value as T };\n      },\n    },\n  };\n}',
    js: 'function standard(check) {\n  return {\n    "~standard": {\n      version: 1,\n      vendor: "mcp-gen",\n      validate: (value) => {\n        const issue = check(value);\n        if (issue !== undefined) return { issues: [issue] };\n        return { value: value };\n      },\n    },\n  };\n}',
    declaration:
      "declare function standard<T>(\n  check: (value: unknown) => guards.Issue | undefined,\n): StandardSchema<T>;",
  },
};
