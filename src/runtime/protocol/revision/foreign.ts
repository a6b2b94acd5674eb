import type { RequestEntry, SpokenRevision } from "./protocol-table.ts";

/** Whether a method is a vendor's: none of the revisions has it. */
export type IsForeign = (method: string) => boolean;

/** Tells vendors' methods from those of any of the revisions, spoken or not. */
export function foreignTo(revisions: readonly SpokenRevision[]): IsForeign {
  return (method) =>
    !revisions.some(
      ({ table: { requests, notifications } }) =>
        Object.hasOwn(requests, method) || Object.hasOwn(notifications, method),
    );
}

/** What is known of a vendor's method: who sends it types it. */
export const foreignEntry: RequestEntry = {
  handler: "",
  direction: "both",
  results: [{ validate: () => undefined }],
};
