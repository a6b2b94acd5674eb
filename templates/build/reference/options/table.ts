/** A table of options. */
export interface OptionTable {
  /** The heading; guides link to its anchor, so it stays. */
  readonly title: string;
  /** The entry that has the type. */
  readonly module: string;
  /** The type of the options, or a function whose second parameter they are. */
  readonly name: string;
  /** Markdown: where the options are given. */
  readonly intro: string;
}

/** Tables under one heading. */
export interface OptionGroup {
  readonly title: string;
  readonly tables: readonly OptionTable[];
}
