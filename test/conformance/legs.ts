/** What is judged, and so the suite's command. */
export type Side = "server" | "client";

/** One run of the official suite, and what it is known to come to. */
export interface Leg {
  readonly name: string;
  readonly side: Side;
  /** What tells the suite which scenarios to run, at which revision. */
  readonly select: readonly string[];
  /** How many scenarios these are. */
  readonly scenarios: number;
  /** Scenarios that are not passed yet. */
  readonly open: readonly string[];
  /** How many checks of a scenario the suite itself leaves out, where it does. */
  readonly skips: Readonly<Record<string, number>>;
  /** Scenarios in which a client has to give up, and why. */
  readonly refused: Readonly<Record<string, string>>;
}

/**
 * The extension for tasks is not built yet. Of `tasks-status-notifications` the
 * suite asserts nothing, whatever the server does.
 */
const tasks = [
  "tasks-lifecycle",
  "tasks-capability-negotiation",
  "tasks-wire-fields",
  "tasks-request-state-removal",
  "tasks-mrtr-input",
  "tasks-request-headers",
  "tasks-dispatch-and-envelope",
  "tasks-status-notifications",
  "tasks-required-task-error",
  "tasks-mrtr-composition",
];

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
    open: [],
    skips: {},
    refused: {},
  },
  {
    name: "server 2026-07-28",
    side: "server",
    select: ["--requirements", "2026-07-28"],
    scenarios: 50,
    open: tasks,
    skips: { "tasks-status-notifications": 1 },
    refused: {},
  },
  {
    name: "server 2025-06-18",
    side: "server",
    select: ["--suite", "all", "--spec-version", "2025-06-18"],
    scenarios: 27,
    open: [],
    skips: {},
    refused: {},
  },
  {
    name: "server 2025-03-26",
    side: "server",
    select: ["--suite", "all", "--spec-version", "2025-03-26"],
    scenarios: 1,
    open: [],
    skips: {},
    refused: {},
  },
  {
    name: "client 2025-11-25",
    side: "client",
    select: ["--requirements", "2025-11-25"],
    scenarios: 25,
    open: [],
    skips: {},
    refused: { "auth/scope-retry-limit": "HTTP 403" },
  },
  {
    name: "client 2026-07-28",
    side: "client",
    select: ["--requirements", "2026-07-28"],
    scenarios: 39,
    open: [],
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
    open: [],
    skips: {},
    refused: {},
  },
  {
    name: "client 2025-03-26",
    side: "client",
    select: ["--suite", "all", "--spec-version", "2025-03-26"],
    scenarios: 2,
    open: [],
    skips: {},
    refused: {},
  },
];
