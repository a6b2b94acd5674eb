import { normalizeUri } from "../../protocol/uri.ts";
import type { Offered } from "../../protocol/scopes/permit.ts";
import type { CanRead } from "../../protocol/viewer.ts";

/**
 * Returns the one spelling of a URI that rules see, whatever a client wrote: that of
 * the resource that has it, or else its normal form.
 */
export function spellingOf(uri: string, offered: Offered): string {
  const known = offered.list("resources")?.find(uri)?.listed["uri"];
  return typeof known === "string" ? known : normalizeUri(uri);
}

/** Returns a rule that always sees a URI in the same spelling. */
export function inOneSpelling(
  canRead: CanRead | undefined,
  offered: () => Offered,
): CanRead | undefined {
  return (
    canRead && ((uri, viewer) => canRead(spellingOf(uri, offered()), viewer))
  );
}
