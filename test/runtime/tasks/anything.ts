/** A schema of whatever arguments, without a library. */
export const anything = {
  "~standard": {
    version: 1,
    vendor: "none",
    validate: (value: unknown) => ({ value }),
    jsonSchema: {
      input: () => ({ type: "object" }),
      output: () => ({ type: "object" }),
    },
  },
} as const;
