export interface Plain {
  id: string;
}

export interface Uses {
  plain: Plain<string>;
  record: Record<string>;
  array: Array;
  partial: Partial<Plain, Plain>;
}

export interface Derived extends Omit<Plain> {}
