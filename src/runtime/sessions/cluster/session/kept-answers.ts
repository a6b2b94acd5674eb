import type { AnswerPolicy } from "../../../http/server/answer/policies.ts";

/**
 * For an answer that waits until all processes know what it says: no stream begins for
 * that alone, whose events would be kept as well. One begins where a handler has
 * something to tell before, or where it takes long. All else is what the given policy says.
 */
export function keptAnswers(policy: AnswerPolicy): AnswerPolicy {
  // A copy would have what is asked of a session as it is now, and not as it is by then.
  const kept: AnswerPolicy = Object.create(policy, {
    beginsStream: { value: "after a while" },
  });
  return kept;
}
