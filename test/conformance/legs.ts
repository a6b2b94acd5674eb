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
  /** Scenarios that a client may end with an error, because it refuses something. */
  readonly mayFail: readonly string[];
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

/** A client asks for no authorization yet. */
const authorization = [
  "auth/metadata-default",
  "auth/metadata-var1",
  "auth/metadata-var2",
  "auth/metadata-var3",
  "auth/basic-cimd",
  "auth/scope-from-www-authenticate",
  "auth/scope-from-scopes-supported",
  "auth/scope-omitted-when-undefined",
  "auth/scope-step-up",
  "auth/scope-retry-limit",
  "auth/token-endpoint-auth-basic",
  "auth/token-endpoint-auth-post",
  "auth/token-endpoint-auth-none",
  "auth/pre-registration",
  "auth/client-credentials-jwt",
  "auth/client-credentials-basic",
  "auth/enterprise-managed-authorization",
  "auth/dpop",
  "auth/dpop-nonce",
  "auth/wif-jwt-bearer",
];

/** What 2026-07-28 adds to them. */
const newAuthorization = [
  "auth/resource-mismatch",
  "auth/offline-access-scope",
  "auth/offline-access-not-supported",
  "auth/authorization-server-migration",
  "auth/iss-supported",
  "auth/iss-not-advertised",
  "auth/iss-supported-missing",
  "auth/iss-wrong-issuer",
  "auth/iss-unexpected",
  "auth/iss-normalized",
  "auth/metadata-issuer-mismatch",
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
    mayFail: [],
  },
  {
    name: "server 2026-07-28",
    side: "server",
    select: ["--requirements", "2026-07-28"],
    scenarios: 50,
    open: tasks,
    skips: { "tasks-status-notifications": 1 },
    mayFail: [],
  },
  {
    name: "server 2025-06-18",
    side: "server",
    select: ["--suite", "all", "--spec-version", "2025-06-18"],
    scenarios: 27,
    open: [],
    skips: {},
    mayFail: [],
  },
  {
    name: "server 2025-03-26",
    side: "server",
    select: ["--suite", "all", "--spec-version", "2025-03-26"],
    scenarios: 1,
    open: [],
    skips: {},
    mayFail: [],
  },
  {
    name: "client 2025-11-25",
    side: "client",
    select: ["--requirements", "2025-11-25"],
    scenarios: 25,
    open: authorization,
    skips: {},
    mayFail: ["auth/scope-retry-limit"],
  },
  {
    name: "client 2026-07-28",
    side: "client",
    select: ["--requirements", "2026-07-28"],
    scenarios: 39,
    open: [...authorization, ...newAuthorization],
    // It looks for the headers of two methods that the revision does not have.
    skips: { "http-standard-headers": 2 },
    mayFail: [
      "auth/scope-retry-limit",
      "auth/resource-mismatch",
      "auth/iss-supported-missing",
      "auth/iss-wrong-issuer",
      "auth/iss-unexpected",
      "auth/iss-normalized",
      "auth/metadata-issuer-mismatch",
      "http-invalid-tool-headers",
    ],
  },
  {
    name: "client 2025-06-18",
    side: "client",
    select: ["--suite", "all", "--spec-version", "2025-06-18"],
    scenarios: 5,
    open: [
      "auth/token-endpoint-auth-basic",
      "auth/token-endpoint-auth-post",
      "auth/token-endpoint-auth-none",
    ],
    skips: {},
    mayFail: [],
  },
  {
    name: "client 2025-03-26",
    side: "client",
    select: ["--suite", "all", "--spec-version", "2025-03-26"],
    scenarios: 2,
    open: [
      "auth/2025-03-26-oauth-metadata-backcompat",
      "auth/2025-03-26-oauth-endpoint-fallback",
    ],
    skips: {},
    mayFail: [],
  },
];
