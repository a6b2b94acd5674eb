import type { InputFact } from "../../schema/overrides/tables.ts";

/**
 * In the handshake lifecycle a server asks by requests of its own while the
 * client waits. Later schemas say it: the request has a result that asks.
 */
export const inputFacts: readonly InputFact[] = [
  "tools/call",
  "prompts/get",
  "resources/read",
].map((method) => ({
  method,
  until: "2026-07-28",
  reason:
    "Later revisions let these three ask in their results; earlier ones can carry the same by requests of the server.",
  page: "basic/lifecycle",
}));
