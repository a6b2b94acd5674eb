/** A page of docs/reference/api, and the names that it tells of. */
export interface ApiPage {
  /** From docs/reference. */
  readonly path: string;
  readonly title: string;
  /** Markdown: what the page is for, and where guides tell more. */
  readonly intro: string;
  /** Where its names are looked up, in this order. */
  readonly modules: readonly string[];
  readonly sections: readonly Section[];
  /** The heading above all names of its modules that stand nowhere else. */
  readonly rest?: string;
}

export interface Section {
  readonly title: string;
  readonly names: readonly string[];
}
