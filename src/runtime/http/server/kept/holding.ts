import type { Sink } from "../../../peer/transport.ts";
import type { HttpServices } from "../services.ts";
import type { Visit } from "../visit.ts";

/** Counts what a visit brought as long as handlers go on with it, where it has no answer of its own. */
export function holding(
  { kept }: HttpServices,
  visit: Visit,
  value: unknown,
): Pick<Sink, "viewer" | "hold" | "letGo"> {
  return {
    viewer: visit.viewer,
    hold() {
      kept.hold(visit);
      kept.goesOn(visit, value);
    },
    letGo: () => kept.letGo(visit),
  };
}
