/** A kind of report, as `onError` hears it. */
export interface ReportKind {
  /** What its message says; `…` stands for what varies. None: what was thrown is passed on. */
  readonly text?: string;
  /** The files below src/runtime that tell it. */
  readonly from: readonly string[];
  readonly cause: string;
  readonly cure: string;
}

/** What `onError` hears: by whose option it is. */
export interface ReportGroup {
  readonly heading: string;
  readonly intro: string;
  readonly kinds: readonly ReportKind[];
}
