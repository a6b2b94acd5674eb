import type { Fact } from "../../schema/overrides/tables.ts";

/** The revisions that a fact holds in. */
export type CoreRange = Pick<Fact, "since" | "until">;

/**
 * The revisions whose core has tasks. Later ones have them by an extension, which has methods
 * of the same names and facts of its own.
 */
export const coreTasks: CoreRange = { until: "2026-07-28" };
