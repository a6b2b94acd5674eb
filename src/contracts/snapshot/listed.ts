/** What a server has listed, as it came. */
export interface Listing {
  /** The name and version that it gives itself, and what else it says of itself. */
  readonly serverInfo: Readonly<Record<string, unknown>> | undefined;
  /** The revision that it was spoken to in. */
  readonly protocolVersion: string;
  readonly tools: readonly unknown[];
  readonly prompts: readonly unknown[];
  readonly resources: readonly unknown[];
  readonly resourceTemplates: readonly unknown[];
}
