import type * as guards from "./guards.ts";

/** A schema of the Standard Schema specification, version 1. */
export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "mcp-gen";
    readonly types?: { readonly input: T; readonly output: T } | undefined;
    readonly validate: (
      value: unknown,
    ) => { readonly value: T } | { readonly issues: readonly guards.Issue[] };
  };
}

export function standard<T>(
  check: (value: unknown) => guards.Issue | undefined,
): StandardSchema<T> {
  return {
    "~standard": {
      version: 1,
      vendor: "mcp-gen",
      validate: (value) => {
        const issue = check(value);
        if (issue !== undefined) return { issues: [issue] };
        return { value: value as T };
      },
    },
  };
}
