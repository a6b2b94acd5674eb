/** What is judged, and so the suite's command. */
export type Side = "server" | "client";

/** One run of the official suite, and what is known of it. */
export interface Leg {
  readonly name: string;
  readonly side: Side;
  /** What tells the suite which scenarios to run, at which revision. */
  readonly select: readonly string[];
  /** How many scenarios these are. */
  readonly scenarios: number;
  /** How many checks of a scenario the suite itself leaves out, where it does. */
  readonly skips: Readonly<Record<string, number>>;
  /** Scenarios that assert nothing in the suite, and to which ours of the same name are added. */
  readonly own?: readonly string[];
  /** Scenarios in which a client has to give up, and why. */
  readonly refused: Readonly<Record<string, string>>;
}

/**
 * What the two newest revisions require, with what is not scored, and all that
 * the suite has for the two before them.
 */
export const legs: readonly Leg[] = [
  {
    name: "server 2025-11-25",
    side: "server",
    select: ["--requirements", "2025-11-25"],
    scenarios: 33,
    skips: {},
    refused: {},
  },
  {
    name: "server 2026-07-28",
    side: "server",
    select: ["--requirements", "2026-07-28"],
    scenarios: 50,
    // It leaves out its only check, whatever the server does: ours are in its place.
    skips: { "tasks-status-notifications": 1 },
    own: ["tasks-status-notifications"],
    refused: {},
  },
  {
    name: "server 2025-06-18",
    side: "server",
    select: ["--suite", "all", "--spec-version", "2025-06-18"],
    scenarios: 27,
    skips: {},
    refused: {},
  },
  {
    name: "server 2025-03-26",
    side: "server",
    select: ["--suite", "all", "--spec-version", "2025-03-26"],
    scenarios: 1,
    skips: {},
    refused: {},
  },
  {
    name: "client 2025-11-25",
    side: "client",
    select: ["--requirements", "2025-11-25"],
    scenarios: 25,
    skips: {},
    refused: { "auth/scope-retry-limit": "HTTP 403" },
  },
  {
    name: "client 2026-07-28",
    side: "client",
    select: ["--requirements", "2026-07-28"],
    scenarios: 39,
    // It looks for the headers of two methods that the revision does not have.
    skips: { "http-standard-headers": 2 },
    refused: {
      "auth/scope-retry-limit": "HTTP 403",
      "auth/resource-mismatch": "discovery",
      "auth/iss-supported-missing": "mixed-up",
      "auth/iss-wrong-issuer": "mixed-up",
      "auth/iss-unexpected": "mixed-up",
      "auth/iss-normalized": "mixed-up",
      "auth/metadata-issuer-mismatch": "discovery",
    },
  },
  {
    name: "client 2025-06-18",
    side: "client",
    select: ["--suite", "all", "--spec-version", "2025-06-18"],
    scenarios: 5,
    skips: {},
    refused: {},
  },
  {
    name: "client 2025-03-26",
    side: "client",
    select: ["--suite", "all", "--spec-version", "2025-03-26"],
    scenarios: 2,
    skips: {},
    refused: {},
  },
];
