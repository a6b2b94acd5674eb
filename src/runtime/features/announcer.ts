import type { CollectionHost } from "./feature.ts";

/** Tells of changes, once for all that are made together. */
export function createAnnouncer(
  host: CollectionHost,
  method: string,
): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      host.publish(method);
    });
  };
}
