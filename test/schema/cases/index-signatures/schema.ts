export interface Open {
  known: string;
  /** Whatever else. */
  [key: string]: unknown;
}

export type Dictionary = { readonly [name: string]: number };

export interface Nested {
  values: {
    first?: string;
    [key: string]: string | undefined_;
  };
}

export type undefined_ = null;
