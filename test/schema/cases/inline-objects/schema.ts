export interface Outer {
  inner: {
    /** The innermost. */
    innermost?: { depth: 2 };
  };
  list: { name: string }[];
}
