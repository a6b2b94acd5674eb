export interface Arrays {
  plain: string[];
  nested: string[][];
  mixed: (string | number)[];
  generic: Array<string>;
  fixed: readonly string[];
  genericFixed: ReadonlyArray<{ name: string }>;
}
