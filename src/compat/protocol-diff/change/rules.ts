import type { Effect, Rule } from "./change.ts";

const fine: Effect = {
  olderReceivers: "compatible",
  olderSenders: "compatible",
};
const receivers: Effect = {
  olderReceivers: "breaking",
  olderSenders: "compatible",
};
const senders: Effect = {
  olderReceivers: "compatible",
  olderSenders: "breaking",
};
const both: Effect = { olderReceivers: "breaking", olderSenders: "breaking" };

/** What a rule decides, and why. */
export interface RuleText {
  /** What such a change does on the wire. */
  readonly effect: Effect;
  /** What it is, in a sentence. */
  readonly says: string;
}

/**
 * What each change does on the wire: whether a message that is right in one
 * revision is accepted by the other, all else being as it was. Objects are open:
 * a property that a revision does not declare is ignored.
 */
export const rules: { readonly [rule in Rule]: RuleText } = {
  "lifecycle-changed": {
    effect: both,
    says: "a conversation begins in another way",
  },
  "batches-added": {
    effect: receivers,
    says: "a list of messages may be sent",
  },
  "batches-removed": { effect: senders, says: "a list of messages is refused" },
  "feature-changed": {
    effect: fine,
    says: "the prose says it, and no message shows it",
  },
  "method-added": { effect: receivers, says: "an unknown method" },
  "method-removed": {
    effect: senders,
    says: "the method is not known any more",
  },
  "method-inside": {
    effect: fine,
    says: "it travels inside other messages, whose types change",
  },
  "method-renamed": { effect: both, says: "each side knows one of the names" },
  "method-turned": {
    effect: both,
    says: "requests are answered, and notifications are not",
  },
  "direction-widened": {
    effect: receivers,
    says: "the other side may send it too",
  },
  "direction-narrowed": {
    effect: senders,
    says: "one side may not send it any more",
  },
  "direction-turned": { effect: both, says: "the other side sends it" },
  "capability-changed": {
    effect: fine,
    says: "declared capabilities say when it is sent",
  },
  "result-added": { effect: receivers, says: "an unknown kind of result" },
  "result-removed": { effect: senders, says: "a kind of result is refused" },
  "result-covered": { effect: fine, says: "another kind of result covers it" },
  "type-added": {
    effect: fine,
    says: "it travels where another type names it",
  },
  "type-removed": { effect: fine, says: "what named it says what that means" },
  "type-renamed": { effect: fine, says: "names of types do not travel" },
  "field-added": {
    effect: fine,
    says: "it may be absent, and is ignored where unknown",
  },
  "field-removed": {
    effect: fine,
    says: "it could be absent, and is ignored where unknown",
  },
  "required-field-added": {
    effect: senders,
    says: "it is required, and was not sent before",
  },
  "required-field-removed": {
    effect: receivers,
    says: "it was required, and is not sent any more",
  },
  "envelope-added": {
    effect: fine,
    says: "every message has it on the wire, declared or not",
  },
  "envelope-removed": {
    effect: fine,
    says: "every message has it on the wire, declared or not",
  },
  "result-type-added": {
    effect: fine,
    says: "without it, receivers know that the main kind of result is meant",
  },
  "result-type-removed": {
    effect: fine,
    says: "without it, receivers know that the main kind of result is meant",
  },
  "field-required": {
    effect: senders,
    says: "it is required, and could be left out before",
  },
  "field-optional": {
    effect: receivers,
    says: "it was required, and may be left out now",
  },
  "values-widened": {
    effect: receivers,
    says: "values that older receivers refuse",
  },
  "values-narrowed": {
    effect: senders,
    says: "values of older senders are refused",
  },
  "values-replaced": {
    effect: both,
    says: "each side has values that the other refuses",
  },
  "values-same": {
    effect: fine,
    says: "the same values, written in another way",
  },
  "values-compatible": {
    effect: fine,
    says: "each side accepts what the other sends",
  },
  "member-added": { effect: receivers, says: "one more kind of value" },
  "member-removed": { effect: senders, says: "one kind of value less" },
  "member-covered": {
    effect: fine,
    says: "another member accepts the same values",
  },
  "member-renamed": {
    effect: fine,
    says: "values travel, and names of enum members do not",
  },
  "constant-changed": {
    effect: fine,
    says: "the types that hold it say what that means",
  },
  "error-changed": { effect: fine, says: "any code is accepted as an error" },
  documentation: { effect: fine, says: "said to people" },
};
