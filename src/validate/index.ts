/**
 * Validation of recorded traffic with compiled guards.
 *
 * May import: `runtime`, `base`, `schema`, `emit`.
 *
 * @module
 */
export type {
  Finding,
  MessageKind,
  Problem,
  ProblemCode,
  Sender,
} from "./message/finding.ts";
export type { ValidatorCounts } from "./line-judge.ts";
export type { RecordedMessage } from "./message/record.ts";
export {
  createProtocolValidator,
  type SpokenProtocol,
  type Validator,
  type ValidatorLimits,
} from "./validator.ts";
