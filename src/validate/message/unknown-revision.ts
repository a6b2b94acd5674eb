import { problem, type Problem } from "./finding.ts";

/** The traffic speaks a revision that nothing is known of here. */
export function unknownRevision(
  version: unknown,
  path: readonly string[],
): Problem {
  const reason =
    typeof version === "string"
      ? `there is no revision ${JSON.stringify(version.slice(0, 40))} to judge by`
      : "a revision is named by a string";
  return problem("unknown-revision", reason, path);
}
