import type { FactTables, FeatureFact } from "./tables.ts";

/** The facts that come with the generator. */
export interface KnownFacts extends FactTables {
  readonly features: readonly KnownFeatureFact[];
}

/** A feature of the revisions that the protocol publishes. */
export interface KnownFeatureFact extends FeatureFact {
  /** True if it holds only in the schemas that the protocol publishes, and in no other. */
  readonly published?: true;
}
