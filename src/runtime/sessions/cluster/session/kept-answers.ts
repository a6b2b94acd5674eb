import type { ResponsePolicy } from "../../../http/server/answer/policies.ts";

/**
 * Response policy for a response that is stored first. The wait alone does not start a stream,
 * whose events would be stored too; a stream starts if the handler sends something earlier, or
 * after a delay. Inherits everything else from the given policy.
 */
export function keptAnswers(policy: ResponsePolicy): ResponsePolicy {
  // Inherit rather than copy: the getters of the policy must read the current session state.
  const kept: ResponsePolicy = Object.create(policy, {
    opensStream: { value: "after a while" },
  });
  return kept;
}
