import type { HttpOptions } from "../subject.ts";
import type { Script } from "./stage.ts";
import { authorization, closing, cors, principals } from "./steps/around.ts";
import { refusals, sessionRefusals } from "./steps/refusals.ts";
import {
  leaving,
  polling,
  resumption,
  sessionless,
  streamed,
} from "./steps/streams.ts";

interface Scripted {
  readonly name: string;
  readonly script: Script;
  readonly options?: HttpOptions;
}

const users = new Map([
  ["Bearer ann", "ann"],
  ["Bearer bob", "bob"],
]);

const authorize: HttpOptions["authorize"] = (request) => {
  const token = request.header("authorization");
  if (token === undefined)
    return { status: 401, challenge: 'Bearer realm="mcp"' };
  const principal = users.get(token);
  if (principal !== undefined) return { principal, auth: { scopes: ["read"] } };
  return { status: 403, challenge: 'Bearer error="insufficient_scope"' };
};

/** What only HTTP has: each on a server of its own. */
export const scripts: readonly Scripted[] = [
  {
    name: "refusals",
    script: refusals,
    options: {
      maxBodyBytes: 2_000,
      maxHeaderBytes: 200,
      maxDepth: 20,
      maxBatch: 3,
    },
  },
  { name: "session-refusals", script: sessionRefusals },
  { name: "resumption-2025-11-25", script: resumption("2025-11-25") },
  { name: "resumption-2025-06-18", script: resumption("2025-06-18") },
  { name: "polling", script: polling },
  { name: "leaving", script: leaving },
  { name: "sessions-false", script: sessionless, options: { sessions: false } },
  { name: "streamed", script: streamed, options: { responses: "stream" } },
  {
    name: "no-event-store",
    script: streamed,
    options: { responses: "stream", eventStore: false },
  },
  {
    name: "cors",
    script: cors,
    options: { cors: true, allowedOrigins: ["https://app.example"] },
  },
  { name: "authorization", script: authorization, options: { authorize } },
  { name: "principals", script: principals, options: { authorize } },
  { name: "closing", script: closing, options: { healthPath: "/health" } },
];
