import type { Table } from "../table.ts";

/** What one run of a benchmark gave, and where. Kept as `<benchmark>.json` beside this file. */
export interface Figures {
  readonly benchmark: string;
  /** The day of the run, as in 2026-11-22. */
  readonly date: string;
  readonly node: string;
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    /** In GiB. */
    readonly memory: number;
    readonly system: string;
  };
  /** Of the minute before the run: processes that wanted a core. */
  readonly load: number;
  /** Packages that took part, with their versions. */
  readonly versions: Readonly<Record<string, string>>;
  readonly tables: readonly Table[];
}
