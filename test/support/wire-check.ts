/**
 * Checks what tests put on the wire against the revision that is spoken: by its
 * guards, by ajv over its schema.json, and by ajv over the published one.
 */
export {
  allowInvalid,
  assertValid,
  findings,
  judgedCount,
  peerFindings,
} from "./wire-check/check.ts";
export { unrecorded } from "./wire-check/hook.ts";
export { leaveUnrecorded } from "./wire-check/recording.ts";
export { recordChild } from "./wire-check/child.ts";
export { teeStdio, type TeedCommand } from "./wire-check/tee.ts";
export type { Finding } from "./wire-check/session.ts";
