import type { CollectionHost } from "./feature.ts";
import type { Guarded, Visible } from "../protocol/viewer.ts";

/**
 * Tells of changes, once for all that are made together: to everybody, or where
 * only some may see what changed, to those.
 */
export function createAnnouncer(
  host: CollectionHost,
  method: string,
): (feature: Guarded) => void {
  let changed: (Visible | undefined)[] = [];
  return ({ visible }) => {
    changed.push(visible);
    if (changed.length > 1) return;
    queueMicrotask(() => {
      const rules = changed;
      changed = [];
      if (rules.includes(undefined)) return host.publish(method);
      host.publish(method, undefined, async (viewer) => {
        for (const rule of rules)
          if ((await rule?.(viewer)) === true) return true;
        return false;
      });
    });
  };
}
