/** What several processes share, as a server over HTTP takes part in it: `createCluster` makes it. */
export interface Cluster {
  /**
   * Takes part, with what the transport hands over, until what this gives is closed:
   * for the transport alone, which knows both.
   */
  join(services: object): object;
  /** What anybody may know of why it cannot be reached at the moment; undefined when it can. */
  problem(): string | undefined;
}
