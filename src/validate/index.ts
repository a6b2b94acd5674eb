export type {
  Finding,
  MessageKind,
  Problem,
  ProblemCode,
  Sender,
} from "./finding.ts";
export type { RecordedMessage } from "./record.ts";
export {
  createProtocolValidator,
  type SpokenProtocol,
  type Validator,
  type ValidatorCounts,
  type ValidatorLimits,
} from "./validator.ts";
