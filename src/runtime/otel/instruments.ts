import type { Histogram, MeterProvider } from "@opentelemetry/api";

/** Histograms, in seconds. */
export interface Instruments {
  readonly incoming: Histogram;
  readonly outgoing: Histogram;
  readonly server: Histogram;
  readonly client: Histogram;
}

/** Bucket boundaries of the semantic conventions, in seconds. */
const seconds = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
];

/**
 * Creates the histograms. The side that answers a request is its server, whichever side it is
 * of the session.
 */
export function createInstruments(
  provider: Pick<MeterProvider, "getMeter">,
): Instruments {
  const meter = provider.getMeter("mcp-gen");
  const histogram = (name: string, description: string): Histogram =>
    meter.createHistogram(name, {
      description,
      unit: "s",
      advice: { explicitBucketBoundaries: seconds },
    });
  return {
    incoming: histogram(
      "mcp.server.operation.duration",
      "How long requests took that were answered here.",
    ),
    outgoing: histogram(
      "mcp.client.operation.duration",
      "How long requests took that were sent from here.",
    ),
    server: histogram(
      "mcp.server.session.duration",
      "How long sessions lasted, as the server sees it.",
    ),
    client: histogram(
      "mcp.client.session.duration",
      "How long sessions lasted, as the client sees it.",
    ),
  };
}
