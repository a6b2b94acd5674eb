import { UsageError } from "../../../base/diagnostics/error.ts";
import { suggest } from "../../../base/diagnostics/nearest.ts";
import { load } from "../../../revisions/load.ts";
import { methodsOf } from "./methods.ts";

/** Throws a UsageError for a revision that is not among those that can be spoken. */
export function checkRevisions(
  wanted: readonly string[],
  spoken: readonly string[],
): void {
  const unknown = wanted.find((one) => !spoken.includes(one));
  if (unknown === undefined) return;
  throw new UsageError("unknown-revision", `Unknown revision "${unknown}"`, {
    hint: suggest(unknown, spoken) ?? `there are ${spoken.join(", ")}`,
  });
}

/** The revisions in which a client sends a method. */
export async function revisionsWith(
  method: string,
  revisions: readonly string[],
): Promise<string[]> {
  const all = await Promise.all(
    revisions.map(async (id) => methodsOf(await load(id))),
  );
  return all
    .filter(({ requests, notifications }) =>
      [...requests, ...notifications].includes(method),
    )
    .map(({ revision }) => revision);
}
